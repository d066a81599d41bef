#include "media/figures.h"

#include "base/ascii.h"
#include "base/hash.h"
#include "html/attribute.h"
#include "links/resolve.h"
#include "media/address.h"
#include "media/belong.h"
#include "media/captions.h"
#include "media/versions.h"
#include "page/page.h"
#include "text/invisible.h"
#include "text/plain_text.h"
#include "text/selected_text.h"
#include "text/span_sets.h"

/* What the making of a list needs. */
typedef struct {
    dana_page *page;
    const dana_result *result;
    dana_view base;
    dana__pieces pieces;
    dana_buffer items;
    dana_buffer figures;
    dana_error *err;
} maker;

static dana_view tag_of(const maker *m, const dana__piece *piece)
{
    return (dana_view){m->page->source.data + piece->tag.start, piece->tag.end - piece->tag.start};
}

/* Bytes of a reference at most: "&Eacute;", "&#x1F600;". */
#define REFERENCE_MOST 10

/* Whether a decoded text holds a whole reference: programs encode what is encoded already
 * ("Ann&amp;#039;s boat"). */
static bool holds_reference(dana_view text)
{
    const char *end = text.data + text.length;
    const char *p = text.length > 0 ? memchr(text.data, '&', text.length) : NULL;

    for (; p != NULL; p = memchr(p + 1, '&', (size_t)(end - p - 1))) {
        const char *name = p + 1 + (p + 1 < end && p[1] == '#');
        const char *q = name;

        while (q < end && q - p < REFERENCE_MOST && (dana__is_letter(*q) || dana__is_digit(*q))) {
            q++;
        }
        if (q > name && q < end && *q == ';') {
            return true;
        }
    }
    return false;
}

/* Whether a decoded text is markup: "Ann at the quay<br>Photo: Gil". A tag between spaces is one
 * that the text speaks of, unless it has an end tag. */
static bool holds_tag(dana_view text)
{
    const char *end = text.length > 0 ? memrchr(text.data, '>', text.length) : NULL;
    const char *p = text.data;

    for (; end != NULL && p < end && (p = memchr(p, '<', (size_t)(end - p))) != NULL; p++) {
        bool is_end = p[1] == '/';

        if (dana__is_letter(p[1 + is_end]) &&
            (is_end || p == text.data || !dana__is_space(p[-1]))) {
            return true;
        }
    }
    return false;
}

/* Decodes an attribute of a piece's tag; empty where it has none. */
static dana_status attribute_of(const maker *m, const dana__piece *piece, const char *name,
                                dana_view *out)
{
    dana_view raw;

    *out = (dana_view){"", 0};
    if (!dana_tag_attribute(tag_of(m, piece), name, &raw)) {
        return DANA_OK;
    }
    dana_status status = dana__attribute_value(m->page->arena, raw, out, m->err);

    if (status == DANA_OK && (holds_reference(*out) || holds_tag(*out))) {
        status = dana__plain_text(m->page->arena, *out, out, m->err);
    }
    return status == DANA_OK ? dana__spell_c1(m->page->arena, *out, out, m->err) : status;
}

/* Makes an image of a picture. src.data NULL: it is not on the web. */
static dana_status make_image(const maker *m, const dana__piece *piece, dana_image *image)
{
    dana_status status = dana__web_target(m->page, m->base, piece->address, &image->src, m->err);

    image->span = piece->tag;
    if (status == DANA_OK && image->src.data != NULL) {
        status = attribute_of(m, piece, "alt", &image->alt);
    }
    return status;
}

/* Finds what a medium is called: its title, else the name of its player. */
static dana_status name_media(const maker *m, const dana__piece *piece, dana_media *media)
{
    static const char *const names[] = {"title", "aria-label", "data-title", "alt"};
    dana_status status = DANA_OK;

    media->title = (dana_view){"", 0};
    for (size_t i = 0; i < DANA__COUNT(names) && media->title.length == 0 && status == DANA_OK;
         i++) {
        status = attribute_of(m, piece, names[i], &media->title);
    }
    media->provider = piece->player != NULL ? piece->player->name : NULL;
    return status;
}

