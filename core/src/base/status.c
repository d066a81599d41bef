#include "dana/status.h"

#include <stdarg.h>
#include <stdio.h>

static const struct {
    const char *code;
    const char *text;
    dana_category category;
} statuses[DANA_STATUS_COUNT] = {
#define STATUS_ROW(name, code, text, category)                                                     \
    [DANA_##name] = {code, text, DANA_CATEGORY_##category},
    DANA_STATUS_LIST(STATUS_ROW)
#undef STATUS_ROW
};

const char *dana_status_code(dana_status status)
{
    return (unsigned)status < DANA_STATUS_COUNT ? statuses[status].code : "internal";
}

const char *dana_status_text(dana_status status)
{
    return (unsigned)status < DANA_STATUS_COUNT ? statuses[status].text : "unknown status";
}

dana_category dana_status_category(dana_status status)
{
    return (unsigned)status < DANA_STATUS_COUNT ? statuses[status].category
                                                : DANA_CATEGORY_INTERNAL;
}

static void fill(dana_error *err, dana_status status, size_t position, const char *limit,
                 size_t value)
{
    err->status = status;
    err->position = position;
    err->limit = limit;
    err->limit_value = value;
}

dana_status dana_error_set(dana_error *err, dana_status status, size_t position, const char *format,
                           ...)
{
    if (err != NULL) {
        va_list args;

        fill(err, status, position, NULL, 0);
        va_start(args, format);
        vsnprintf(err->message, sizeof(err->message), format, args);
        va_end(args);
    }
    return status;
}

dana_status dana_error_set_limit(dana_error *err, dana_status status, size_t position,
                                 const char *limit, size_t value, const char *format, ...)
{
    if (err != NULL) {
        va_list args;

        fill(err, status, position, limit, value);
        va_start(args, format);
        vsnprintf(err->message, sizeof(err->message), format, args);
        va_end(args);
    }
    return status;
}
