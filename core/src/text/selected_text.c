/*
 * Phase four: the text of the selection, from the scan's text units (thesis 4.3.5, 4.4.1).
 */
#include "text/selected_text.h"

#include "base/bytes16.h"
#include "base/utf8.h"
#include "html/byte_class.h"
#include "page/ops.h"
#include "page/page.h"
#include "text/invisible.h"
#include "text/permalink.h"

#include <string.h>

/* A bit for each byte of a step. */
#define STEP_BITS ((1u << DANA__STEP) - 1)

/* Whether a byte stands in the output as it is. R2L: only from 0x80 on (thesis 4.3.5). */
static inline bool is_copied(const dana__text_out *out, char byte)
{
    unsigned char class = dana__byte_class(byte);

    return class == DANA__LEAD || (class == DANA__PLAIN && out->decodes);
}

/* Writes what separates the next text from the last one: a newline, a space, or nothing. */
static void separate(dana__text_out *out)
{
    if (out->length > 0 && out->line_break) {
        out->data[out->length++] = '\n';
    } else if (out->length > 0 && out->space) {
        out->data[out->length++] = ' ';
    }
    out->space = false;
    out->line_break = false;
}

static void append(dana__text_out *out, const char *p, size_t length)
{
    separate(out);
    memcpy(out->data + out->length, p, length);
    out->length += length;
}

/* Appends what the reference at p of a text stands for; one of an invisible character as that. */
static const char *append_reference(dana__text_out *out, const char *start, const char *p,
                                    const char *end)
{
    uint32_t code_points[2];
    char encoded[8];
    size_t length = dana__read_reference(p, end, code_points);

    if (length == 0) {
        append(out, p, 1);
        return p + 1;
    }
    if (dana__is_white(code_points[0]) || dana__is_wide_space(code_points[0])) {
        out->space = true;
        return p + length;
    }
    if (dana__is_c1(code_points[0])) {
        return p + length;
    }
    if ((dana__is_invisible(code_points[0]) || dana__is_joiner(code_points[0])) &&
        !dana__is_spelling(code_points[0], start, p, length, end)) {
        return p + length;
    }
    size_t bytes = dana__utf8_encode(code_points[0], encoded);

    if (code_points[1] != 0) {
        bytes += dana__utf8_encode(code_points[1], encoded + bytes);
    }
    append(out, encoded, bytes);
    return p + length;
}

static bool is_plain(const dana__text_out *out, const char *p, const char *end)
{
    return p < end && is_copied(out, *p) &&
           (dana__byte_class(*p) == DANA__PLAIN ||
            (!dana__is_no_break_space(p, end) && !dana__is_wide_space_at(p, end) &&
             !dana__is_c1_at(p, end) && dana__invisible_length(p, end) == 0));
}

/* Goes on from a plain character to a plain one of ASCII up to which all can be copied, single
 * spaces included. */
static const char *pass_ascii(const char *p, const char *end)
{
    unsigned before = 0; /* whether the byte before p is plain */

    while (p < end) {
        /* What is not there is none that can be copied. */
        dana__bytes16 bytes = dana__load_part16(p, (size_t)(end - p));
        unsigned spaces = dana__bits16(dana__equal16(bytes, ' '));
        unsigned others = dana__bits16(bytes | dana__spaces16(bytes) | dana__equal16(bytes, '&') |
                                       dana__equal16(bytes, '\0'));
        unsigned plain = ~others & STEP_BITS;
        unsigned copied = plain | (spaces & (plain << 1 | before) & plain >> 1);
        unsigned length = copied == STEP_BITS ? DANA__STEP : dana__first16(~copied);

        p += length;
        before |= length > 0;
        if (length < DANA__STEP - 1) {
            break; /* else the last one may be a space before what is to come */
        }
    }
    return before != 0 ? p - 1 : p;
}

/* The end of what can be copied as it stands, single spaces between characters included. */
static const char *copied_end(const dana__text_out *out, const char *p, const char *end)
{
    if (!is_plain(out, p, end)) {
        return p;
    }
    do {
        p = out->decodes && (unsigned char)*p < 0x80 ? pass_ascii(p, end) : p;
        p++;
        p += p < end && *p == ' ' && is_plain(out, p + 1, end);
    } while (is_plain(out, p, end));
    return p;
}

/* Passes an invisible character; one that is spelling is written. */
static const char *pass_invisible(dana__text_out *out, const char *start, const char *p,
                                  const char *end)
{
    size_t length;
    uint32_t c = dana__utf8_decode(p, &length);

    if ((out->decodes || dana__is_joiner(c)) && dana__is_spelling(c, start, p, length, end)) {
        append(out, p, length);
    }
    return p + length;
}

/* Appends what the control of C1 at p was meant to be. */
static const char *append_c1(dana__text_out *out, const char *p)
{
    char meant[4];
    size_t bytes = dana__write_c1((unsigned char)p[1], meant);

    if (bytes > 0) {
        append(out, meant, bytes);
    }
    return p + 2;
}

