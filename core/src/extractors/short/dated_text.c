#include "extractors/short/dated_text.h"

#include "base/utf8.h"
#include "dates/date.h"
#include "html/references.h"
#include "measure/sentence.h"
#include "page/page.h"

/* Blocks before and behind a headline among which the day is looked for. */
#define BEFORE_MOST 4
#define BEHIND_MOST 12

/* Units of a headline at least: a name alone is shorter. Code points of a line with a day at most.
 * Units outside links of a paragraph, behind which the day is the text's. */
#define HEADLINE_LEAST  25
#define LINE_MOST       100
#define PARAGRAPH_LEAST 120

/* Bytes of a line that are read, without its tags. */
#define BYTES_MOST 400

/* The text of a block without its tags, at most `most` bytes and the last character. Of the source:
 * what noscript elements hold has no text units. */
static size_t read_line(const dana_page *page, const dana__block *block, char *out, size_t most)
{
    const char *end = page->source.data + block->end;
    const char *p = page->source.data + block->start;
    size_t length = 0;
    bool in_tag = false;

    while (p < end && length < most) {
        if (in_tag || *p == '<') {
            in_tag = *p != '>';
            if (!in_tag) {
                out[length++] = ' ';
            }
            p++;
        } else if (*p == '&') {
            size_t taken;

            length += dana__utf8_encode(dana__character_at(p, end, &taken), out + length);
            p += taken;
        } else {
            out[length++] = *p++;
        }
    }
    return length;
}

bool dana__has_day(const dana_page *page, const dana__block *block)
{
    char line[BYTES_MOST + 4];
    dana__date date;
    dana_span span;

    if (block->text > LINE_MOST) {
        return false;
    }
    size_t length = read_line(page, block, line, BYTES_MOST);

    return dana__find_date((dana_view){line, length}, (dana__date_reading){.short_years = true},
                           &date, &span);
}

bool dana__is_dated_text(const dana_page *page, const dana__blocks *blocks, size_t headline)
{
    float unit = dana__text_unit(blocks);
    size_t first = headline > BEFORE_MOST ? headline - BEFORE_MOST : 0;

    if (headline >= blocks->block_count ||
        (float)blocks->blocks[headline].text * unit < HEADLINE_LEAST) {
        return false;
    }
    for (size_t i = first; i < blocks->block_count && i <= headline + BEHIND_MOST; i++) {
        const dana__block *block = &blocks->blocks[i];

        if (i > headline && block->heading == 0 &&
            (float)dana__text_outside_links(block) * unit >= PARAGRAPH_LEAST) {
            return false;
        }
        if (dana__has_day(page, block)) {
            return true;
        }
    }
    return false;
}
