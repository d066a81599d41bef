#include "json/buffer.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What a buffer has room for once something is added, where nothing was reserved. */
#define FIRST_CAPACITY ((size_t)4096)

static bool grow(api__buffer *b, size_t extra)
{
    size_t needed = b->length + extra + 1;
    size_t capacity = 2 * b->capacity;

    if (b->failed) {
        return false;
    }
    if (capacity < needed) {
        capacity = needed;
    }
    char *data = realloc(b->data, capacity);

    if (data == NULL) {
        api__buffer_fail(b);
        return false;
    }
    b->data = data;
    b->capacity = capacity;
    return true;
}

bool api__reserve(api__buffer *b, size_t extra)
{
    return b->capacity - b->length > extra || grow(b, extra);
}

void api__append(api__buffer *b, const char *bytes, size_t length)
{
    size_t wanted = b->data == NULL && length < FIRST_CAPACITY ? FIRST_CAPACITY : length;

    if (api__reserve(b, wanted) && length > 0) {
        memcpy(b->data + b->length, bytes, length);
        b->length += length;
    }
}

void api__append_string(api__buffer *b, const char *text)
{
    api__append(b, text, strlen(text));
}

void api__append_view(api__buffer *b, dana_view text)
{
    api__append(b, text.data, text.length);
}

void api__append_format(api__buffer *b, const char *format, ...)
{
    char text[API__FORMAT_MAX + 1];
    va_list args;

    va_start(args, format);
    vsnprintf(text, sizeof(text), format, args);
    va_end(args);
    api__append_string(b, text);
}

void api__buffer_fail(api__buffer *b)
{
    api__buffer_clear(b);
    b->failed = true;
}

void api__buffer_clear(api__buffer *b)
{
    free(b->data);
    *b = (api__buffer){0};
}