void dana__append_text(dana__text_out *out, const char *p, const char *end)
{
    const char *start = p;

    while (p < end) {
        const char *next = copied_end(out, p, end);

        if (next > p) {
            append(out, p, (size_t)(next - p));
        } else if (*p == '&' && out->decodes) {
            next = append_reference(out, start, p, end);
        } else if (dana__is_c1_at(p, end)) {
            next = append_c1(out, p);
        } else if (dana__invisible_length(p, end) > 0) {
            next = pass_invisible(out, start, p, end);
        } else {
            out->space |= *p != '\0';
            next = p + dana__utf8_length((unsigned char)*p);
        }
        p = next;
    }
}

bool dana__is_rendered(const dana_page *page, const dana_result *result, const dana_unit *unit)
{
    return (!unit->in_anchor || result->scan->options.filter != DANA_FILTER_1) &&
           !dana__is_permalink(page->source, result->scan, unit);
}

static size_t unit_end(const dana_unit *unit)
{
    return (size_t)unit->start + unit->length;
}

size_t dana__first_unit(const dana_scan *scan, size_t offset)
{
    size_t low = 0;
    size_t high = scan->unit_count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (unit_end(&scan->units[middle]) <= offset) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

dana_span dana__clip_unit(const dana_unit *unit, dana_span span)
{
    uint32_t end = (uint32_t)unit_end(unit);

    return (dana_span){unit->start > span.start ? unit->start : span.start,
                       end < span.end ? end : span.end};
}

size_t dana__text_bound(const dana_result *result)
{
    size_t bound = 1;

    for (size_t i = 0; i < result->selection.count; i++) {
        dana_span span = result->selection.spans[i];

        for (size_t u = dana__first_unit(result->scan, span.start);
             u < result->scan->unit_count && result->scan->units[u].start < span.end; u++) {
            dana_span part = dana__clip_unit(&result->scan->units[u], span);

            bound += DANA__DECODED_BOUND((size_t)part.end - part.start) + 1;
        }
    }
    return bound;
}

void dana__append_unit(dana__text_out *out, const dana_page *page, const dana_result *result,
                       const dana_unit *unit, dana_span span)
{
    dana_span part = dana__clip_unit(unit, span);

    out->space |= unit->space_before;
    out->line_break |= unit->break_before;
    if (dana__is_rendered(page, result, unit)) {
        dana__append_text(out, page->source.data + part.start, page->source.data + part.end);
    }
}

/* Appends the units that lie in a span, cut at its ends. */
static void append_span(dana__text_out *out, const dana_page *page, const dana_result *result,
                        dana_span span)
{
    const dana_scan *scan = result->scan;

    for (size_t i = dana__first_unit(scan, span.start);
         i < scan->unit_count && scan->units[i].start < span.end; i++) {
        dana__append_unit(out, page, result, &scan->units[i], span);
    }
}

bool dana__span_starts_line(const dana_result *result, size_t index)
{
    const dana_profile *profile = &result->profile;
    const dana_span *span = &result->selection.spans[index];

    return index == 0 || dana_line_at(profile->lines, profile->line_count, span[-1].end - 1) !=
                             dana_line_at(profile->lines, profile->line_count, span->start);
}

/* Gives `bytes` of room for output; it belongs to a buffer that dana_buffer_trim can shrink. */
static dana_status make_room(dana_page *page, dana_buffer *buffer, size_t bytes, dana_error *err)
{
    dana_buffer_init(buffer, 1);
    return dana_buffer_reserve(page->arena, buffer, bytes, err);
}

static dana_view finish(dana_page *page, dana_buffer *buffer, const dana__text_out *out)
{
    buffer->length = out->length > 0 ? out->length : 1;
    dana_buffer_trim(page->arena, buffer);
    return (dana_view){buffer->data, out->length};
}

dana_status dana_render_text(dana_page *page, const dana_result *result, dana_view *out,
                             dana_error *err)
{
    if (result->data != NULL) {
        return dana_render_text(result->data->page, result->data->result, out, err);
    }
    dana_buffer buffer;
    dana_status status = dana__poll(page, err);

    if (status == DANA_OK) {
        status = make_room(page, &buffer, dana__text_bound(result), err);
    }
    if (status != DANA_OK) {
        return status;
    }
    dana__text_out text = {.data = buffer.data,
                           .decodes = !result->algorithm->ops->renders_non_ascii_only};

    for (size_t i = 0; i < result->selection.count; i++) {
        text.space = true;
        text.line_break |= dana__span_starts_line(result, i);
        append_span(&text, page, result, result->selection.spans[i]);
    }
    *out = finish(page, &buffer, &text);
    return DANA_OK;
}

uint32_t dana__content_stop(const dana_page *page, const dana_result *result)
{
    const dana_selection *selection = &result->selection;
    const dana_scan *scan = result->scan;
    uint32_t end = selection->count > 0 ? selection->spans[selection->count - 1].end : 0;

    if (end == 0 || !page->has_rewritten) {
        return end;
    }
    size_t next = dana__first_unit(scan, end);
    uint32_t stop = next < scan->unit_count ? scan->units[next].start
                                            : (uint32_t)page->source.length;

    return stop > end ? stop : end;
}
