#include "media/pieces.h"

#include "html/letters.h"
#include "media/captions.h"
#include "media/start_tags.h"
#include "quiet/quiet.h"
#include "text/selected_text.h"
#include "text/span_sets.h"

#define FRAME_KEY DANA__NAME_KEY('i', 'f', 'r', 'a', 'm', 'e')

/* Notes the stack at the middle of the selected text. */
static void note_middle(dana__media_walk *w, const char *at)
{
    if (!w->passed_middle && dana__media_offset(w, at) >= w->middle) {
        w->passed_middle = true;
        w->out->middle = dana__way_record(w);
    }
}

/* Closes the element of an end tag, and notes where a heading of the first two levels ends. */
static void read_end(dana__media_walk *w, const dana__way_tag *tag)
{
    dana__pieces *out = w->out;
    uint8_t level = (uint8_t)((tag->key >> 8) - '0');

    if ((tag->flags & DANA__HEADING) != 0 && level <= 2 &&
        out->heading_count < DANA__HEADINGS_MAX) {
        uint32_t end = dana__media_offset(w, tag->source.data + tag->source.length);

        out->headings[out->heading_count++] = (dana__heading_end){end, level};
    }
    dana__way_close(w, tag);
}

static void read_text(dana__media_walk *w, const char *start, const char *end)
{
    note_middle(w, end);
    if (w->is_open && !dana__is_blank(start, end)) {
        dana__read_caption(w, start, end);
    }
}

static void read_tag(dana__media_walk *w, const dana__markup *token)
{
    const dana__way_tag tag = dana__way_tag_of(token);

    if (token->kind == DANA__END_TAG) {
        read_end(w, &tag);
    }
    if (token->kind != DANA__START_TAG) {
        return;
    }
    if (!w->pass.dropped) {
        dana__way_open(w, &tag);
        dana__read_media_start(w, token);
    } else if (w->pass.raw_end != NULL && (token->flags & DANA__NOSCRIPT) != 0) {
        dana__read_noscript(w, token, w->pass.raw_end);
    } else if (w->pass.raw_end != NULL && token->name.key == FRAME_KEY) {
        dana__add_frame(w, token, token->start);
    }
}

/* Kinds of elements that may be pieces, or hold what is noted of one. */
#define PIECE_KINDS                                                                                \
    (DANA__KIND_BIT(META) | DANA__KIND_BIT(MEDIA) | DANA__KIND_BIT(NONE) | DANA__KIND_BIT(DIV))

/* Whether the start tag of a div may be a piece: a player, or in a figure a picture. */
static bool may_be_piece(const dana__media_walk *w, const dana__taped *record)
{
    dana_view tag = {w->pass.tape->source + record->start, record->length};

    return (record->bits & DANA__TAPE_BARE) == 0 &&
           (w->open[DANA__KIND_FIGURE] > 0 || dana__may_be_player_box(tag));
}

/* Reads the tag of a record that is known by its name alone. Returns false where it is not. */
static bool read_known(dana__media_walk *w, const dana__taped *record)
{
    const dana__named_element *element = &dana__elements[record->row];
    bool is_start = (record->bits & DANA__TAPE_KIND) == DANA__START_TAG;
    uint64_t kind = UINT64_C(1) << dana__kind_of(element->flags);
    bool is_bare = (record->bits & DANA__TAPE_BARE) != 0;

    if ((record->bits & DANA__TAPE_KNOWN) == 0 ||
        (is_start && (kind & PIECE_KINDS) != 0 && (element->flags & DANA__ANCHOR) == 0 &&
         (kind != DANA__KIND_BIT(DIV) || may_be_piece(w, record)))) {
        return false;
    }
    dana__name name;

    dana__element_at(record->row, &name);
    const dana__way_tag tag = {
        .source = {w->pass.tape->source + record->start, record->length},
        .key = name.key,
        .name_length = (uint32_t)name.length,
        .flags = element->flags,
        .is_bare = is_bare,
    };

    if (is_start) {
        dana__way_open(w, &tag);
    } else {
        read_end(w, &tag);
    }
    return true;
}

/* Reads the markup of a record, which is no comment, as dana__pass_next and read_tag would. Returns
 * false where they have to: it is dropped with what may be a picture, or its length is unknown. */
static bool read_record(dana__media_walk *w, const dana__taped *record)
{
    unsigned kind = record->bits & DANA__TAPE_KIND;
    dana__markup tag;

    if (record->length == DANA__TAPE_LONG || kind > DANA__END_TAG) {
        return record->length != DANA__TAPE_LONG && kind != DANA__CUT_TAG;
    }
    if ((record->bits & DANA__TAPE_DROPPED) != 0) {
        return (record->bits & DANA__TAPE_KNOWN) != 0 &&
               dana__elements[record->row].key != FRAME_KEY;
    }
    if (!read_known(w, record)) {
        dana__tape_read(w->pass.tape, record, w->pass.end, &tag);
        w->pass.dropped = false;
        read_tag(w, &tag);
    }
    return true;
}

