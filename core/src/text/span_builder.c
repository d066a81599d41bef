#include "text/span_builder.h"

#include "page/page.h"

void dana__spans_start(dana__spans *spans, dana_page *page, dana_error *err)
{
    *spans = (dana__spans){.page = page, .err = err};
    dana_buffer_init(&spans->spans, sizeof(dana_span));
}

dana_status dana__spans_add(dana__spans *spans, const char *start, const char *end)
{
    const char *base = spans->page->source.data;
    dana_span *list = spans->spans.data;

    if (spans->open) {
        list[spans->spans.length - 1].end = (uint32_t)(end - base);
        return DANA_OK;
    }
    dana_status status = dana_buffer_reserve(spans->page->arena, &spans->spans, 1, spans->err);

    if (status != DANA_OK) {
        return status;
    }
    list = spans->spans.data;
    list[spans->spans.length++] = (dana_span){(uint32_t)(start - base), (uint32_t)(end - base)};
    spans->open = true;
    return DANA_OK;
}

void dana__spans_skip(dana__spans *spans)
{
    spans->open = false;
}

dana_selection dana__spans_finish(dana__spans *spans)
{
    dana_buffer_trim(spans->page->arena, &spans->spans);
    return (dana_selection){spans->spans.data, spans->spans.length};
}
