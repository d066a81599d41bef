#include "media/walk.h"

#include "blocks/marks.h"
#include "html/implied_ends.h"
#include "text/span_sets.h"

static bool is_void(const dana__way_tag *tag)
{
    dana__kind kind = dana__kind_of(tag->flags);

    if (kind == DANA__KIND_BR || kind == DANA__KIND_RULE || kind == DANA__KIND_META) {
        return true;
    }
    switch (kind == DANA__KIND_NONE && tag->name_length < sizeof(tag->key) ? tag->key : 0) {
    case DANA__NAME_KEY('i', 'm', 'g'):
    case DANA__NAME_KEY('i', 'n', 'p', 'u', 't'):
    case DANA__NAME_KEY('l', 'i', 'n', 'k'):
    case DANA__NAME_KEY('s', 'o', 'u', 'r', 'c', 'e'):
    case DANA__NAME_KEY('e', 'm', 'b', 'e', 'd'):
    case DANA__NAME_KEY('p', 'a', 'r', 'a', 'm'):
    case DANA__NAME_KEY('t', 'r', 'a', 'c', 'k'):
    case DANA__NAME_KEY('w', 'b', 'r'):
    case DANA__NAME_KEY('a', 'r', 'e', 'a'):
    case DANA__NAME_KEY('b', 'a', 's', 'e'):
    case DANA__NAME_KEY('c', 'o', 'l'):
    case DANA__NAME_KEY('m', 'e', 't', 'a'):
        return true;
    default:
        return false;
    }
}

void dana__way_pop(dana__media_walk *w, size_t depth, const char *at)
{
    while (w->depth > depth) {
        dana__way *element = &w->way[--w->depth];

        w->open[element->kind]--;
        if (element->first_piece < w->pieces.length) {
            w->closed(w, element, at);
        }
        if (element->holder > 0) {
            ((dana__holder *)w->holders.data)[element->holder - 1].end = dana__media_offset(w, at);
        }
    }
}

/* Closes the nearest open element of a kind, unless its scope ends before. */
static void close_kind(dana__media_walk *w, dana__kind kind, const char *at)
{
    uint64_t scope = dana__end_scope(kind);

    for (size_t i = w->open[kind] > 0 ? w->depth : 0; i > 0; i--) {
        dana__kind here = (dana__kind)w->way[i - 1].kind;

        if (here == kind) {
            dana__way_pop(w, i - 1, at);
            return;
        }
        if ((scope >> here & 1u) != 0) {
            return;
        }
    }
}

void dana__way_open(dana__media_walk *w, const dana__way_tag *tag)
{
    dana__kind kind = dana__kind_of(tag->flags);

    if ((tag->flags & DANA__BLOCK) != 0) {
        for (uint64_t ends = dana__implied_ends(kind); ends != 0; ends &= ends - 1) {
            close_kind(w, (dana__kind)__builtin_ctzll(ends), tag->source.data);
        }
    }
    if (is_void(tag) || w->depth == DANA__WAY_MAX) {
        return;
    }
    w->way[w->depth++] = (dana__way){.tag = *tag,
                                     .first_piece = (uint32_t)w->pieces.length,
                                     .kind = (uint8_t)kind,
                                     .is_caption = -1};
    w->open[kind]++;
}

/* Closes an inline element: only what is inline is closed with it. */
static void close_inline(dana__media_walk *w, const dana__way_tag *tag)
{
    for (size_t i = w->depth; i > 0; i--) {
        const dana__way_tag *open = &w->way[i - 1].tag;

        if (open->key == tag->key && open->name_length == tag->name_length) {
            dana__way_pop(w, i - 1, tag->source.data + tag->source.length);
            return;
        }
        if ((open->flags & DANA__BLOCK) != 0) {
            return;
        }
    }
}

void dana__way_close(dana__media_walk *w, const dana__way_tag *tag)
{
    dana__kind kind = dana__kind_of(tag->flags);

    if ((tag->flags & DANA__BLOCK) == 0) {
        close_inline(w, tag);
    } else if (kind != DANA__KIND_BODY && kind != DANA__KIND_HTML) {
        close_kind(w, kind, tag->source.data + tag->source.length);
    }
}

uint32_t dana__holder_marks(const dana_page *page, dana__class_memo *memo, dana__holder *holder)
{
    dana__markup tag;

    if (!holder->has_marks) {
        dana__read_markup(page->source.data + holder->start,
                          page->source.data + page->source.length, &tag);
        holder->marks = dana__read_tag(memo, &tag).marks |
                        dana__kind_marks((dana__kind)holder->kind);
        holder->has_marks = true;
    }
    return holder->marks;
}

/* Makes the record of an open element whose parent has one. */
static bool record(dana__media_walk *w, size_t index, uint32_t parent)
{
    dana__way *element = &w->way[index];

    if (w->status != DANA_OK) {
        return false;
    }
    w->status = dana_buffer_reserve(w->page->arena, &w->holders, 1, w->err);
    if (w->status != DANA_OK) {
        return false;
    }
    ((dana__holder *)w->holders.data)[w->holders.length++] = (dana__holder){
        .start = dana__media_offset(w, element->tag.source.data),
        .tag_length = (uint32_t)element->tag.source.length,
        .end = (uint32_t)w->page->source.length,
        .parent = parent,
        .other = UINT32_MAX,
        .kind = element->kind,
        .is_link = (element->tag.flags & DANA__ANCHOR) != 0,
    };
    element->holder = (uint32_t)w->holders.length;
    return true;
}

uint32_t dana__way_record(dana__media_walk *w)
{
    size_t from = w->depth;

    while (from > 0 && w->way[from - 1].holder == 0) {
        from--;
    }
    for (size_t i = from; i < w->depth; i++) {
        if (!record(w, i, i > 0 ? w->way[i - 1].holder : 0)) {
            return 0;
        }
    }
    return w->depth > 0 ? w->way[w->depth - 1].holder : 0;
}

dana__way *dana__way_find(dana__media_walk *w, dana__kind kind, const char *name)
{
    for (size_t i = kind == DANA__KIND_NONE || w->open[kind] > 0 ? w->depth : 0; i > 0; i--) {
        const dana__way_tag *tag = &w->way[i - 1].tag;

        if (w->way[i - 1].kind == kind &&
            (name == NULL ||
             dana__is_text((dana_view){tag->source.data + 1, tag->name_length}, name))) {
            return &w->way[i - 1];
        }
    }
    return NULL;
}

/* The next selected text from *unit on, whose bytes are counted; NULL: there is none. */
static const dana_unit *next_selected(const dana_result *result, size_t *unit, size_t *span)
{
    const dana_scan *scan = result->scan;

    while (*unit < scan->unit_count) {
        const dana_unit *here = &scan->units[(*unit)++];

        if (dana__touches(&result->selection, span, here->start, here->start + here->length)) {
            return here;
        }
    }
    return NULL;
}

size_t dana__middle_of(const dana_result *result)
{
    const dana_unit *text;
    uint64_t all = 0;
    uint64_t half = 0;
    size_t unit = 0;
    size_t span = 0;

    for (text = next_selected(result, &unit, &span); text != NULL;
         text = next_selected(result, &unit, &span)) {
        all += text->length;
    }
    unit = 0;
    span = 0;
    for (text = next_selected(result, &unit, &span); text != NULL;
         text = next_selected(result, &unit, &span)) {
        half += text->length;
        if (2 * half >= all) {
            return text->start;
        }
    }
    return SIZE_MAX;
}
