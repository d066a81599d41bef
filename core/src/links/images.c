#include "dana/links.h"

#include "base/ascii.h"
#include "base/error.h"
#include "base/hash.h"
#include "data/data.h"
#include "html/attribute.h"
#include "links/resolve.h"
#include "page/page.h"
#include "page/pass.h"

#include <string.h>
#include <strings.h>

static bool is_data_url(dana_view value)
{
    return value.length >= 5 && strncasecmp(value.data, "data:", 5) == 0;
}

/* The first candidate of a srcset: up to white space, without commas at its ends. */
static dana_view first_candidate(dana_view srcset)
{
    while (srcset.length > 0 && (dana__is_space(srcset.data[0]) || srcset.data[0] == ',')) {
        srcset = (dana_view){srcset.data + 1, srcset.length - 1};
    }
    size_t length = 0;

    while (length < srcset.length && !dana__is_space(srcset.data[length])) {
        length++;
    }
    while (length > 0 && srcset.data[length - 1] == ',') {
        length--;
    }
    return (dana_view){srcset.data, length};
}

/* The raw value that says where an image is; empty: nowhere. */
static dana_view image_source(dana_view tag)
{
    static const char *const names[] = {"src", "data-src", "srcset"};

    for (size_t i = 0; i < DANA__COUNT(names); i++) {
        dana_view value;

        if (dana_tag_attribute(tag, names[i], &value)) {
            value = i == 2 ? first_candidate(value) : dana__trim(value);
            if (value.length > 0 && !is_data_url(value)) {
                return value;
            }
        }
    }
    return (dana_view){"", 0};
}

/* Makes the image of an img tag. *kept: it is on the web. */
static dana_status make_image(dana_page *page, dana_view base, const dana__markup *tag,
                              dana_image *image, bool *kept, dana_error *err)
{
    uint32_t start = (uint32_t)(tag->start - page->source.data);
    dana_view text = {tag->start, (size_t)(tag->end - tag->start)};
    dana_view source = image_source(text);
    dana_view alt = {"", 0};

    *kept = false;
    *image = (dana_image){.span = {start, start + (uint32_t)text.length}};
    if (source.length == 0) {
        return DANA_OK;
    }
    dana_status status = dana__resolve_value(page, base, source, &image->src, err);

    if (status != DANA_OK || image->src.data == NULL || !dana__is_web(image->src)) {
        return status;
    }
    *kept = true;
    dana_tag_attribute(text, "alt", &alt);
    return dana__attribute_value(page->arena, alt, &image->alt, err);
}

static uint64_t hash_of(uint64_t hash, dana_view text)
{
    for (size_t i = 0; i < text.length; i++) {
        hash = dana__hash(hash, (unsigned char)text.data[i]);
    }
    return hash;
}

static bool same_text(dana_view a, dana_view b)
{
    return a.length == b.length && (a.length == 0 || memcmp(a.data, b.data, a.length) == 0);
}

/* Keeps the first of equal images; their order stays. */
static dana_status drop_duplicates(dana_page *page, dana_buffer *buffer, dana_error *err)
{
    dana_image *images = buffer->data;
    size_t slots = 16;
    size_t kept = 0;

    while (slots < buffer->length * 2) {
        slots *= 2;
    }
    uint32_t *table = dana_arena_zeroed(page->arena, slots, sizeof(*table), err);

    if (table == NULL) {
        return err->status;
    }
    for (size_t i = 0; i < buffer->length; i++) {
        uint64_t hash = hash_of(hash_of(DANA__HASH_EMPTY, images[i].src), images[i].alt);
        size_t slot = (hash >> 20) & (slots - 1);

        while (table[slot] != 0 && !(same_text(images[table[slot] - 1].src, images[i].src) &&
                                     same_text(images[table[slot] - 1].alt, images[i].alt))) {
            slot = (slot + 1) & (slots - 1);
        }
        if (table[slot] == 0) {
            images[kept++] = images[i];
            table[slot] = (uint32_t)kept;
        }
    }
    buffer->length = kept;
    return DANA_OK;
}

/* A pass over the tags for images in sorted ranges. */
static dana_status collect_images(dana_page *page, const dana_range *ranges, size_t count,
                                  dana_view base, dana_buffer *images, dana_error *err)
{
    const char *source = page->source.data;
    const char *end = source + (count > 0 ? ranges[count - 1].span.end : 0);
    dana__pass pass;
    dana__markup tag;
    size_t range = 0;
    dana_status status = DANA_OK;

    dana__pass_start(&pass, page, false, err);
    while (status == DANA_OK && pass.p < end && dana__pass_next_tag(&pass, &tag)) {
        size_t at = (size_t)(tag.start - source);

        while (range < count && ranges[range].span.end <= at) {
            range++;
        }
        if (range == count || at < ranges[range].span.start || !dana__is_start_of(&tag, "img")) {
            continue;
        }
        status = dana_buffer_reserve(page->arena, images, 1, err);
        if (status == DANA_OK) {
            bool kept = false;

            status = make_image(page, base, &tag, (dana_image *)images->data + images->length,
                                &kept, err);
            images->length += kept;
        }
    }
    return status == DANA_OK ? pass.status : status;
}

/* The images of content from data stand where its strings do. */
static dana_status images_of_data(const dana_data *data, dana_view base, const dana_image **out,
                                  size_t *count, dana_error *err)
{
    dana_status status = dana_result_images(data->page, data->result, base, out, count, err);
    dana_image *images = (dana_image *)(uintptr_t)*out;

    for (size_t i = 0; status == DANA_OK && i < *count; i++) {
        images[i].span = dana__data_place(data, images[i].span);
    }
    return status;
}

dana_status dana_result_images(dana_page *page, const dana_result *result, dana_view base,
                               const dana_image **out, size_t *count, dana_error *err)
{
    if (result->data != NULL) {
        return images_of_data(result->data, base, out, count, err);
    }
    dana_error *why = DANA__ERROR(err);
    const dana_range *ranges;
    size_t range_count;
    dana_buffer images;
    dana_status status = dana__poll(page, why);

    dana_buffer_init(&images, sizeof(dana_image));
    if (status == DANA_OK) {
        status = dana_result_ranges(page, result, &ranges, &range_count, why);
    }
    if (status == DANA_OK) {
        status = collect_images(page, ranges, range_count, base, &images, why);
    }
    if (status == DANA_OK) {
        status = drop_duplicates(page, &images, why);
    }
    *out = images.data;
    *count = images.length;
    return status;
}
