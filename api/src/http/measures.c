#include "http/measures.h"

#include "dana/decode.h"

/* The source of a page that came as a JSON string, in addition to those of core. */
#define JSON_SOURCE "json"
/* And of one that was rendered. */
#define RENDERED_SOURCE "rendered"

const char *api_encoding_name(size_t index)
{
    return dana_encoding_at(index);
}

const char *api_encoding_source_name(size_t index)
{
    if (index < DANA_ENCODING_SOURCE_COUNT) {
        return dana_encoding_source_name((dana_encoding_source)index);
    }
    return index == DANA_ENCODING_SOURCE_COUNT       ? JSON_SOURCE
           : index == DANA_ENCODING_SOURCE_COUNT + 1 ? RENDERED_SOURCE
                                                     : NULL;
}

/* A 200 is what core found; any other answer is what kept core, or the writer, from it. */
static api_document_result result_of(dana_status status, bool found, int http_status)
{
    if (status == DANA_CANCELLED) {
        return API_DOCUMENT_TIMEOUT;
    }
    if (status == DANA_TOO_LARGE || dana_status_category(status) == DANA_CATEGORY_DOCUMENT) {
        return API_DOCUMENT_TOO_COMPLEX;
    }
    if (status != DANA_OK || http_status != 200) {
        return API_DOCUMENT_ERROR;
    }
    return found ? API_DOCUMENT_OK : API_DOCUMENT_EMPTY;
}

void api__measures_report(const api_context *context, dana_status status, bool found,
                          api_measures *measures, api_response *out)
{
    measures->result = result_of(status, found, out->status);
    out->measures = *measures;
    if (context->on_document != NULL) {
        context->on_document(context->observer, measures);
    }
}
