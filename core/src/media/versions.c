#include "media/versions.h"

#include "base/ascii.h"
#include "media/address.h"
#include "page/page.h"
#include "text/selected_text.h"
#include "text/span_sets.h"
#include "text/words.h"

/* Least length of a name of a picture that another one of the same name shows again, and of the
 * beginning of names under one caption, which has so many bytes at least. */
#define VERSION_STEM    8
#define VERSION_BEGIN   24
#define VERSION_CAPTION 32

/* Bytes of an alternative text that a caption may go on from. */
#define BEGUN_LEAST 20

/* Bytes of an alternative text that is looked for beside its picture, and how many times longer a
 * text there may be in the source. */
#define BESIDE_MOST  1000
#define BESIDE_TIMES 3

/* Whether a name is more than a kind of picture ("image_large", "photo1"): it has two digits. */
static bool names_one(dana_view stem)
{
    size_t digits = 0;

    for (size_t i = 0; i < stem.length; i++) {
        digits += dana__is_digit(stem.data[i]);
    }
    return digits > 1;
}

static bool begin_alike(dana_view a, dana_view b)
{
    return a.length >= VERSION_BEGIN && b.length >= VERSION_BEGIN &&
           memcmp(a.data, b.data, VERSION_BEGIN) == 0;
}

/* Whether two captions have the same texts. */
static bool says_same(const dana_page *page, const dana_scan *scan, dana_span a, dana_span b)
{
    size_t i = dana__first_unit(scan, a.start);
    size_t k = dana__first_unit(scan, b.start);

    if (a.end - a.start < VERSION_CAPTION) {
        return false;
    }
    while (i < scan->unit_count && k < scan->unit_count && scan->units[i].start < a.end &&
           scan->units[k].start < b.end) {
        const dana_unit *one = &scan->units[i++];
        const dana_unit *two = &scan->units[k++];

        if (one->length != two->length ||
            memcmp(page->source.data + one->start, page->source.data + two->start, one->length) !=
                0) {
            return false;
        }
    }
    return (i == scan->unit_count || scan->units[i].start >= a.end) &&
           (k == scan->unit_count || scan->units[k].start >= b.end);
}

/* Whether a text stands between the end of something and an item. */
static bool has_text_between(const dana_scan *scan, uint32_t end, const dana__item *other)
{
    size_t unit = dana__first_unit(scan, end);

    return unit < scan->unit_count && scan->units[unit].start < other->at;
}

bool dana__is_version(const dana_page *page, const dana_scan *scan, const dana__item *first,
                      const dana__item *other)
{
    if (!first->is_picture || !other->is_picture) {
        return false;
    }
    dana_view a = dana__file_stem(first->image.src);
    dana_view b = dana__file_stem(other->image.src);
    bool is_name = a.length >= VERSION_STEM && dana__same_text(a, b);
    uint32_t end = first->image.span.end;

    if (is_name && !has_text_between(scan, end, other)) {
        return true;
    }
    if (first->caption.end == 0 || first->behind < end ||
        has_text_between(scan, first->behind, other)) {
        return false;
    }
    return other->caption.end == 0
               ? is_name && names_one(a)
               : begin_alike(a, b) && says_same(page, scan, first->caption, other->caption);
}

bool dana__tells_picture(dana_view caption, dana_view alt)
{
    dana__token_reader said;
    dana__token_reader wanted;
    uint64_t word;
    uint64_t other;
    size_t count = 0;

    dana__read_tokens(&said, caption.data, caption.data + caption.length);
    dana__read_tokens(&wanted, alt.data, alt.data + alt.length);
    for (; dana__next_token(&wanted, &word); count++) {
        if (!dana__next_token(&said, &other) || other != word) {
            return false;
        }
    }
    return count > 0 && (alt.length >= BEGUN_LEAST || !dana__next_token(&said, &other));
}

/* The text without a border of a block that ends with a unit, as far as `most` bytes; start == end:
 * it is longer. */
static dana_span text_to(const dana_scan *scan, size_t last, uint32_t most)
{
    uint32_t end = scan->units[last].start + scan->units[last].length;
    size_t first = last;

    while (first > 0 && !scan->units[first].break_before &&
           end - scan->units[first].start <= most) {
        first--;
    }
    uint32_t start = scan->units[first].start;

    return end - start <= most ? (dana_span){start, end} : (dana_span){0, 0};
}

/* The one that begins with a unit. */
static dana_span text_from(const dana_scan *scan, size_t first, uint32_t most)
{
    uint32_t start = scan->units[first].start;
    size_t last = first;

    while (last + 1 < scan->unit_count && !scan->units[last + 1].break_before &&
           scan->units[last].start - start <= most) {
        last++;
    }
    uint32_t end = scan->units[last].start + scan->units[last].length;

    return end - start <= most ? (dana_span){start, end} : (dana_span){0, 0};
}

/* Whether a text, if it is selected, says what an alternative text says. */
static dana_status tells(dana_page *page, const dana_result *result, dana_span span, dana_view alt,
                         bool *out, dana_error *err)
{
    dana_view text;

    if (*out || span.end == span.start ||
        !dana__is_selected(&result->selection, span.start, span.end)) {
        return DANA_OK;
    }
    dana_status status = dana_render_span(page, span, &text, err);

    *out = status == DANA_OK && dana__tells_picture(text, alt);
    return status;
}

dana_status dana__is_told_beside(dana_page *page, const dana_result *result,
                                 const dana_image *image, bool *out, dana_error *err)
{
    const dana_scan *scan = result->scan;
    uint32_t most = (uint32_t)image->alt.length * BESIDE_TIMES;
    dana_status status = DANA_OK;

    *out = false;
    if (image->alt.length == 0 || image->alt.length > BESIDE_MOST) {
        return DANA_OK;
    }
    size_t before = dana__first_unit(scan, image->span.start);
    size_t behind = dana__first_unit(scan, image->span.end);

    *out = page->document == result && page->document_spans == result->selection.spans &&
           dana__tells_picture(page->document_headline, image->alt);
    if (before > 0) {
        status = tells(page, result, text_to(scan, before - 1, most), image->alt, out, err);
    }
    if (status == DANA_OK && behind < scan->unit_count) {
        status = tells(page, result, text_from(scan, behind, most), image->alt, out, err);
    }
    return status;
}
