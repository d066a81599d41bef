#include "media/start_tags.h"

#include "html/attribute.h"
#include "html/references.h"
#include "links/resolve.h"
#include "media/address.h"
#include "text/selected_text.h"

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

static bool same_alt(dana_view a, dana_view b)
{
    dana_view first;
    dana_view second;

    return dana_tag_attribute(a, "alt", &first) && dana_tag_attribute(b, "alt", &second) &&
           dana__trim(first).length > 0 && dana__equal_text(dana__trim(first), dana__trim(second));
}

/* Whether a picture shows a placeholder for that of the noscript element behind it: their texts are
 * the same, its address is from src, and the names differ. */
static bool is_placeholder(const dana__media_walk *w, const dana__piece *shown, dana_view address,
                           dana_view tag, dana_view wanted)
{
    dana_view own = {w->page->source.data + shown->tag.start, shown->tag.end - shown->tag.start};
    dana_view src;

    return wanted.length > 0 && same_alt(own, tag) && dana_tag_attribute(own, "src", &src) &&
           dana__equal_text(dana__trim(src), address) &&
           !dana__equal_text(dana__file_stem(address), dana__file_stem(wanted));
}

/* A picture in a noscript element is the same as the one beside it that a script loads: of the two
 * one remains, with the address of the one that has any. Two in such elements, one behind the
 * other, are the same where their names are. Returns whether this is so. */
static bool join_noscript(dana__media_walk *w, const dana__markup *tag, const char *at,
                          bool in_noscript)
{
    dana__piece *last = dana__last_piece(w);

    if (last == NULL || !(in_noscript || last->in_noscript) || !is_beside(w, last, at)) {
        return false;
    }
    dana_view address = address_of(w, tag);
    dana_view other = dana__piece_address(w->page, last);

    if ((!in_noscript || last->in_noscript) && address.length > 0 &&
        !dana__equal_text(dana__file_stem(address), dana__file_stem(other))) {
        return false;
    }
    if (other.length == 0 || (last->in_noscript && address.length > 0) ||
        (in_noscript && is_placeholder(w, last, other, dana__tag_view(tag), address))) {
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

    if (join_noscript(w, tag, at, in_noscript) ||
        (amp != NULL && amp->tag.source.data != tag->start)) {
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
void dana__add_frame(dana__media_walk *w, const dana__markup *tag, const char *at)
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
void dana__read_noscript(dana__media_walk *w, const dana__markup *noscript, const char *end)
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
            dana__add_frame(w, &tag, noscript->start);
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
        dana__is_called(dana__trim(property), "og:image") &&
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
        dana__add_frame(w, tag, tag->start);
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
        dana__add_frame(w, tag, tag->start);
        break;
    default:
        read_custom(w, tag);
        break;
    }
}

/* What a start tag brings; the element itself is on the stack already. */
void dana__read_media_start(dana__media_walk *w, const dana__markup *tag)
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
