/*
 * The layouts of a scan: where the text form needs more than the texts one after another. Elements
 * are followed by counting those of the outermost one's name, so that no stack is needed; one whose
 * end tag is missing reaches to the source's end, which is right and only takes longer to render.
 */
#include "page/scanner.h"

void dana__scan_open_layout(dana__scanner *s, const dana__markup *tag)
{
    dana__open_layout *open = &s->layout;

    if (open->key == 0) {
        *open = (dana__open_layout){.key = tag->name.key,
                                    .depth = 1,
                                    .units = s->page->units.length,
                                    .start = dana__scan_offset(s, tag->start)};
    } else if (open->key == tag->name.key) {
        open->depth++;
    }
}

/* Keeps the open layout, up to p, where it holds text. */
static dana_status keep_layout(dana__scanner *s, const char *p)
{
    const dana__open_layout *open = &s->layout;

    if (open->units == s->page->units.length) {
        return DANA_OK;
    }
    dana_span *span = dana__scan_append(s, &s->page->layouts);

    if (span == NULL) {
        return s->err->status;
    }
    *span = (dana_span){open->start, dana__scan_offset(s, p)};
    return DANA_OK;
}

dana_status dana__scan_close_layout(dana__scanner *s, const dana__markup *tag)
{
    if (s->layout.key != tag->name.key || --s->layout.depth > 0) {
        return DANA_OK;
    }
    s->layout.key = 0;
    return keep_layout(s, tag->end);
}

dana_status dana__scan_end_layouts(dana__scanner *s)
{
    dana_buffer *layouts = &s->page->layouts;
    dana_status status = s->layout.key != 0 ? keep_layout(s, s->pass.end) : DANA_OK;

    /* After an element that is dropped and never closed a pass has to begin where this one did:
     * what it drops depends on that. */
    if (layouts->length > 0 && (s->pass.nesting.distrust || s->pass.nesting.unclosed_count > 0)) {
        layouts->length = 1;
        *(dana_span *)layouts->data = (dana_span){0, (uint32_t)s->page->source.length};
    }
    return status;
}
