/*
 * The list of a batch's items, as api/batch.h shows it. A response owns it.
 */
#ifndef API_HTTP_BATCH_LIST_H
#define API_HTTP_BATCH_LIST_H

#include "api/batch.h"
#include "json/buffer.h"

#include <jansson.h>

struct api_defaults {
    json_t *root; /* owned: an object with include and options, checked */
};

/* Zeroed it is empty; all is owned (api_batch_free). */
struct api_batch {
    api__buffer
        items; /* of JSON; their texts borrow from the body of the request, or from decoded */
    size_t count;
    size_t taken;    /* items of JSON that api_batch_next has given */
    dana_view lines; /* what is left of the lines; borrowed in the same way */
    size_t line;     /* the number of its first one, from 0 */
    api_defaults *defaults;
    char *decoded; /* NULL: the body had no content coding */
    size_t decoded_length;
    bool lines_in;
    bool lines_out;
};

/* Sets the lines of a batch, each of which is an item unless it is blank. */
void api__batch_set_lines(api_batch *batch, dana_view lines);

/* Adds an item with its index. Returns false where memory ran out. */
bool api__batch_add(api_batch *batch, dana_view text, size_t index);

/* Writes what is told of the item that is one too many, into size bytes. */
void api__batch_too_many(size_t index, size_t max, char *out, size_t size);

#endif
