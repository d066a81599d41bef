#include "metadata.h"

#include "dana/metadata.h"

static json_t *text_value(dana_view text)
{
    return json_stringn_nocheck(text.data, text.length);
}

static json_t *field_value(const dana_metadata_field *field)
{
    if (field->value.data == NULL) {
        return json_null();
    }
    return json_pack("{so ss}", "value", text_value(field->value), "source",
                     dana_metadata_source_name(field->source));
}

static json_t *authors_value(const dana_metadata *m)
{
    if (m->author_count == 0) {
        return json_null();
    }
    json_t *names = json_array();

    for (size_t i = 0; i < m->author_count; i++) {
        if (json_array_append_new(names, text_value(m->authors[i])) != 0) {
            json_decref(names);
            return NULL;
        }
    }
    return json_pack("{so ss}", "value", names, "source",
                     dana_metadata_source_name(m->author_source));
}

static json_t *subtitle_value(const dana_subtitle *subtitle)
{
    json_t *level = subtitle->level > 0 ? json_integer((json_int_t)subtitle->level) : json_null();

    return json_pack("{so so ss}", "text", text_value(subtitle->text), "level", level, "source",
                     dana_metadata_source_name(subtitle->source));
}

static json_t *subtitles_value(const dana_metadata *m)
{
    json_t *list = json_array();

    for (size_t i = 0; i < m->subtitle_count; i++) {
        if (json_array_append_new(list, subtitle_value(&m->subtitles[i])) != 0) {
            json_decref(list);
            return NULL;
        }
    }
    return list;
}

/* The headline's place: found here where the answer does not include it. */
static dana_status find_headline(api__extraction *e, dana_span *span)
{
    const api__extract_request *request = e->request;
    dana_headline headline = e->headline;

    *span = (dana_span){0, 0};
    if (headline.algorithm == NULL) {
        dana_status status = dana_find_headline(e->page, request->headline_algorithm,
                                                &request->headline_params, false, &headline,
                                                &e->err);

        if (status != DANA_OK) {
            return status;
        }
    }
    if (headline.found) {
        *span = headline.headline.span;
    }
    return DANA_OK;
}

json_t *api__metadata_value(api__extraction *e, dana_view document)
{
    dana_metadata m;
    dana_metadata_input input = {.url = document, .result = &e->result, .text = e->text};

    if (find_headline(e, &input.headline) != DANA_OK ||
        dana_find_metadata(e->page, &input, &m, &e->err) != DANA_OK) {
        return NULL;
    }
    return json_pack("{so so so so so so so so so so}", "authors", authors_value(&m), "published",
                     field_value(&m.published), "modified", field_value(&m.modified), "language",
                     field_value(&m.language), "dir", field_value(&m.direction), "site_name",
                     field_value(&m.site_name), "excerpt", field_value(&m.excerpt), "canonical_url",
                     field_value(&m.canonical_url), "image", field_value(&m.image), "subtitles",
                     subtitles_value(&m));
}
