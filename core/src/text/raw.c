#include "text/raw.h"

#include "page/page.h"
#include "text/selected_text.h"

/* Appends the text units that lie in a span, tags between them left out. Returns false where there
 * is none: the span is of other text, the title. */
static bool append_units(dana__text_out *out, const dana_page *page, dana_span span)
{
    const dana_scan *scan = &page->scan;
    size_t first = page->has_scan ? dana__first_unit(scan, span.start) : 0;
    size_t i = first;

    while (page->has_scan && i < scan->unit_count && scan->units[i].start < span.end) {
        dana_span part = dana__clip_unit(&scan->units[i], span);

        out->space |= scan->units[i].space_before || scan->units[i].break_before;
        dana__append_text(out, page->source.data + part.start, page->source.data + part.end);
        i++;
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
