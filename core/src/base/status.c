#include "dana/status.h"

#include <stdarg.h>
#include <stdio.h>

static const dana_category categories[DANA_STATUS_COUNT] = {
#define CATEGORY_ROW(name, category) [DANA_##name] = DANA_CATEGORY_##category,
    DANA_STATUS_LIST(CATEGORY_ROW)
#undef CATEGORY_ROW
};

dana_category dana_status_category(dana_status status)
{
    return (unsigned)status < DANA_STATUS_COUNT ? categories[status] : DANA_CATEGORY_INTERNAL;
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
