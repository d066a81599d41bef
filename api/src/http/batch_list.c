#include "http/batch_list.h"

#include "http/media_type.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct {
    dana_view text;
    size_t index;
} batch_item;

bool api__batch_add(api_batch *batch, dana_view text, size_t index)
{
    const batch_item item = {text, index};

    api__append(&batch->items, (const char *)&item, sizeof(item));
    batch->count++;
    return !batch->items.failed;
}

size_t api_batch_count(const api_batch *batch)
{
    return batch->count;
}

size_t api_batch_bytes(const api_batch *batch)
{
    return batch->decoded_length;
}

const api_defaults *api_batch_defaults(const api_batch *batch)
{
    return batch->defaults;
}

void api_batch_item(const api_batch *batch, size_t position, api_item *out)
{
    const batch_item *item = (const batch_item *)(void *)batch->items.data + position;

    out->index = item->index;
    out->json = item->text.data;
    out->length = item->text.length;
    out->is_line = batch->lines_in;
}

const char *api_batch_media_type(const api_batch *batch)
{
    return batch->lines_out ? API__NDJSON : "application/json";
}

bool api_batch_is_ordered(const api_batch *batch)
{
    return !batch->lines_out;
}

void api_batch_write_part(const api_batch *batch, api_batch_part part, size_t ok, size_t failed,
                          char out[API_BATCH_PART_SIZE])
{
    static const char *const json[] = {"{\"results\":[", ",", "", "],"};
    static const char *const lines[] = {"", "", "\n", "{"};
    const char *text = batch->lines_out ? lines[part] : json[part];

    if (part == API_BATCH_CLOSING) {
        snprintf(out, API_BATCH_PART_SIZE, "%s\"summary\":{\"ok\":%zu,\"failed\":%zu}}\n", text, ok,
                 failed);
    } else {
        snprintf(out, API_BATCH_PART_SIZE, "%s", text);
    }
}

void api_batch_free(api_batch *batch)
{
    if (batch != NULL) {
        api_defaults_free(batch->defaults);
        api__buffer_clear(&batch->items);
        free(batch->decoded);
        free(batch);
    }
}

void api_defaults_free(api_defaults *defaults)
{
    if (defaults != NULL) {
        json_decref(defaults->root);
        free(defaults);
    }
}
