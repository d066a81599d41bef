#include "http/errors.h"

#include "dana/text.h"
#include "http/problems.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* A JSON string of a text that may have been cut inside a character. */
static json_t *whole_characters(const char *text)
{
    return json_stringn(text, dana_utf8_valid_length(text, strlen(text)));
}

void api__error_add(api__errors *errors, const char *code, const char *pointer, const char *format,
                    ...)
{
    char detail[300];
    va_list args;

    if (json_array_size(errors->list) >= API__ERRORS_MAX) {
        return;
    }
    va_start(args, format);
    vsnprintf(detail, sizeof(detail), format, args);
    va_end(args);
    if (errors->code == NULL) {
        errors->code = code;
    }
    if (errors->list == NULL) {
        errors->list = json_array();
    }
    json_t *error = json_pack("{so so}", "pointer", whole_characters(pointer), "detail",
                              whole_characters(detail));

    if (json_array_append_new(errors->list, error) != 0) {
        errors->failed = true;
    }
}

void api__errors_clear(api__errors *errors)
{
    json_decref(errors->list);
    *errors = (api__errors){0};
}

void api__errors_response(api_response *out, const char *request_id, api__errors *errors)
{
    json_t *extensions = NULL;

    if (!errors->failed) {
        extensions = json_pack("{sO}", "errors", errors->list);
    }
    const char *detail = json_string_value(
        json_object_get(json_array_get(errors->list, 0), "detail"));

    if (extensions == NULL) {
        api__problem(out, request_id, "internal", NULL, NULL);
    } else {
        api__problem(out, request_id, errors->code, detail, extensions);
    }
    api__errors_clear(errors);
}

void api__error_response(api_response *out, const char *request_id, const char *code,
                         const char *pointer, const char *detail)
{
    api__errors errors = {0};

    api__error_add(&errors, code, pointer, "%s", detail);
    api__errors_response(out, request_id, &errors);
}
