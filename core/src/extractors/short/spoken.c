#include "extractors/short/spoken.h"

#include "base/ascii.h"
#include "extractors/keep/small.h"
#include "html/elements.h"
#include "html/tokenizer.h"
#include "page/page.h"

#include <string.h>

/* Bytes before a text that are looked at for the tag of its element. */
#define REACH_BACK 768

/* Bytes of a tag with such a name at least: <p class=sr-only>. */
#define TAG_LEAST 17

/* How style sheets call a text that is not shown, as a word or a part of one. */
static const char *const names[] = {"sr-only",       "visually-hidden", "visuallyhidden",
                                    "screen-reader", "screenreader",    "hidden-accessible",
                                    "sr-clipped"};

dana_view dana__tag_before(const char *source, size_t text)
{
    size_t end = text;

    while (end > 0 && dana__is_space(source[end - 1])) {
        end--;
    }
    size_t reach = end < REACH_BACK ? end : REACH_BACK;
    const char *start = end > 0 && source[end - 1] == '>'
                            ? memrchr(source + end - reach, '<', reach)
                            : NULL;

    return (dana_view){start, start != NULL ? (size_t)(source + end - start) : 0};
}

static bool has_name(dana_view text)
{
    for (size_t i = 0; i < text.length; i++) {
        bool may_begin = text.data[i] == 's' || text.data[i] == 'v' || text.data[i] == 'h';

        for (size_t k = 0; may_begin && k < DANA__COUNT(names); k++) {
            size_t length = strlen(names[k]);

            if (text.length - i >= length && memcmp(text.data + i, names[k], length) == 0) {
                return true;
            }
        }
    }
    return false;
}

static bool calls_spoken(dana_view tag)
{
    dana_view value;

    return tag.length >= TAG_LEAST && has_name(tag) && dana_tag_attribute(tag, "class", &value) &&
           has_name(value);
}

static bool is_blank(const char *p, const char *end)
{
    while (p < end && dana__is_space(*p)) {
        p++;
    }
    return p == end;
}

/* Passes what begins at a '<'; *inside: whether text behind it is one for screen readers, as
 * behind a start tag that says so. A comment parts no text. */
static const char *pass_markup(const char *p, const char *end, bool *inside)
{
    bool is_comment = end - p >= 4 && memcmp(p, "<!--", 4) == 0;
    const char *close = is_comment ? memmem(p, (size_t)(end - p), "-->", 3)
                                   : memchr(p, '>', (size_t)(end - p));

    if (close == NULL) {
        return end;
    }
    if (is_comment) {
        return close + 3;
    }
    *inside = p[1] != '/' && calls_spoken((dana_view){p, (size_t)(close + 1 - p)});
    return close + 1;
}

/* Bytes of a block's texts that stand right in elements for screen readers, and others; of a block
 * that does not begin with one of the former it is only said that there are others. */
typedef struct {
    size_t spoken;
    size_t shown;
} text_shares;

static text_shares measure(dana_view source, const dana__block *block)
{
    const char *p = source.data + block->start;
    const char *end = source.data + block->end;
    bool inside = calls_spoken(dana__tag_before(source.data, block->start));
    text_shares out = {0, inside ? 0 : 1};

    while (p < end && (out.shown == 0 || out.spoken > 0)) {
        const char *text = p;

        p = memchr(p, '<', (size_t)(end - p));
        p = p != NULL ? p : end;
        if (!is_blank(text, p)) {
            *(inside ? &out.spoken : &out.shown) += (size_t)(p - text);
        }
        p = p < end ? pass_markup(p, end, &inside) : end;
    }
    return out;
}

bool dana__is_spoken(const dana_page *page, const dana__blocks *blocks, const dana__block *block)
{
    dana_view source = {page->source.data, page->source.length};
    const char *next = source.data + block->end;
    text_shares shares = measure(source, block);

    if (shares.spoken > shares.shown &&
        dana__is_inside(&blocks->nodes[block->node], DANA__KIND_BIT(BUTTON))) {
        return true;
    }
    while (next < source.data + source.length && dana__is_space(*next)) {
        next++;
    }
    return shares.spoken > 0 && shares.shown == 0 && source.data + source.length - next > 1 &&
           next[0] == '<' && next[1] == '/';
}

/* Whether a block says what a reader of the page sees: it goes on with a number in its line, as
 * its unit, or is the value of a table's cell, which shows a sign. */
static bool is_shown(const dana__blocks *blocks, size_t i)
{
    const dana__block *block = &blocks->blocks[i];

    if (dana__is_inside(&blocks->nodes[block->node], DANA__KIND_BIT(CELL))) {
        return true;
    }
    return i > 0 && dana__is_taken(block - 1) && 2 * block[-1].digits >= block[-1].text &&
           dana__line_of(blocks, block - 1) == dana__line_of(blocks, block);
}

void dana__cut_spoken(const dana_page *page, dana__blocks *blocks)
{
    for (size_t i = 0; i < blocks->block_count; i++) {
        dana__block *block = &blocks->blocks[i];

        if (dana__is_taken(block) && block->heading == 0 && !is_shown(blocks, i) &&
            dana__is_spoken(page, blocks, block)) {
            block->decision = DANA__DECISION_CUT;
        }
    }
}
