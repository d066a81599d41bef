#include "blocks/head_tags.h"

#include "base/ascii.h"
#include "html/attribute.h"
#include "html/tokenizer.h"
#include "page/page.h"

#include <stdbool.h>
#include <string.h>

/* How far back is looked. */
#define TAGS_MAX  4
#define BYTES_MAX 600

/* The attributes that name, and those that are asked for besides. */
enum { CLASS, ID, HREF, ATTRIBUTES };

#define CLASS_KEY DANA__NAME_KEY('c', 'l', 'a', 's', 's')
#define ID_KEY    DANA__NAME_KEY('i', 'd')
#define HREF_KEY  DANA__NAME_KEY('h', 'r', 'e', 'f')

/* Names of classes, those of hentry and h-entry among them, matched as words. */
static const struct {
    int attribute;
    const char *word;
    unsigned hints;
} rows[] = {
    {CLASS, "title", DANA__TAG_TITLE},   {CLASS, "headline", DANA__TAG_TITLE},
    {CLASS, "heading", DANA__TAG_TITLE}, {CLASS, "subject", DANA__TAG_TITLE},
    {CLASS, "p-name", DANA__TAG_TITLE},  {CLASS, "site", DANA__TAG_SITE},
    {CLASS, "logo", DANA__TAG_SITE},     {CLASS, "brand", DANA__TAG_SITE},
    {ID, "title", DANA__TAG_TITLE},      {ID, "site", DANA__TAG_SITE},
    {ID, "logo", DANA__TAG_SITE},
};

/* Whether a word of a row may begin with a letter. */
static bool may_begin(char c)
{
    static const uint32_t first = 1u << ('b' - 'a') | 1u << ('h' - 'a') | 1u << ('l' - 'a') |
                                  1u << ('p' - 'a') | 1u << ('s' - 'a') | 1u << ('t' - 'a');

    return dana__is_letter(c) && (first >> ((c | 0x20) - 'a') & 1) != 0;
}

/* Whether a text begins with a word, and no letter of it follows. */
static bool is_word(dana_view text, const char *word)
{
    size_t length = strlen(word);

    return dana__begins_with(text, word) &&
           (length == text.length || !dana__is_letter(text.data[length]) ||
            dana__is_capital(text.data[length]));
}

/* The hints of the words that stand at the beginning of a text. */
static unsigned hints_at(dana_view text, int attribute)
{
    unsigned hints = 0;

    for (size_t i = 0; i < DANA__COUNT(rows); i++) {
        if (rows[i].attribute == attribute && rows[i].word[0] == (*text.data | 0x20) &&
            is_word(text, rows[i].word)) {
            hints |= rows[i].hints;
        }
    }
    return hints;
}

/* The hints of the words in a value: no letters around them, or a capital begins them or follows.
 */
static unsigned hints_in(dana_view value, int attribute)
{
    unsigned hints = 0;

    for (size_t i = 0; i < value.length; i++) {
        const char *p = value.data + i;

        if (may_begin(*p) && (i == 0 || !dana__is_letter(p[-1]) || dana__is_capital(*p))) {
            hints |= hints_at((dana_view){p, value.length - i}, attribute);
        }
    }
    return hints;
}

/* Which of the attributes one is; ATTRIBUTES: none. */
static int kind_of(const dana__attribute *attribute)
{
    switch (dana__attribute_key(attribute)) {
    case CLASS_KEY:
        return CLASS;
    case ID_KEY:
        return ID;
    case HREF_KEY:
        return HREF;
    default:
        return ATTRIBUTES;
    }
}

/* Of attributes of one name the first counts. *href: that of an a element. */
static unsigned hints_of(const char *p, const char *end, dana_view *href)
{
    bool link = (p[1] | 0x20) == 'a' && dana__is_space(p[2]);
    bool seen[ATTRIBUTES] = {false};
    dana__attribute attribute;
    const char *tag_end;
    unsigned hints = 0;

    while (p < end && !dana__is_space(*p) && *p != '>') {
        p++;
    }
    for (p = dana__next_attribute(p, end, &attribute, &tag_end); p != NULL;
         p = dana__next_attribute(p, end, &attribute, &tag_end)) {
        dana_view value = {attribute.value, attribute.value_length};
        int kind = kind_of(&attribute);

        if (kind == ATTRIBUTES || seen[kind]) {
            continue;
        }
        seen[kind] = true;
        if (kind != HREF) {
            hints |= hints_in(value, kind);
        } else if (link && href->data == NULL) {
            *href = value;
        }
    }
    return hints;
}

unsigned dana__tag_hints(const dana_page *page, size_t offset, dana_view *href)
{
    const char *base = page->source.data;
    const char *first = base + (offset > BYTES_MAX ? offset - BYTES_MAX : 0);
    const char *p = base + offset;
    unsigned hints = 0;

    *href = (dana_view){NULL, 0};
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
        hints |= hints_of(open, p, href);
        p = open;
    }
    return hints;
}
