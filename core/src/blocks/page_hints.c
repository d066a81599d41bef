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
    {"LiveBlogPosting", DANA__HINT_LIVE},
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

unsigned dana__meta_hints(const dana__meta *meta)
{
    dana_view name = meta->property.data != NULL ? meta->property : meta->name;
    dana_view content = meta->content;

    if (name.data == NULL || content.data == NULL) {
        return 0;
    }
    if (dana__is_text(name, "og:type")) {
        for (size_t i = 0; i < DANA__COUNT(og_types); i++) {
            if (dana__is_text(content, og_types[i].name)) {
                return og_types[i].hints;
            }
        }
    }
    if (dana__is_text(name, "generator")) {
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

unsigned dana__type_hints(const dana__ld *ld, dana__ld_range objects)
{
    unsigned hints = 0;

    for (uint32_t i = objects.first; i < objects.end; i++) {
        dana_view type = dana__ld_text(ld, i, DANA__LD_TYPE);

        for (size_t k = 0; k < DANA__COUNT(types) && type.length > 0; k++) {
            if (type.length == strlen(types[k].name) &&
                memcmp(type.data, types[k].name, type.length) == 0) {
                hints |= types[k].hints;
            }
        }
    }
    return hints;
}
