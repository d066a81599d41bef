/* Buffers and arrays that grow. */
#ifndef SVC_BASE_BUFFER_H
#define SVC_BASE_BUFFER_H

#include <stdbool.h>
#include <stddef.h>

/* Bytes with a NUL after them. Zeroed it is empty. Where memory is out it stays as it was. */
typedef struct {
    char *bytes; /* owned; NULL: nothing was reserved yet */
    size_t length;
    size_t capacity; /* the NUL included */
} svc_buffer;

/* Makes room for `more` bytes, at least twice as much as there was. False: memory is out. */
bool svc_buffer_reserve(svc_buffer *buffer, size_t more);

/* Appends bytes. Returns false where memory is out. */
bool svc_buffer_add(svc_buffer *buffer, const char *bytes, size_t length);

/* Appends what printf would print. Returns false where memory is out. */
bool svc_buffer_addf(svc_buffer *buffer, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Frees the bytes and makes the buffer empty. */
void svc_buffer_clear(svc_buffer *buffer);

/*
 * Makes room for one more item of `size` bytes in an array that only this function has grown, with
 * `count` items (NULL: 0). Returns the array; NULL where memory is out, and it is as it was.
 */
void *svc_array_grow(void *items, size_t count, size_t size);

#endif
