#include "text/raw.h"

#include "base/ascii.h"
#include "page/page.h"
#include "text/selected_text.h"

#include <string.h>

/* Longest tag of a reading that is looked at. */
#define TAG_MOST 200

/* Whether a text is the first of an rt or rp element: how the characters of ruby are read, which is
 * beside the text of a heading and not in it. */
static bool is_reading(dana_view source, const dana_unit *unit)
{
    const char *end = source.data + unit->start;
    size_t reach = unit->start < TAG_MOST ? unit->start : TAG_MOST;

    while (reach > 0 && dana__is_space(end[-1])) {
        end--;
        reach--;
    }
    const char *tag = reach > 0 && end[-1] == '>' ? memrchr(end - reach, '<', reach) : NULL;

    return tag != NULL && end - tag >= 4 && (tag[1] | 0x20) == 'r' &&
           ((tag[2] | 0x20) == 't' || (tag[2] | 0x20) == 'p') && !dana__is_letter(tag[3]);
}

/* Appends the text units that lie in a span, tags between them and readings left out. Returns false
 * where there is none: the span is of other text, the title. */
static bool append_units(dana__text_out *out, const dana_page *page, dana_span span)
{
    const dana_scan *scan = &page->scan;
    size_t first = page->has_scan ? dana__first_unit(scan, span.start) : 0;
    size_t i = first;

    while (page->has_scan && i < scan->unit_count && scan->units[i].start < span.end) {
        const dana_unit *unit = &scan->units[i++];
        dana_span part = dana__clip_unit(unit, span);

        if (page->has_rewritten && is_reading(page->source, unit)) {
            continue;
        }
        out->space |= unit->space_before || unit->break_before;
        dana__append_text(out, page->source.data + part.start, page->source.data + part.end);
    }
    return i > first;
}

/* Makes a buffer's contents room for what a source of `length` bytes can become. */
static dana_status empty_for(dana_page *page, dana_buffer *buffer, size_t length, dana_error *err)
{
    buffer->length = 0;
    return dana_buffer_reserve(page->arena, buffer, DANA__DECODED_BOUND(length) + 1, err);
}

dana_status dana__render_span(dana_page *page, dana_span span, dana_buffer *buffer, dana_view *out,
                              dana_error *err)
{
    dana_status status = empty_for(page, buffer, (size_t)span.end - span.start, err);

    if (status != DANA_OK) {
        return status;
    }
    dana__text_out text = {.data = buffer->data, .decodes = true};

    if (!append_units(&text, page, span)) {
        dana__append_text(&text, page->source.data + span.start, page->source.data + span.end);
    }
    *out = (dana_view){buffer->data, text.length};
    return DANA_OK;
}

dana_status dana__render_raw(dana_page *page, dana_view raw, dana_buffer *buffer, dana_view *out,
                             dana_error *err)
{
    dana_status status = empty_for(page, buffer, raw.length, err);

    if (status != DANA_OK) {
        return status;
    }
    dana__text_out text = {.data = buffer->data, .decodes = true};

    dana__append_text(&text, raw.data, raw.data + raw.length);
    *out = (dana_view){buffer->data, text.length};
    return DANA_OK;
}

dana_status dana_render_span(dana_page *page, dana_span span, dana_view *out, dana_error *err)
{
    dana_buffer buffer;

    dana_buffer_init(&buffer, 1);
    dana_status status = dana__render_span(page, span, &buffer, out, err);

    if (status == DANA_OK) {
        buffer.length = out->length > 0 ? out->length : 1;
        dana_buffer_trim(page->arena, &buffer);
        out->data = buffer.data;
    }
    return status;
}
