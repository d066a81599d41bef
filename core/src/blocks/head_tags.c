#include "blocks/head_tags.h"

#include "base/ascii.h"
#include "dana/scan.h"
#include "html/tokenizer.h"
#include "page/page.h"

#include <stdbool.h>
#include <string.h>
#include <strings.h>

/* How far back is looked. */
#define TAGS_MAX  4
#define BYTES_MAX 600

/* Names of classes, those of hentry and h-entry among them, matched as words. */
static const struct {
    const char *attribute;
    const char *word;
    unsigned hints;
} rows[] = {
    {"class", "title", DANA__TAG_TITLE},   {"class", "headline", DANA__TAG_TITLE},
    {"class", "heading", DANA__TAG_TITLE}, {"class", "subject", DANA__TAG_TITLE},
    {"class", "p-name", DANA__TAG_TITLE},  {"class", "site", DANA__TAG_SITE},
    {"class", "logo", DANA__TAG_SITE},     {"class", "brand", DANA__TAG_SITE},
    {"id", "title", DANA__TAG_TITLE},      {"id", "site", DANA__TAG_SITE},
    {"id", "logo", DANA__TAG_SITE},
};

/* Whether a value holds a word: no letters around it, or a capital begins it or follows it. */
static bool holds_word(dana_view value, const char *word)
{
    size_t length = strlen(word);

    for (size_t i = 0; i + length <= value.length; i++) {
        const char *p = value.data + i;
        bool begins = i == 0 || !dana__is_letter(p[-1]) || (p[0] >= 'A' && p[0] <= 'Z');
        bool ends = i + length == value.length || !dana__is_letter(p[length]) ||
                    (p[length] >= 'A' && p[length] <= 'Z');

        if (begins && ends && strncasecmp(p, word, length) == 0) {
            return true;
        }
    }
    return false;
}

static unsigned hints_of(dana_view tag)
{
    dana_view value;
    unsigned hints = 0;

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        if (dana_tag_attribute(tag, rows[i].attribute, &value) && holds_word(value, rows[i].word)) {
            hints |= rows[i].hints;
        }
    }
    return hints;
}

unsigned dana__tag_hints(const dana_page *page, size_t offset)
{
    const char *base = page->source.data;
    const char *first = base + (offset > BYTES_MAX ? offset - BYTES_MAX : 0);
    const char *p = base + offset;
    unsigned hints = 0;

    for (size_t tags = 0; tags < TAGS_MAX; tags++) {
        while (p > first && dana__is_space(p[-1])) {
            p--;
        }
        if (p == first || p[-1] != '>') {
            break;
        }
        const char *open = memrchr(first, '<', (size_t)(p - first));

        if (open == NULL || open[1] == '/') {
            break;
        }
        hints |= hints_of((dana_view){open, (size_t)(p - open)});
        p = open;
    }
    return hints;
}
