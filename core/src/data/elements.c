#include "data/elements.h"

dana_status dana__take_composition(const dana_page *page, dana__flight *flight,
                                   dana__composition *out, dana_error *err)
{
    const dana__origin *origins = flight->of_html.data;
    size_t count = flight->of_html.length;
    dana_status status = dana_buffer_reserve(page->arena, &out->parts, count, err);
    dana__part *parts = out->parts.data;

    if (status != DANA_OK) {
        return status;
    }
    for (size_t i = 0; i < count; i++) {
        const dana_span where = origins[i].where;

        parts[i] = (dana__part){.start = i > 0 ? origins[i].start : 0,
                                .text = page->source.data + where.start,
                                .length = where.end - where.start};
    }
    out->parts.length = count;
    out->html = flight->html;
    out->prose = flight->prose;
    out->trusted = flight->prose;
    dana_buffer_init(&flight->html, 1);
    return DANA_OK;
}
