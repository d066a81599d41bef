#include "media/pieces.h"

#include "html/attribute.h"
#include "links/resolve.h"
#include "media/address.h"
#include "media/captions.h"
#include "text/selected_text.h"
#include "text/span_sets.h"

/* Bytes of the source that are read after the last selected text: a caption may end there. */
#define TAIL_BYTES 8192

/* Adds a piece. Returns NULL where there is no room. */
static dana__piece *add_piece(dana__media_walk *w, const dana__markup *tag, const char *at)
{
    if (w->pieces.length >= w->limit || w->status != DANA_OK) {
        return NULL;
    }
    w->status = dana_buffer_reserve(w->page->arena, &w->pieces, 1, w->err);

    uint32_t holder = w->status == DANA_OK ? dana__way_record(w) : 0;

    if (w->status != DANA_OK) {
        return NULL;
    }
    dana__piece *piece = (dana__piece *)w->pieces.data + w->pieces.length++;

    *piece = (dana__piece){
        .at = dana__media_offset(w, at),
        .tag = {dana__media_offset(w, tag->start), dana__media_offset(w, tag->end)},
        .holder = holder,
    };
    w->is_open = true;
    w->is_settled = false;
    w->skipped = 0;
    return piece;
}

/* Whether the last piece stands beside the next one: no text lies between, and it is a picture in
 * the same element or one nearby. */
static bool is_beside(const dana__media_walk *w, const dana__piece *last, const char *at)
{
    const dana_scan *scan = w->result->scan;
    uint32_t to = dana__media_offset(w, at);
    size_t unit = dana__first_unit(scan, last->tag.end);

    return last->is_picture && (unit == scan->unit_count || scan->units[unit].start >= to) &&
           to - last->tag.end < 1024;
}

/* Whether a source element before a picture may have its address. */
static bool has_list(dana__media_walk *w)
{
    return w->list.length > 0 && dana__way_find(w, DANA__KIND_NONE, "picture") != NULL;
}

/* The address of a picture; in a picture element that of a source where its own is none. */
static dana_view address_of(dana__media_walk *w, const dana__markup *tag)
{
    dana_view address = dana__picture_address(dana__tag_view(tag));
    bool is_poor = address.length == 0 || dana__asks_for_small(address);

    return is_poor && has_list(w) ? w->list : address;
}

/* A picture in a noscript element is the same as the one beside it that a script loads: of the two
 * one remains, with the address of the one that has any. Returns whether this is so. */
static bool join_noscript(dana__media_walk *w, const dana__markup *tag, const char *at,
                          bool in_noscript)
{
    dana__piece *last = dana__last_piece(w);

    if (last == NULL || !(in_noscript || last->in_noscript) || !is_beside(w, last, at)) {
        return false;
    }
    dana_view address = address_of(w, tag);
    dana_view other = dana__piece_address(w->page, last);

    if (!in_noscript && address.length > 0 &&
        !dana__equal_text(dana__file_stem(address), dana__file_stem(other))) {
        return false;
    }
    if (other.length == 0 || (last->in_noscript && address.length > 0)) {
        last->address = address;
        last->tag = (dana_span){dana__media_offset(w, tag->start), dana__media_offset(w, tag->end)};
        w->is_settled = false;
    }
    return true;
}

static void add_picture(dana__media_walk *w, const dana__markup *tag, const char *at,
                        bool in_noscript)
{
    const dana__way *amp = dana__way_find(w, DANA__KIND_NONE, "amp-img");

    if (join_noscript(w, tag, at, in_noscript) || (amp != NULL && amp->tag.source.data != tag->start)) {
        return; /* in amp-img: what is shown where the picture cannot be */
    }
    dana__piece *piece = add_piece(w, tag, at);

    if (piece != NULL) {
        piece->is_picture = true;
        piece->has_address = has_list(w);
        piece->address = piece->has_address ? address_of(w, tag) : (dana_view){"", 0};
        piece->in_noscript = in_noscript;
    }
}

static void add_media(dana__media_walk *w, const dana__markup *tag, const char *at,
                      dana_media_kind kind, const dana__player *player, dana_view address)
{
    dana__piece *piece = add_piece(w, tag, at);

    if (piece != NULL) {
        piece->kind = kind;
        piece->player = player;
        piece->has_address = true;
        piece->address = address;
    }
}

/* A frame, which counts where it is a player's. */
static void add_frame(dana__media_walk *w, const dana__markup *tag, const char *at)
{
    const dana__player *player;
    dana_view address = dana__frame_address(dana__tag_view(tag), &player);

    if (player != NULL) {
        add_media(w, tag, at, player->kind, player, address);
    }
}

/* An element that a script makes a player of. Returns whether it is one. */
static bool add_player(dana__media_walk *w, const dana__markup *tag)
{
    dana_view id;
    const dana__player *player = dana__player_of_element(tag, &id);

    if (player != NULL) {
        add_media(w, tag, tag->start, player->kind, player, id);
    }
    return player != NULL;
}

static bool is_name(const dana__markup *tag, const char *name)
{
    return dana__is_text((dana_view){tag->name_text, tag->name.length}, name);
}

/* Pictures and frames in the raw text of a noscript element. */
static void read_noscript(dana__media_walk *w, const dana__markup *noscript, const char *end)
{
    const char *p = noscript->end;

    while (p < end && w->status == DANA_OK) {
        dana__markup tag;

        p = dana__find_markup(p, end);
        if (p == end) {
            return;
        }
        dana__read_markup(p, end, &tag);
        p = tag.end;
        if (tag.kind == DANA__START_TAG && is_name(&tag, "img")) {
            add_picture(w, &tag, noscript->start, true);
        } else if (tag.kind == DANA__START_TAG && is_name(&tag, "iframe")) {
            add_frame(w, &tag, noscript->start);
        }
    }
}

