#include "http/body.h"

#include "dana/text.h"
#include "http/content_coding.h"
#include "http/problems.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BOM        "\xEF\xBB\xBF"
#define BOM_LENGTH 3

dana_view api__skip_bom(dana_view text)
{
    if (text.length >= BOM_LENGTH && memcmp(text.data, BOM, BOM_LENGTH) == 0) {
        text.data += BOM_LENGTH;
        text.length -= BOM_LENGTH;
    }
    return text;
}

void api__json_problem(api_response *out, const char *request_id, const char *what,
                       api__origin origin)
{
    char detail[JSON_ERROR_TEXT_LENGTH + 60];

    snprintf(detail, sizeof(detail), "%s at line %zu, column %zu", what, origin.line,
             origin.column);
    detail[dana_utf8_valid_length(detail, strlen(detail))] = '\0';
    api__problem_with(out, request_id, "invalid-json", detail,
                      json_pack("{sI sI sI}", "line", (json_int_t)origin.line, "column",
                                (json_int_t)origin.column, "position",
                                (json_int_t)origin.position));
}

/* Where jansson stopped, in the text that begins at `origin`. */
static api__origin error_origin(const json_error_t *error, api__origin origin)
{
    api__origin at = {.line = (size_t)error->line + origin.line - 1,
                      .column = error->column > 0 ? (size_t)error->column : 1, /* 0: empty line */
                      .position = (size_t)error->position + origin.position};

    if (error->line <= 1) {
        at.column += origin.column - 1;
    }
    return at;
}

/* jansson's own text names what it found; where that misleads, a sentence says what is wrong. */
static const char *error_text(const json_error_t *error)
{
    switch ((int)json_error_code(error)) {
    case json_error_premature_end_of_input:
        return "The JSON ends too early";
    case json_error_end_of_input_expected:
        return "There is more after the JSON value";
    case json_error_invalid_utf8:
        return "The JSON is not UTF-8";
    case json_error_numeric_overflow:
        return "A number is too large";
    case json_error_stack_overflow:
        return "Arrays and objects are nested too deeply";
    case json_error_null_byte_in_key:
        return "The name of a member has a NUL";
    default:
        return error->text;
    }
}

bool api__body_json(const char *id, dana_view body, const char *const *texts, api__json *json,
                    api_response *refusal)
{
    return api__part_json(id, body, (api__origin){1, 1, 0}, texts, json, refusal);
}

bool api__part_json(const char *id, dana_view body, api__origin origin, const char *const *texts,
                    api__json *json, api_response *refusal)
{
    json_error_t error = {0};

    if (body.length == 0) {
        api__problem(refusal, id, "empty-body", NULL, NULL);
        return false;
    }
    if (api__json_read(api__skip_bom(body), texts, json, &error)) {
        return true;
    }
    if (error.text[0] == '\0' || json_error_code(&error) == json_error_out_of_memory) {
        api__problem(refusal, id, "internal", NULL, NULL);
    } else {
        api__json_problem(refusal, id, error_text(&error), error_origin(&error, origin));
    }
    return false;
}

static void coding_problem(const api_context *context, const char *id, api__coding_status status,
                           api_response *out)
{
    if (status == API__CODING_TOO_LARGE) {
        api__limit_problem(
            out, id, "body-too-large",
            "The decoded body has more bytes than limits.max_body_bytes of /v1/info.",
            context->max_body_bytes);
        return;
    }
    api__problem(out, id, status == API__CODING_BROKEN ? "broken-coding" : "internal", NULL, NULL);
}

bool api__body_decode(const api_context *context, const api_request *request, dana_view *body,
                      char **owned, api_response *out)
{
    *owned = NULL;
    *body = (dana_view){request->body, request->body_length};
    if (api__coding_is_identity(request->content_encoding) || body->length == 0) {
        return true;
    }
    api__coding_status status = api__coding_decode(request->content_encoding, body->data,
                                                   body->length, context->max_body_bytes, owned,
                                                   &body->length);

    body->data = *owned;
    if (status != API__CODING_OK) {
        coding_problem(context, request->id, status, out);
        return false;
    }
    return true;
}

bool api__body_read(const api_context *context, const api_request *request,
                    const char *const *texts, api__json *json, api_response *out)
{
    dana_view body;
    char *owned;

    if (!api__body_decode(context, request, &body, &owned, out)) {
        return false;
    }
    if (!api__body_json(request->id, body, texts, json, out)) {
        free(owned);
        return false;
    }
    json->source = owned;
    return true;
}
