#include "answer/formats.h"

#include "answer/documents.h"
#include "answer/json.h"
#include "http/accept.h"
#include "http/success.h"

const char *const api__extract_types[] = {"application/json", "text/plain",    "text/markdown",
                                          "text/html",        "image/svg+xml", NULL};

static bool answer_picture(api__extraction *e, api_response *out)
{
    api__bytes_response(out, e->id, "image/svg+xml", e->text);
    return true;
}

static const api__format formats[] = {
    [API_FORM_JSON] = {.write = api__answer_json},
    [API_FORM_TEXT] = {.parts = API__INCLUDE_TEXT | API__INCLUDE_HEADLINE,
                       .write = api__answer_text},
    [API_FORM_MARKDOWN] = {.parts = API__INCLUDE_HEADLINE,
                           .renders_content = true,
                           .write = api__answer_markdown},
    [API_FORM_HTML] = {.parts = API__INCLUDE_HEADLINE,
                       .renders_content = true,
                       .write = api__answer_html},
    [API_FORM_SVG] = {.is_picture = true, .write = answer_picture},
};

const api__format *api__format_of(api_form form)
{
    return &formats[form];
}

const api__format *api__accepted_format(const char *accept)
{
    size_t chosen = api__accept_choose(accept, api__extract_types);

    return &formats[chosen != API__NO_TYPE ? chosen : API_FORM_JSON];
}