/* A source element: of a picture, or of the video or sound around it. */
static void read_source(dana__media_walk *w, const dana__markup *tag)
{
    dana__piece *last = dana__last_piece(w);

    if (w->open[DANA__KIND_MEDIA] == 0) {
        dana_view address = dana__picture_address(dana__tag_view(tag));

        w->list = w->list.length == 0 ? address : w->list;
    } else if (last != NULL && !last->is_picture && last->address.length == 0) {
        last->address = dana__picture_address(dana__tag_view(tag));
    }
}

/* video and audio elements. */
static void read_player_element(dana__media_walk *w, const dana__markup *tag)
{
    bool is_audio = is_name(tag, "audio") || is_name(tag, "amp-audio");
    dana_view address = dana__picture_address(dana__tag_view(tag));

    add_media(w, tag, tag->start, is_audio ? DANA_MEDIA_AUDIO : DANA_MEDIA_VIDEO, NULL, address);
}

/* og:image, the picture that the page is shared with. */
static void read_meta(dana__media_walk *w, const dana__markup *tag)
{
    dana_view property;
    dana_view content;

    if (w->out->share.length == 0 &&
        dana_tag_attribute(dana__tag_view(tag), "property", &property) &&
        dana__is_text(dana__trim(property), "og:image") &&
        dana_tag_attribute(dana__tag_view(tag), "content", &content)) {
        w->out->share = dana__trim(content);
    }
}

/* Elements whose names have a hyphen. */
static void read_custom(dana__media_walk *w, const dana__markup *tag)
{
    if (memchr(tag->name_text, '-', tag->name.length) == NULL) {
        return;
    }
    if (is_name(tag, "amp-anim")) {
        add_picture(w, tag, tag->start, false);
    } else if (is_name(tag, "amp-video") || is_name(tag, "amp-audio")) {
        read_player_element(w, tag);
    } else if (is_name(tag, "amp-iframe")) {
        add_frame(w, tag, tag->start);
    } else {
        add_player(w, tag);
    }
}

/* Elements that are no block and no inline element of their own. */
static void read_other(dana__media_walk *w, const dana__markup *tag)
{
    switch (tag->name.length < 8 ? tag->name.key : 0) {
    case DANA__NAME_KEY('i', 'm', 'g'):
    case DANA__NAME_KEY('a', 'm', 'p', '-', 'i', 'm', 'g'):
        add_picture(w, tag, tag->start, false);
        break;
    case DANA__NAME_KEY('s', 'o', 'u', 'r', 'c', 'e'):
        read_source(w, tag);
        break;
    case DANA__NAME_KEY('p', 'i', 'c', 't', 'u', 'r', 'e'):
        w->list = (dana_view){"", 0};
        break;
    case DANA__NAME_KEY('e', 'm', 'b', 'e', 'd'):
    case DANA__NAME_KEY('o', 'b', 'j', 'e', 'c', 't'):
        add_frame(w, tag, tag->start);
        break;
    default:
        read_custom(w, tag);
        break;
    }
}

/* What a start tag brings; the element itself is on the stack already. */
static void read_start(dana__media_walk *w, const dana__markup *tag)
{
    switch (dana__kind_of(tag->flags)) {
    case DANA__KIND_META:
        read_meta(w, tag);
        break;
    case DANA__KIND_MEDIA:
        read_player_element(w, tag);
        break;
    case DANA__KIND_NONE:
        if (tag->flags == 0) {
            read_other(w, tag);
        }
        break;
    case DANA__KIND_DIV:
        if (!add_player(w, tag) && w->open[DANA__KIND_FIGURE] > 0 &&
            dana__names_picture(dana__tag_view(tag))) {
            add_picture(w, tag, tag->start, true); /* one in it, or behind it, is the same */
        }
        break;
    default:
        break;
    }
}

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
        read_start(w, token);
    } else if (w->pass.raw_end != NULL && (token->flags & DANA__NOSCRIPT) != 0) {
        read_noscript(w, token, w->pass.raw_end);
    } else if (w->pass.raw_end != NULL && is_name(token, "iframe")) {
        add_frame(w, token, token->start);
    }
}

/* Kinds of elements that may be pieces, or hold what is noted of one. */
#define PIECE_KINDS                                                                                \
    (DANA__KIND_BIT(META) | DANA__KIND_BIT(MEDIA) | DANA__KIND_BIT(NONE) | DANA__KIND_BIT(DIV))

/* Reads the tag of a record that is known by its name alone. Returns false where it is not. */
static bool read_known(dana__media_walk *w, const dana__taped *record)
{
    const dana__named_element *element = &dana__elements[record->row];
    bool is_start = (record->bits & DANA__TAPE_KIND) == DANA__START_TAG;
    uint64_t kind = UINT64_C(1) << dana__kind_of(element->flags);
    bool is_bare = (record->bits & DANA__TAPE_BARE) != 0;

    if ((record->bits & DANA__TAPE_KNOWN) == 0 ||
        (is_start && (kind & PIECE_KINDS) != 0 && (element->flags & DANA__ANCHOR) == 0 &&
         !(is_bare && kind == DANA__KIND_BIT(DIV)))) {
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
               dana__elements[record->row].key !=
                   DANA__NAME_KEY('i', 'f', 'r', 'a', 'm', 'e');
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
            record = dana__pass_over(pass, record);
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
    const char *end = w->page->source.data + last + (left < TAIL_BYTES ? left : TAIL_BYTES);
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
