#include "base/buffer.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FIRST_CAPACITY ((size_t)4096)
#define FIRST_ITEMS    ((size_t)16)

bool svc_buffer_reserve(svc_buffer *buffer, size_t more)
{
    size_t needed = buffer->length + more + 1;
    size_t capacity = buffer->capacity > 0 ? buffer->capacity * 2 : FIRST_CAPACITY;

    if (needed <= buffer->capacity) {
        return true;
    }
    capacity = capacity < needed ? needed : capacity;
    char *bytes = realloc(buffer->bytes, capacity);
    if (bytes == NULL) {
        return false;
    }
    bytes[buffer->length] = '\0';
    buffer->bytes = bytes;
    buffer->capacity = capacity;
    return true;
}

bool svc_buffer_add(svc_buffer *buffer, const char *bytes, size_t length)
{
    if (!svc_buffer_reserve(buffer, length)) {
        return false;
    }
    memcpy(buffer->bytes + buffer->length, bytes, length);
    buffer->length += length;
    buffer->bytes[buffer->length] = '\0';
    return true;
}

bool svc_buffer_addf(svc_buffer *buffer, const char *format, ...)
{
    va_list arguments;
    va_list again;

    va_start(arguments, format);
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    bool fine = length >= 0 && svc_buffer_reserve(buffer, (size_t)length);
    if (fine) {
        vsnprintf(buffer->bytes + buffer->length, (size_t)length + 1, format, again);
        buffer->length += (size_t)length;
    }
    va_end(again);
    return fine;
}

void svc_buffer_clear(svc_buffer *buffer)
{
    free(buffer->bytes);
    *buffer = (svc_buffer){.bytes = NULL};
}

/* The capacity follows from the count: the first, and then powers of two. */
void *svc_array_grow(void *items, size_t count, size_t size)
{
    bool is_full = count == 0 || (count >= FIRST_ITEMS && (count & (count - 1)) == 0);
    size_t capacity = count == 0 ? FIRST_ITEMS : count * 2;

    return is_full ? realloc(items, capacity * size) : items;
}
