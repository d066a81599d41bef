#include "base/ascii.h"
#include "base/error.h"
#include "dana/boxes.h"
#include "page/page.h"

/* Words are shorter; a number of more digits is none. */
#define DIGITS_MAX 12

/* What is left of a text of boxes. */
typedef struct {
    const char *start;
    const char *p;
    const char *end;
    size_t line; /* from 1 */
    dana_error *err;
} reader;

static bool fail(reader *r, const char *expected)
{
    dana_error_set(r->err, DANA_INVALID_BOXES, (size_t)(r->p - r->start),
                   "line %zu of the boxes: expected %s", r->line, expected);
    return false;
}

static bool is_line_end(char c)
{
    return c == '\n' || c == '\r';
}

static void skip_spaces(reader *r)
{
    while (r->p < r->end && *r->p == ' ') {
        r->p++;
    }
}

/* Goes to the next line that has a word; false at the end. */
static bool next_line(reader *r)
{
    for (; r->p < r->end && (is_line_end(*r->p) || *r->p == ' '); r->p++) {
        r->line += *r->p == '\n';
    }
    return r->p < r->end;
}

static bool ends_word(const reader *r)
{
    return r->p == r->end || *r->p == ' ' || is_line_end(*r->p);
}

/* Reads digits into a number; returns how many there are. */
static size_t read_digits(reader *r, double *value)
{
    const char *first = r->p;

    while (r->p < r->end && dana__is_digit(*r->p) && r->p - first < DIGITS_MAX) {
        *value = *value * 10.0 + (double)(*r->p - '0');
        r->p++;
    }
    return (size_t)(r->p - first);
}

static bool read_number(reader *r, double *out)
{
    double value = 0.0;
    double fraction = 0.0;

    skip_spaces(r);
    bool negative = r->p < r->end && *r->p == '-';

    r->p += negative ? 1 : 0;
    if (read_digits(r, &value) == 0) {
        return fail(r, "a number");
    }
    if (r->p < r->end && *r->p == '.') {
        r->p++;
        size_t digits = read_digits(r, &fraction);

        for (size_t i = 0; i < digits; i++) {
            fraction /= 10.0;
        }
        if (digits == 0) {
            return fail(r, "a digit");
        }
    }
    *out = negative ? -(value + fraction) : value + fraction;
    return ends_word(r) ? true : fail(r, "a number of at most 12 digits");
}

static bool read_whole(reader *r, double most, double *out)
{
    const char *at = r->p;

    if (!read_number(r, out)) {
        return false;
    }
    if (*out < 0.0 || *out > most || *out != (double)(uint64_t)*out) {
        r->p = at;
        return fail(r, "a whole number in range");
    }
    return true;
}

/* The value of a hexadecimal digit, 16 of any other character. */
static uint32_t digit_value(char c)
{
    char lower = (char)(c | 0x20);

    if (dana__is_digit(c)) {
        return (uint32_t)(c - '0');
    }
    return lower >= 'a' && lower <= 'f' ? (uint32_t)(lower - 'a') + 10 : 16;
}

static bool read_color(reader *r, uint32_t *out)
{
    uint32_t value = 0;
    size_t digits = 0;

    skip_spaces(r);
    for (; digits < 8 && r->p < r->end; digits++, r->p++) {
        uint32_t digit = digit_value(*r->p);

        if (digit > 15) {
            break;
        }
        value = value << 4 | digit;
    }
    *out = value;
    return digits == 8 && ends_word(r) ? true : fail(r, "a colour of eight hexadecimal digits");
}

static bool read_flags(reader *r, uint8_t *out)
{
    skip_spaces(r);
    *out = 0;
    if (ends_word(r)) {
        return fail(r, "flags: t, v or -");
    }
    for (; !ends_word(r); r->p++) {
        if (*r->p != 't' && *r->p != 'v' && *r->p != '-') {
            return fail(r, "flags: t, v or -");
        }
        *out |= (uint8_t)(*r->p == 't' ? DANA_BOX_TEXT : *r->p == 'v' ? DANA_BOX_VISIBLE : 0);
    }
    skip_spaces(r);
    return r->p == r->end || is_line_end(*r->p) ? true : fail(r, "the end of the line");
}

static bool read_box(reader *r, dana_box *out)
{
    double offset = 0.0;
    double lengths[5];
    double weight = 0.0;

    if (!read_whole(r, (double)DANA_SOURCE_MAX, &offset)) {
        return false;
    }
    for (size_t i = 0; i < DANA__COUNT(lengths); i++) {
        if (!read_number(r, &lengths[i])) {
            return false;
        }
    }
    *out = (dana_box){.offset = (size_t)offset,
                      .x = (float)lengths[0],
                      .y = (float)lengths[1],
                      .width = (float)lengths[2],
                      .height = (float)lengths[3],
                      .font_size = (float)lengths[4]};
    if (!read_whole(r, 1000.0, &weight)) {
        return false;
    }
    out->font_weight = (uint16_t)weight;
    return read_color(r, &out->color) && read_color(r, &out->background) &&
           read_flags(r, &out->flags);
}

static bool read_size(reader *r, dana_boxes *boxes)
{
    double width;
    double height;

    next_line(r);
    if (!read_number(r, &width) || !read_number(r, &height)) {
        return false;
    }
    boxes->page_width = (float)width;
    boxes->page_height = (float)height;
    skip_spaces(r);
    return r->p == r->end || is_line_end(*r->p) ? true : fail(r, "the end of the line");
}

dana_status dana_page_read_boxes(dana_page *page, dana_view text, dana_error *err)
{
    dana_error *why = DANA__ERROR(err);
    reader r = {text.data, text.data, text.data + text.length, 1, why};
    dana_boxes *boxes = dana_arena_alloc(page->arena, sizeof(*boxes), why);
    dana_buffer items;
    dana_box box;

    dana_buffer_init(&items, sizeof(dana_box));
    if (boxes == NULL || !read_size(&r, boxes)) {
        return why->status;
    }
    while (next_line(&r)) {
        if (!read_box(&r, &box) ||
            dana_buffer_append(page->arena, &items, &box, 1, why) != DANA_OK) {
            return why->status;
        }
    }
    dana_buffer_trim(page->arena, &items);
    boxes->items = items.data;
    boxes->count = items.length;
    return dana_page_set_boxes(page, boxes, why);
}