/* Makes a medium. url.data NULL: it is not on the web. */
static dana_status make_media(const maker *m, const dana__piece *piece, dana_media *media)
{
    dana_view decoded;
    dana_view found = {NULL, 0};
    dana_status status = dana__attribute_value(m->page->arena, piece->address, &decoded, m->err);

    media->kind = piece->kind;
    media->span = piece->tag;
    if (status == DANA_OK) {
        status = dana__web_target(m->page, m->base, piece->address, &media->src, m->err);
    }
    if (status == DANA_OK && piece->player != NULL) {
        status = dana__player_page(m->page->arena, piece->player, decoded, &found, m->err);
    }
    if (status == DANA_OK && found.data != NULL) {
        status = dana__web_target(m->page, m->base, found, &found, m->err);
    }
    media->url = found.data != NULL ? found : media->src;
    if (piece->player != NULL && piece->player->page != NULL && found.data == NULL &&
        dana__player_of(decoded) == NULL) {
        media->url = (dana_view){NULL, 0}; /* no id, and no address either */
    }
    if (dana__player_of(decoded) == NULL && piece->player != NULL) {
        media->src = media->url; /* an element that holds an id */
    }
    return status == DANA_OK && media->url.data != NULL ? name_media(m, piece, media) : status;
}

dana_view dana__media_label(const dana_media *media)
{
    const char *name = media->provider != NULL           ? media->provider
                       : media->kind == DANA_MEDIA_AUDIO ? "Audio"
                                                         : "Video";

    return media->title.length > 0 ? media->title : (dana_view){name, strlen(name)};
}

/* Makes the item of a piece, its caption left out. */
static dana_status add_item(maker *m, const dana__piece *piece)
{
    dana_status status = dana_buffer_reserve(m->page->arena, &m->items, 1, m->err);

    if (status != DANA_OK) {
        return status;
    }
    dana__item *item = (dana__item *)m->items.data + m->items.length;

    *item = (dana__item){.at = piece->at,
                         .caption = dana__trim_caption(m->page, m->result, piece->caption),
                         .behind = piece->caption.end,
                         .is_picture = piece->is_picture};
    status = piece->is_picture ? make_image(m, piece, &item->image)
                               : make_media(m, piece, &item->media);
    m->items.length += status == DANA_OK &&
                       (piece->is_picture ? item->image.src : item->media.url).data != NULL;
    return status;
}

static uint64_t hash_of(uint64_t hash, dana_view text)
{
    for (size_t i = 0; i < text.length; i++) {
        hash = dana__hash(hash, (unsigned char)text.data[i]);
    }
    return hash;
}

/* Whether two items are the same: one address, and of pictures one alternative text. */
static bool is_same(const dana__item *a, const dana__item *b)
{
    return a->is_picture == b->is_picture &&
           (a->is_picture ? dana__same_text(a->image.src, b->image.src) &&
                                dana__same_text(a->image.alt, b->image.alt)
                          : dana__same_text(a->media.url, b->media.url));
}

/* Of two equal items the first remains, or the one with a caption. */
static void merge(dana__item *first, dana__item *other)
{
    if (first->caption.end == 0 && other->caption.end > 0) {
        first->is_double = true;
    } else {
        other->is_double = true;
    }
}

/* Finds the slot of an item, or of the one that it equals. */
static size_t slot_of(const dana__item *items, const uint32_t *table, size_t slots,
                      const dana__item *item)
{
    uint64_t hash = item->is_picture
                        ? hash_of(hash_of(DANA__HASH_EMPTY, item->image.src), item->image.alt)
                        : hash_of(DANA__HASH_EMPTY, item->media.url);
    size_t slot = (hash >> 20) & (slots - 1);

    while (table[slot] != 0 && !is_same(&items[table[slot] - 1], item)) {
        slot = (slot + 1) & (slots - 1);
    }
    return slot;
}

/* Leaves one of equal items; their order stays. */
static dana_status drop_doubles(maker *m)
{
    dana__item *items = m->items.data;
    size_t slots = 16;
    size_t kept = 0;
    dana__item *before = NULL;

    while (slots < m->items.length * 2) {
        slots *= 2;
    }
    uint32_t *table = dana_arena_zeroed(m->page->arena, slots, sizeof(*table), m->err);

    if (table == NULL) {
        return m->err->status;
    }
    for (size_t i = 0; i < m->items.length; i++) {
        size_t slot = slot_of(items, table, slots, &items[i]);

        if (before != NULL && dana__is_version(m->page, m->result->scan, before, &items[i])) {
            merge(before, &items[i]);
        } else if (table[slot] != 0) {
            merge(&items[table[slot] - 1], &items[i]);
        }
        if (!items[i].is_double) {
            table[slot] = (uint32_t)i + 1;
            before = &items[i];
        }
    }
    for (size_t i = 0; i < m->items.length; i++) {
        if (!items[i].is_double) {
            items[kept++] = items[i];
        }
    }
    m->items.length = kept;
    return DANA_OK;
}

