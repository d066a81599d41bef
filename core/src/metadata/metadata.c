#include "dana/metadata.h"

#include "dana/links.h"
#include "evidence/read_evidence.h"
#include "metadata/find.h"
#include "page/page.h"
#include "text/plain_text.h"

const char *dana_metadata_source_name(dana_metadata_source source)
{
    static const char *const names[DANA_METADATA_SOURCE_COUNT] = {
        [DANA_METADATA_JSON_LD] = "json-ld",
        [DANA_METADATA_META] = "meta",
        [DANA_METADATA_MICRODATA] = "microdata",
        [DANA_METADATA_VISIBLE] = "visible",
        [DANA_METADATA_HTML] = "html",
        [DANA_METADATA_LINK] = "link",
        [DANA_METADATA_URL] = "url",
    };

    return source < DANA_METADATA_SOURCE_COUNT ? names[source] : "";
}

/* What distance from the headline and a part set aside cost; near the headline a part costs less:
 * bylines stand in boxes of many names. */
#define DISTANCE_MOST   36
#define NEAR            6
#define COST_HEADING    4
#define COST_ASIDE      40
#define COST_ASIDE_NEAR 8

/* Texts between a hint and a place; behind the place they count half, before it double. */
static int distance_from(uint32_t place, const dana__hint *hint)
{
    if (place == UINT32_MAX) {
        return DISTANCE_MOST;
    }
    uint32_t pieces = hint->piece >= place ? (hint->piece - place) / 2 : (place - hint->piece) + 2;

    return pieces < DISTANCE_MOST ? (int)pieces : DISTANCE_MOST;
}

static int smaller(int a, int b)
{
    return a < b ? a : b;
}

int dana__worth_in_place(const dana__search *search, const dana__hint *hint)
{
    const dana__evidence *e = search->evidence;

    if (hint->form == DANA__FORM_VALUE) {
        return hint->worth;
    }
    int distance = distance_from(e->headline_piece, hint);

    distance = smaller(distance, distance_from(e->heading_piece, hint) + COST_HEADING);
    if (e->headline_piece == UINT32_MAX && e->heading_piece == UINT32_MAX) {
        distance = distance_from(e->content_piece, hint);
    }
    int aside = 0;

    if (dana__is_aside(e, hint, true)) {
        aside = distance <= NEAR ? COST_ASIDE_NEAR : COST_ASIDE;
    }
    return hint->worth - distance - aside;
}

dana_view dana__best_head_hint(const dana__search *search, dana__about about,
                               dana_metadata_source *source)
{
    const dana__evidence *e = search->evidence;
    dana_view best = {NULL, 0};
    int worth = 0;

    for (size_t i = 0; i < e->hint_count; i++) {
        const dana__hint *hint = &e->hints[i];

        if (hint->about == about && hint->form == DANA__FORM_VALUE && hint->worth > worth) {
            best = hint->text;
            worth = hint->worth;
            *source = hint->source;
        }
    }
    return best;
}

dana__date_reading dana__reading_of(const dana_metadata *out)
{
    dana_view tag = out->language.value;
    dana_view language = {tag.data, 0};

    while (language.length < tag.length && tag.data[language.length] != '-') {
        language.length++;
    }
    bool english = dana__is_text(language, "en");

    return (dana__date_reading){
        .month_first = english && (tag.length == 2 || dana__is_text(tag, "en-US")),
        .solar = dana__is_text(language, "fa") || dana__is_text(language, "ps"),
    };
}

/* The steps, in an order in which each has what it needs. */
static dana_status (*const steps[])(dana__search *) = {
    dana__find_language, dana__find_site_name, dana__find_authors,
    dana__find_urls,     dana__find_texts,
};

dana_status dana_find_metadata(dana_page *page, const dana_metadata_input *input,
                               dana_metadata *out, dana_error *err)
{
    return dana__find_metadata_without(page, input, NULL, out, err);
}

dana_status dana__find_metadata_without(dana_page *page, const dana_metadata_input *input,
                                        const void *without, dana_metadata *out, dana_error *err)
{
    dana_error local;
    dana_error *why = err != NULL ? err : &local;
    dana__evidence evidence;
    dana__search search = {.page = page,
                           .arena = page->arena,
                           .input = input,
                           .evidence = &evidence,
                           .out = out,
                           .err = why};

    *out = (dana_metadata){.author_count = 0};
    dana_status status = dana__read_evidence(page, input, without, &evidence, why);

    if (status == DANA_OK) {
        status = dana_page_base(page, input->url, &search.base, why);
    }
    for (size_t i = 0; status == DANA_OK && i < sizeof(steps) / sizeof(steps[0]); i++) {
        status = steps[i](&search);
    }
    if (status == DANA_OK) {
        search.reading = dana__reading_of(out);
        status = dana__find_dates(&search);
    }
    dana__release_evidence(page, &evidence);
    return status;
}
