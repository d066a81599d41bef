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
    if (status == DANA_OK && input->posts_follow && without == NULL) {
        dana__keep_evidence(page, &evidence);
    } else {
        dana__release_evidence(page, &evidence);
    }
    return status;
}
