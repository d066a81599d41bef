#include "render/output.h"

#include <string.h>

bool dana__reserve(dana__renderer *r, dana_buffer *buffer, size_t extra)
{
    if (r->status == DANA_OK) {
        r->status = dana_buffer_reserve(r->page->arena, buffer, extra, r->err);
    }
    return r->status == DANA_OK;
}

void dana__append(dana__renderer *r, dana_buffer *buffer, const char *bytes, size_t length)
{
    if (r->status == DANA_OK && length > 0 && length <= buffer->capacity - buffer->length) {
        memcpy((char *)buffer->data + buffer->length, bytes, length);
        buffer->length += length;
    } else if (r->status == DANA_OK) {
        r->status = dana_buffer_append(r->page->arena, buffer, bytes, length, r->err);
    }
}

void dana__put(dana__renderer *r, const char *bytes, size_t length)
{
    dana__append(r, &r->out, bytes, length);
}

void dana__put_number(dana__renderer *r, uint64_t number)
{
    char digits[20];
    size_t at = sizeof(digits);

    do {
        digits[--at] = (char)('0' + number % 10);
        number /= 10;
    } while (number > 0);
    dana__append(r, &r->out, digits + at, sizeof(digits) - at);
}

/* Makes room inside the output. Returns NULL where there is none. */
static char *open_gap(dana__renderer *r, size_t position, size_t length)
{
    if (!dana__reserve(r, &r->out, length)) {
        return NULL;
    }
    char *at = (char *)r->out.data + position;

    memmove(at + length, at, r->out.length - position);
    r->out.length += length;
    return at;
}

void dana__insert(dana__renderer *r, size_t position, const char *bytes, size_t length)
{
    char *at = open_gap(r, position, length);

    if (at != NULL) {
        memcpy(at, bytes, length);
    }
}

void dana__insert_run(dana__renderer *r, size_t position, char byte, size_t count)
{
    char *at = count > 0 ? open_gap(r, position, count) : NULL;

    if (at != NULL) {
        memset(at, byte, count);
    }
}

void dana__remove(dana__renderer *r, size_t position, size_t length)
{
    char *at = (char *)r->out.data + position;

    memmove(at, at + length, r->out.length - position - length);
    r->out.length -= length;
}

dana_view dana__written(const dana__renderer *r)
{
    return (dana_view){r->out.data, r->out.length};
}
