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
    api__buffer items; /* their texts borrow from the body of the request, or from decoded */
    size_t count;
    api_defaults *defaults;
    char *decoded; /* NULL: the body had no content coding */
    size_t decoded_length;
    bool lines_in;
    bool lines_out;
};

/* Adds an item with its index. Returns false where memory ran out. */
bool api__batch_add(api_batch *batch, dana_view text, size_t index);

#endif
