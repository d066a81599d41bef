#include "evidence/read_evidence.h"

#include "evidence/element_hints.h"
#include "evidence/text_hints.h"
#include "html/content.h"
#include "jsonld/read_ld.h"
#include "page/pass.h"

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
    bool is_void = dana__is_void_element(tag);

    if (dana__kind_of(tag->flags) == DANA__KIND_CELL && dana__is_named(tag, "th")) {
        w->byline = false; /* the next column is called otherwise: "Author", "Message" */
    }
    w->block |= (tag->flags & DANA__BLOCK) != 0;
    note_heading(w, tag);
    if (is_void && dana__kind_of(tag->flags) != DANA__KIND_META && !dana__is_named(tag, "link")) {
        return; /* pictures and boxes of forms tell nothing */
    }
    if (w->open_count > 0 && !is_void) {
        dana__count_open(w, tag);
    }
    if (tag->end - tag->name_text > (ptrdiff_t)tag->name.length + 1 ||
        dana__element_avoided(tag) > 0 || dana__is_time_element(tag)) {
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

static void read_script(dana__hint_walk *w, const dana__markup *tag, const char *close)
{
    dana__ld_range objects;

    if (w->status == DANA_OK &&
        dana__is_json_ld((dana_view){tag->start, (size_t)(tag->end - tag->start)})) {
        w->status = dana__read_ld(w->page, (dana_view){tag->end, (size_t)(close - tag->end)},
                                  &objects, w->err);
    }
}

static void on_text(void *state, const char *p, const char *end, const dana__text_count *count)
{
    dana__hint_walk *w = state;

    (void)count;
    if (p >= w->read_end) {
        w->read_end = dana__over_comments(end, w->end);
        dana__read_hint_text(w, p, w->read_end);
    }
}

static void on_start_tag(void *state, const dana__markup *tag, bool dropped, const char *raw_end)
{
    if (!dropped) {
        read_start_tag(state, tag);
    } else if ((tag->flags & DANA__SCRIPT) != 0) {
        read_script(state, tag, raw_end);
    }
}

static void on_end_tag(void *state, const dana__markup *tag)
{
    read_end_tag(state, tag);
}

static dana_status on_finish(void *state)
{
    dana__hint_walk *w = state;

    while (w->open_count > 0) {
        dana__close_open(w, w->open_count - 1, w->end);
    }
    w->out->ld = dana__ld_of(w->page);
    dana_status status = w->status;
    dana_buffer room = w->room;

    dana_buffer_release(w->page->arena, &room);
    return status;
}

/* Reserves what the notes need: the pass itself allocates for JSON-LD alone. */
static dana_status make_room(dana_page *page, dana__evidence *out, dana_error *err)
{
    size_t limit = DANA__HINTS_FREE + page->source.length / DANA__BYTES_PER_HINT;

    *out = (dana__evidence){
        .headline_piece = UINT32_MAX, .heading_piece = UINT32_MAX, .content_piece = UINT32_MAX};
    out->hint_limit = limit < DANA__HINTS_MAX ? limit : DANA__HINTS_MAX;
    dana_buffer_init(&out->memory, sizeof(*out->hints));
    dana_status status = dana_buffer_reserve(page->arena, &out->memory, out->hint_limit, err);

    if (status != DANA_OK) {
        return status;
    }
    out->hints = out->memory.data;
    out->parts = dana_arena_alloc(page->arena, DANA__PARTS_MAX * sizeof(*out->parts), err);
    return out->parts != NULL ? DANA_OK : err->status;
}

dana_status dana__evidence_listener(dana_page *page, const dana_metadata_input *input,
                                    const void *without, dana__evidence *out,
                                    dana__listener *listener, dana_error *err)
{
    const dana_selection *selection = &input->result->selection;
    dana_status status = make_room(page, out, err);
    dana_buffer room;

    dana_buffer_init(&room, 1);
    if (status == DANA_OK) {
        status = dana_buffer_reserve(page->arena, &room, sizeof(dana__hint_walk), err);
    }
    if (status != DANA_OK) {
        return status;
    }
    dana__hint_walk *w = room.data;

    if (selection->count > 0) {
        out->content_at = selection->spans[selection->count / 2].start;
    }
    *w = (dana__hint_walk){
        .room = room,
        .page = page,
        .base = page->source.data,
        .end = page->source.data + page->source.length,
        .out = out,
        .headline = input->headline,
        .without = without,
        .content_start = selection->count > 0 ? selection->spans[0].start : 0,
        .content_end = selection->count > 0 ? selection->spans[selection->count - 1].end : 0,
        .status = DANA_OK,
        .err = err};
    *listener = (dana__listener){w, on_text, on_start_tag, on_end_tag, on_finish, NULL, true};
    return DANA_OK;
}

dana_status dana__read_evidence(dana_page *page, const dana_metadata_input *input,
                                const void *without, dana__evidence *out, dana_error *err)
{
    dana__listener listener;
    dana_status status = dana__evidence_listener(page, input, without, out, &listener, err);

    if (status != DANA_OK) {
        return status;
    }
    return dana__pass_run(page, input->result->scan->options.keep_noscript, &listener, 1, err);
}

void dana__keep_evidence(dana_page *page, dana__evidence *evidence)
{
    dana_error ignored;
    dana__evidence *kept = dana_arena_alloc(page->arena, sizeof(*kept), &ignored);

    if (kept == NULL) {
        dana__release_evidence(page, evidence);
        return;
    }
    *kept = *evidence;
    page->kept_evidence = kept;
}

bool dana__take_evidence(dana_page *page, dana__evidence *out)
{
    if (page->kept_evidence == NULL) {
        return false;
    }
    *out = *page->kept_evidence;
    page->kept_evidence = NULL;
    return true;
}
