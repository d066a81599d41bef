#include "dana/metadata.h"

#include "base/ascii.h"
#include "base/error.h"
#include "base/url_parts.h"
#include "dana/links.h"
#include "evidence/read_evidence.h"
#include "metadata/authors.h"
#include "metadata/from_data.h"
#include "metadata/language.h"
#include "metadata/metadata.h"
#include "metadata/relations.h"
#include "metadata/terms.h"
#include "metadata/texts.h"
#include "metadata/urls.h"
#include "metadata/when.h"
#include "page/page.h"
#include "text/plain_text.h"

#include <string.h>

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
        [DANA_METADATA_DETECTED] = "detected",
        [DANA_METADATA_STATE] = "state",
    };

    return source < DANA_METADATA_SOURCE_COUNT ? names[source] : "";
}

/* The steps, in an order in which each has what it needs. */
static dana_status (*const steps[])(dana__search *) = {
    dana__find_language, dana__find_site_name, dana__find_authors,   dana__find_urls,
    dana__find_texts,    dana__find_terms,     dana__find_relations,
};

/* Longest headline that is read, raw. */
#define RAW_HEADLINE_MAX 600

/* Reads the headline as plain text. */
static dana_status read_headline(dana__search *search)
{
    dana_span span = search->input->headline;
    dana_view raw = {search->page->source.data + span.start, span.end - span.start};

    return dana__plain_text(search->arena, dana__cut_bytes(raw, RAW_HEADLINE_MAX),
                            &search->headline, search->err);
}

/* Fills authors and dates that are not known from those of a page, whose source is data. */
static void fill_people_and_days(dana_metadata *out, const dana_metadata *of_data)
{
    if (out->author_count == 0) {
        memcpy(out->authors, of_data->authors, sizeof(out->authors));
        out->author_count = of_data->author_count;
        out->author_source = DANA_METADATA_STATE;
    }
    if (out->published.value.data == NULL && of_data->published.value.data != NULL) {
        out->published = (dana_metadata_field){of_data->published.value, DANA_METADATA_STATE};
    }
    if (out->modified.value.data == NULL && of_data->modified.value.data != NULL) {
        out->modified = (dana_metadata_field){of_data->modified.value, DANA_METADATA_STATE};
    }
}

/* Finds authors and dates in the elements that a program makes of data, which are a page of their
 * own. */
static dana_status read_made(const dana__search *outer, const dana_data *data)
{
    dana_metadata *out = dana_arena_alloc(outer->arena, sizeof(*out), outer->err);
    dana_metadata_input input = {.url = outer->input->url, .result = data->result};
    dana__evidence evidence;
    dana__search search = *outer;

    if (out == NULL) {
        return outer->err->status;
    }
    *out = (dana_metadata){.author_count = 0};
    out->language = outer->out->language;
    out->site_name = outer->out->site_name;
    search.page = data->page;
    search.input = &input;
    search.evidence = &evidence;
    search.out = out;
    dana_status status = dana__read_evidence(data->page, &input, NULL, &evidence, outer->err);

    if (status == DANA_OK) {
        status = dana__find_authors(&search);
    }
    if (status == DANA_OK) {
        search.reading = dana__reading_of(&search);
        status = dana__find_dates(&search);
    }
    if (status == DANA_OK) {
        fill_people_and_days(outer->out, out);
    }
    dana__release_evidence(data->page, &evidence);
    return status;
}

dana_status dana_find_metadata(dana_page *page, const dana_metadata_input *input,
                               dana_metadata *out, dana_error *err)
{
    return dana__find_metadata_without(page, input, NULL, out, DANA__ERROR(err));
}

dana_status dana__find_metadata_without(dana_page *page, const dana_metadata_input *input,
                                        const void *without, dana_metadata *out, dana_error *err)
{
    dana__evidence evidence;
    dana_metadata_input own = *input;

    own.url = dana__original_url(input->url, NULL);
    dana__search search = {.page = page,
                           .arena = page->arena,
                           .input = &own,
                           .evidence = &evidence,
                           .out = out,
                           .err = err};

    *out = (dana_metadata){.author_count = 0};
    dana_status status = dana__read_evidence(page, input, without, &evidence, err);

    if (status == DANA_OK) {
        status = dana_page_base(page, own.url, &search.base, err);
        search.base = dana__original_url(search.base, NULL);
    }
    if (status == DANA_OK) {
        status = read_headline(&search);
    }
    for (size_t i = 0; status == DANA_OK && i < DANA__COUNT(steps); i++) {
        status = steps[i](&search);
    }
    if (status == DANA_OK) {
        search.reading = dana__reading_of(&search);
        status = dana__find_dates(&search);
    }
    if (status == DANA_OK && input->result->data != NULL) {
        status = dana__fill_from_data(&search, input->result->data);
    }
    if (status == DANA_OK && input->result->data != NULL && input->result->data->page->has_made) {
        status = read_made(&search, input->result->data);
    }
    if (status == DANA_OK && input->posts_follow && without == NULL) {
        dana__keep_evidence(page, &evidence);
    } else {
        dana__release_evidence(page, &evidence);
    }
    return status;
}
