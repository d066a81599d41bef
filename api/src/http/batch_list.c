#include "http/batch_list.h"

#include "http/media_type.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

void api__batch_too_many(size_t index, size_t max, char *out, size_t size)
{
    snprintf(out, size, "#/items/%zu is one item too many: limits.batch_max_items is %zu.", index,
             max);
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

bool api_batch_is_blank(const char *line, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        if (line[i] != ' ' && line[i] != '\t' && line[i] != '\r') {
            return false;
        }
    }
    return true;
}

/* Steps over the next line that is not blank. */
static bool next_line(dana_view *left, size_t *number, api_item *out)
{
    while (left->length > 0) {
        const char *feed = memchr(left->data, '\n', left->length);
        size_t length = feed != NULL ? (size_t)(feed - left->data) : left->length;
        size_t step = feed != NULL ? length + 1 : length;

        out->index = (*number)++;
        out->json = left->data;
        out->length = length;
        out->is_line = true;
        *left = (dana_view){left->data + step, left->length - step};
        if (!api_batch_is_blank(out->json, length)) {
            return true;
        }
    }
    return false;
}

void api__batch_set_lines(api_batch *batch, dana_view lines)
{
    dana_view left = lines;
    size_t number = 0;
    api_item item;

    batch->lines = lines;
    while (next_line(&left, &number, &item)) {
        batch->count++;
    }
}

bool api_batch_next(api_batch *batch, api_item *out)
{
    const batch_item *items = (const batch_item *)(void *)batch->items.data;

    if (batch->lines_in) {
        return next_line(&batch->lines, &batch->line, out);
    }
    if (batch->taken == batch->count) {
        return false;
    }
    const batch_item *item = &items[batch->taken++];

    out->index = item->index;
    out->json = item->text.data;
    out->length = item->text.length;
    out->is_line = false;
    return true;
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
