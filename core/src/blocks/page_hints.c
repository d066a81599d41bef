#include "blocks/page_hints.h"

#include "base/ascii.h"
#include "blocks/blocks.h"
#include "dana/scan.h"

#include <string.h>
#include <strings.h>

/* A name and what it hints at. */
typedef struct {
    const char *name;
    unsigned hints;
} hint_row;

/* schema.org types, as "@type" names them. */
static const hint_row types[] = {
    {"NewsArticle", DANA__HINT_ARTICLE},
    {"Article", DANA__HINT_ARTICLE},
    {"BlogPosting", DANA__HINT_ARTICLE},
    {"ReportageNewsArticle", DANA__HINT_ARTICLE},
    {"TechArticle", DANA__HINT_ARTICLE},
    {"DiscussionForumPosting", DANA__HINT_FORUM},
    {"QAPage", DANA__HINT_FORUM},
    {"Product", DANA__HINT_PRODUCT},
    {"CollectionPage", DANA__HINT_LISTING},
    {"ItemList", DANA__HINT_LISTING},
    {"SearchResultsPage", DANA__HINT_LISTING},
};

/* og:type. */
static const hint_row og_types[] = {
    {"article", DANA__HINT_ARTICLE},
    {"product", DANA__HINT_PRODUCT},
    {"og:product", DANA__HINT_PRODUCT},
};

/* Beginnings of generator marks. */
static const hint_row generators[] = {
    {"discourse", DANA__HINT_FORUM}, {"vbulletin", DANA__HINT_FORUM}, {"phpbb", DANA__HINT_FORUM},
    {"xenforo", DANA__HINT_FORUM},   {"mybb", DANA__HINT_FORUM},      {"flarum", DANA__HINT_FORUM},
    {"nodebb", DANA__HINT_FORUM},    {"invision", DANA__HINT_FORUM},  {"vanilla", DANA__HINT_FORUM},
    {"smf", DANA__HINT_FORUM},
};

static bool equals(dana_view text, const char *name)
{
    return text.length == strlen(name) && strncasecmp(text.data, name, text.length) == 0;
}

unsigned dana__meta_hints(dana_view tag)
{
    dana_view name;
    dana_view content;

    if ((!dana_tag_attribute(tag, "property", &name) && !dana_tag_attribute(tag, "name", &name)) ||
        !dana_tag_attribute(tag, "content", &content)) {
        return 0;
    }
    if (equals(name, "og:type")) {
        for (size_t i = 0; i < DANA__COUNT(og_types); i++) {
            if (equals(content, og_types[i].name)) {
                return og_types[i].hints;
            }
        }
    }
    if (equals(name, "generator")) {
        for (size_t i = 0; i < DANA__COUNT(generators); i++) {
            size_t length = strlen(generators[i].name);

            if (content.length >= length &&
                strncasecmp(content.data, generators[i].name, length) == 0) {
                return generators[i].hints;
            }
        }
    }
    return 0;
}

/* The quoted string at or behind p, within a few bytes. */
static dana_view next_string(const char *p, const char *end)
{
    while (p < end && *p != '"' && (*p == ' ' || *p == ':' || *p == '[' || *p == '\n')) {
        p++;
    }
    if (p >= end || *p != '"') {
        return (dana_view){p, 0};
    }
    const char *close = memchr(p + 1, '"', (size_t)(end - p - 1));

    return (dana_view){p + 1, close != NULL ? (size_t)(close - p - 1) : 0};
}

unsigned dana__json_hints(dana_view content)
{
    const char *end = content.data + content.length;
    const char *p = content.data;
    unsigned hints = 0;

    for (p = memmem(p, (size_t)(end - p), "\"@type\"", 7); p != NULL;
         p = memmem(p, (size_t)(end - p), "\"@type\"", 7)) {
        p += 7;
        dana_view name = next_string(p, end);

        for (size_t i = 0; i < DANA__COUNT(types); i++) {
            if (name.length == strlen(types[i].name) &&
                memcmp(name.data, types[i].name, name.length) == 0) {
                hints |= types[i].hints;
            }
        }
    }
    return hints;
}
