#include "growing_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void append(growing_text *out, const char *data, size_t length)
{
    if (out->capacity - out->length < length) {
        out->capacity = (out->capacity + length) * 2;
        out->data = realloc(out->data, out->capacity);
        if (out->data == NULL) {
            perror("growing text");
            exit(1);
        }
    }
    if (length > 0) {
        memcpy(out->data + out->length, data, length);
    }
    out->length += length;
}