/* Puts an item into the figure of its caption, which is the last one or a new one. */
static dana_status join_figure(maker *m, dana__item *item)
{
    dana__figure *last = m->figures.length > 0
                             ? (dana__figure *)m->figures.data + m->figures.length - 1
                             : NULL;
    dana_span caption = item->caption;
    dana_span tag = item->is_picture ? item->image.span : item->media.span;

    if (last == NULL || last->caption.start != caption.start) {
        if (last != NULL && (item->at < last->span.end || caption.start < last->span.end)) {
            return DANA_OK; /* inside another one */
        }
        dana_status status = dana_buffer_reserve(m->page->arena, &m->figures, 1, m->err);

        if (status != DANA_OK) {
            return status;
        }
        last = (dana__figure *)m->figures.data + m->figures.length++;
        *last = (dana__figure){{item->at < caption.start ? item->at : caption.start, 0}, caption};
    }
    uint32_t end = tag.end > caption.end ? tag.end : caption.end;

    last->span.end = last->span.end > end ? last->span.end : end;
    item->figure = (uint32_t)m->figures.length;
    dana_view *text = item->is_picture ? &item->image.caption : &item->media.caption;
    dana_status status = dana_render_span(m->page, caption, text, m->err);

    item->is_told = status == DANA_OK && item->is_picture &&
                    dana__tells_picture(*text, item->image.alt);
    return status;
}

static dana_status make_items(maker *m)
{
    dana_status status = DANA_OK;

    for (size_t i = 0; i < m->pieces.piece_count && status == DANA_OK; i++) {
        if (m->pieces.pieces[i].belongs) {
            status = add_item(m, &m->pieces.pieces[i]);
        }
    }
    if (status == DANA_OK) {
        status = drop_doubles(m);
    }
    for (size_t i = 0; i < m->items.length && status == DANA_OK; i++) {
        dana__item *item = (dana__item *)m->items.data + i;

        if (item->caption.end > 0) {
            status = join_figure(m, item);
        }
        if (status == DANA_OK && item->is_picture && !item->is_told) {
            status = dana__is_told_beside(m->page, m->result, &item->image, &item->is_told, m->err);
        }
    }
    return status;
}

/* Makes the selection with the captions. */
static dana_status show_captions(maker *m, dana__figures *out)
{
    dana_span *spans = dana_arena_alloc(m->page->arena, (out->figure_count + 1) * sizeof(*spans),
                                        m->err);
    size_t count = 0;

    if (spans == NULL) {
        return m->err->status;
    }
    for (size_t i = 0; i < out->figure_count; i++) {
        spans[count++] = out->figures[i].caption;
    }
    const dana_selection both[] = {m->result->selection, {spans, count}};

    return dana__join_selections(m->page, both, 2, 1, &out->shown, m->err);
}

static dana_status make(maker *m, dana__figures *out)
{
    dana_status status = dana__read_pieces(m->page, m->result, &m->pieces, m->err);

    if (status == DANA_OK) {
        status = dana__find_belonging(m->page, m->result, &m->pieces, m->err);
    }
    if (status == DANA_OK) {
        status = make_items(m);
    }
    out->result = m->result;
    out->selection = m->result->selection;
    out->base = m->base;
    out->items = m->items.data;
    out->item_count = m->items.length;
    out->figures = m->figures.data;
    out->figure_count = m->figures.length;
    return status == DANA_OK ? show_captions(m, out) : status;
}

static bool is_made(const dana__figures *made, const dana_result *result, dana_view base)
{
    return made != NULL && made->result == result &&
           made->selection.spans == result->selection.spans &&
           made->selection.count == result->selection.count && made->base.data == base.data;
}

dana_status dana__find_figures(dana_page *page, const dana_result *result, dana_view base,
                               const dana__figures **out, dana_error *err)
{
    if (is_made(page->figures, result, base)) {
        *out = page->figures;
        page->left_relative |= page->figures->left_relative;
        return DANA_OK;
    }
    dana__figures *made = dana_arena_zeroed(page->arena, 1, sizeof(*made), err);
    maker m = {.page = page, .result = result, .base = base, .err = err};

    if (made == NULL) {
        return err->status;
    }
    dana_buffer_init(&m.items, sizeof(dana__item));
    dana_buffer_init(&m.figures, sizeof(dana__figure));
    bool left_relative = page->left_relative;

    page->left_relative = false;
    dana_status status = make(&m, made);

    made->left_relative = page->left_relative;
    page->left_relative |= left_relative;
    *out = made;
    if (status == DANA_OK) {
        page->figures = made;
    }
    return status;
}