/* Whether an inline element of text leaves no trace: no caption is waited for, and the middle of
 * the text is not in it. */
static bool is_passed(const dana__media_walk *w, const dana__taped *record)
{
    unsigned flags = dana__elements[record->row].flags;
    bool is_inline = flags == DANA__ANCHOR || dana__kind_of(flags) == DANA__KIND_SPAN;

    return is_inline && !w->is_open && w->depth < DANA__WAY_MAX &&
           dana__holds_text_alone(&w->pass, record) &&
           (w->passed_middle || record[1].start < w->middle);
}

/* The record of the end tag of an element whose start tag was read, where its content leaves no
 * trace: nothing in it is looked for, and all that it opens it closes. Else NULL. */
static const dana__taped *end_of_quiet(const dana__media_walk *w, const dana__taped *record,
                                       const char *stop)
{
    const dana__taped *end = dana__quiet_end(&w->pass, record, DANA__QUIET_MEDIA);

    return end != NULL && w->pass.tape->source + end->start < stop && !w->is_open &&
                   (w->passed_middle || end->start < w->middle) &&
                   w->depth < DANA__WAY_MAX - DANA__QUIET_DEPTH && w->open[DANA__KIND_P] == 0 &&
                   w->open[DANA__KIND_HEADING] == 0 && w->open[DANA__KIND_FIGURE] == 0
               ? end
               : NULL;
}

/* Reads what the tape tells of, up to an end. Returns at what has to be read from the source. */
static void read_taped(dana__media_walk *w, const char *end)
{
    dana__pass *pass = &w->pass;
    const dana__taped *record = dana__pass_record(pass);

    while (record != NULL && pass->p < end && pass->p < pass->poll_at && w->status == DANA_OK) {
        const char *start = pass->tape->source + record->start;

        if (start > pass->p) {
            read_text(w, pass->p, start);
            pass->p = pass->taped = start;
        } else if (is_passed(w, record) && pass->tape->source + record[1].start < end) {
            record = dana__pass_over(pass, record + 1);
        } else if (read_record(w, record)) {
            const dana__taped *close = end_of_quiet(w, record, end);

            record = close != NULL ? dana__pass_to_end(pass, close) : dana__pass_over(pass, record);
        } else {
            return;
        }
    }
}

/* Reads up to where nothing of the selection can follow. */
static void read_all(dana__media_walk *w)
{
    const dana_selection *selection = &w->result->selection;
    size_t last = selection->count > 0 ? selection->spans[selection->count - 1].end : 0;
    size_t left = w->page->source.length - last;
    const char *end = w->page->source.data + last +
                      (left < DANA__TAIL_BYTES ? left : DANA__TAIL_BYTES);
    dana__markup token;

    while (w->status == DANA_OK && selection->count > 0 && w->pass.p < end) {
        read_taped(w, end);
        if (w->status != DANA_OK || w->pass.p >= end || !dana__pass_next(&w->pass, &token)) {
            break;
        }
        if (token.kind == DANA__TEXT) {
            read_text(w, token.start, token.end);
        } else {
            read_tag(w, &token);
        }
    }
    dana__way_pop(w, 0, w->pass.p);
    w->status = w->status == DANA_OK ? w->pass.status : w->status;
}

static void start_walk(dana__media_walk *w, dana_page *page, const dana_result *result,
                       dana__pieces *out, dana_error *err)
{
    w->page = page;
    w->result = result;
    w->out = out;
    w->closed = dana__close_caption;
    dana__index_captions(&w->captions);
    w->err = err;
    w->limit = page->source.length / DANA__PIECE_BYTES + DANA__PIECE_SPARE;
    w->middle = dana__middle_of(result);
    w->list = (dana_view){"", 0};
    dana_buffer_init(&w->pieces, sizeof(dana__piece));
    dana_buffer_init(&w->holders, sizeof(dana__holder));
    dana__pass_start(&w->pass, page, result->scan->options.keep_noscript, err);
}

dana_status dana__read_pieces(dana_page *page, const dana_result *result, dana__pieces *out,
                              dana_error *err)
{
    dana_buffer room;

    *out = (dana__pieces){.share = {"", 0}};
    dana_buffer_init(&room, 1);
    dana_status status = dana_buffer_reserve(page->arena, &room, sizeof(dana__media_walk), err);

    if (status != DANA_OK) {
        return status;
    }
    dana__media_walk *w = room.data;

    memset(w, 0, offsetof(dana__media_walk, way));
    start_walk(w, page, result, out, err);
    read_all(w);
    out->pieces = w->pieces.data;
    out->piece_count = w->pieces.length;
    out->holders = w->holders.data;
    out->holder_count = w->holders.length;
    status = w->status;
    dana_buffer_release(page->arena, &room);
    return status;
}
