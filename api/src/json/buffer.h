/*
 * Bytes that grow: the one buffer of this floor.
 */
#ifndef API_JSON_BUFFER_H
#define API_JSON_BUFFER_H

#include "dana/view.h"

#include <stdbool.h>
#include <stddef.h>

/*
 * Zeroed it is empty. data is owned (api__buffer_clear), and has room for one more byte. When
 * memory runs out, all is freed, `failed` is set, and nothing more is added.
 */
typedef struct {
    char *data;
    size_t length;
    size_t capacity;
    bool failed;
} api__buffer;

/* Makes room for `extra` bytes and one more. Returns false where the buffer failed. */
bool api__reserve(api__buffer *buffer, size_t extra);

/* Adds bytes; `bytes` may be NULL where length is 0. */
void api__append(api__buffer *buffer, const char *bytes, size_t length);

/* Adds a string. */
void api__append_string(api__buffer *buffer, const char *text);

/* Adds a text. */
void api__append_view(api__buffer *buffer, dana_view text);

/* Adds what printf would write: at most API__FORMAT_MAX bytes, the rest is cut. */
void api__append_format(api__buffer *buffer, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Longest text of api__append_format. */
#define API__FORMAT_MAX 127

/* Makes a buffer fail, for a caller that cannot write what belongs there. */
void api__buffer_fail(api__buffer *buffer);

/* Frees what a buffer owns; it is empty again. */
void api__buffer_clear(api__buffer *buffer);

#endif
