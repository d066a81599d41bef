/*
 * The pass: tokens in, hints out. Elements that carry a hint are followed to their end by counting
 * elements of the same name; there is no tree.
 */
#include "evidence/hint_walk.h"
#include "page/page.h"

/* Where the first h1 stands. */
static void note_heading(dana__hint_walk *w, const dana__markup *tag)
{
    bool first = dana__kind_of(tag->flags) == DANA__KIND_HEADING && tag->name_text[1] == '1' &&
                 w->out->heading_piece == UINT32_MAX;

    if (first) {
        w->out->heading_piece = w->piece;
        w->out->heading_at = (uint32_t)(tag->end - w->base);
    }
}

static void read_start_tag(dana__hint_walk *w, const dana__markup *tag)
{
    w->block |= (tag->flags & DANA__BLOCK) != 0;
    note_heading(w, tag);
    if (w->open_count > 0 && !dana__is_void_element(tag)) {
        dana__count_open(w, tag);
    }
    if (tag->end - tag->name_text > (ptrdiff_t)tag->name.length + 1 ||
        dana__element_avoided(tag) > 0 || dana__is_named(tag, "time")) {
        dana__read_element(w, tag);
    }
}

static void read_end_tag(dana__hint_walk *w, const dana__markup *tag)
{
    w->block |= (tag->flags & DANA__BLOCK) != 0;
    if ((tag->flags & DANA__ANCHOR) != 0) {
        w->in_anchor = false;
    }
    if (w->open_count > 0) {
        dana__count_close(w, tag);
    }
}

/* Reads a script's JSON-LD. Returns the position behind the element. */
static dana_status read_script(dana__hint_walk *w, const dana__markup *tag, const char **behind)
{
    const char *close = dana__raw_text_end(tag->end, w->end, tag, behind);

    if (!dana__is_json_ld((dana_view){tag->start, (size_t)(tag->end - tag->start)})) {
        return DANA_OK;
    }
    return dana__ld_read(w->page->arena, &w->out->ld,
                         (dana_view){tag->end, (size_t)(close - tag->end)}, w->err);
}

/* Reads the markup at p. *behind: where to go on. */
static dana_status read_markup(dana__hint_walk *w, const char *p, const char **behind)
{
    dana__markup tag;

    dana__read_markup(p, w->end, &tag);
    *behind = tag.end;
    if (tag.kind == DANA__END_TAG) {
        read_end_tag(w, &tag);
    }
    if (tag.kind != DANA__START_TAG) {
        return DANA_OK;
    }
    if ((tag.flags & DANA__SCRIPT) != 0) {
        return read_script(w, &tag, behind);
    }
    const char *dropped = NULL;

    if ((tag.flags & DANA__NOSCRIPT) != 0 && w->keep_noscript) {
        dropped = NULL;
    } else if ((tag.flags & DANA__RAW) != 0) {
        dana__raw_text_end(tag.end, w->end, &tag, &dropped);
    } else if ((tag.flags & DANA__NESTED) != 0) {
        dropped = dana__nested_end(&w->nesting, w->end, &tag);
    }
    if (dropped != NULL) {
        *behind = dropped;
    } else {
        read_start_tag(w, &tag);
    }
    return DANA_OK;
}

static dana_status read_source(dana__hint_walk *w)
{
    const char *p = w->base;
    dana_status status = DANA_OK;

    while (p < w->end && status == DANA_OK) {
        if (p >= w->poll_at) {
            status = dana__poll(w->page, w->err);
            w->poll_at = p + DANA__POLL_BYTES;
        }
        const char *markup = dana__find_markup(p, w->end);

        if (markup > p) {
            dana__read_hint_text(w, p, markup);
        }
        p = markup;
        if (p < w->end && status == DANA_OK) {
            status = read_markup(w, p, &p);
        }
    }
    while (w->open_count > 0) {
        dana__close_open(w, w->open_count - 1, w->end);
    }
    return status;
}

dana_status dana__read_evidence(dana_page *page, const dana_metadata_input *input,
                                const void *without, dana__evidence *out, dana_error *err)
{
    const dana_selection *selection = &input->result->selection;
    dana__hint_walk w = {.page = page,
                         .base = page->source.data,
                         .end = page->source.data + page->source.length,
                         .out = out,
                         .headline = input->headline,
                         .without = without,
                         .content_start = selection->count > 0 ? selection->spans[0].start : 0,
                         .keep_noscript = input->result->scan->options.keep_noscript,
                         .poll_at = page->source.data,
                         .err = err};

    *out = (dana__evidence){
        .headline_piece = UINT32_MAX, .heading_piece = UINT32_MAX, .content_piece = UINT32_MAX};
    dana__ld_init(&out->ld);
    if (selection->count > 0) {
        out->content_at = selection->spans[selection->count / 2].start;
    }
    size_t limit = DANA__HINTS_FREE + page->source.length / DANA__BYTES_PER_HINT;

    out->hint_limit = limit < DANA__HINTS_MAX ? limit : DANA__HINTS_MAX;
    dana_buffer_init(&out->memory, sizeof(*out->hints));
    dana_status status = dana_buffer_reserve(page->arena, &out->memory, out->hint_limit, err);

    if (status != DANA_OK) {
        return status;
    }
    out->hints = out->memory.data;
    out->parts = dana_arena_alloc(page->arena, DANA__PARTS_MAX * sizeof(*out->parts), err);
    if (out->parts == NULL) {
        return err->status;
    }
    return read_source(&w);
}

void dana__release_evidence(dana_page *page, dana__evidence *evidence)
{
    dana_buffer_release(page->arena, &evidence->memory);
    dana__ld_release(page->arena, &evidence->ld);
}
