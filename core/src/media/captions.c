#include "media/captions.h"

#include "base/ascii.h"
#include "dana/scan.h"
#include "html/letters.h"
#include "measure/labels.h"
#include "measure/spoken_tags.h"
#include "page/page.h"
#include "text/selected_text.h"
#include "text/span_sets.h"

/* Longest caption, in bytes of the source's text. */
#define CAPTION_MAX 1500

/* Longest caption that is only known by where it stands. */
#define UNNAMED_MAX  600
#define BOX_MAX      450
#define SELECTED_MAX 120
#define TABLE_MAX    300

/* Bytes of text between a picture and its caption: "Enlarge", "1/5". */
#define SKIPPED_MAX 48

/* Shortest line of a caption that is left out where it says again what stands before. */
#define AGAIN_LEAST 8

/* Words of classes that captions have. Lower case, with the other case of their first letter left
 * out. dana__may_name_caption knows how they begin. */
static const char *const caption_words[] = {"aption",          "redit",   "utline", "egende",
                                            "ildunterschrift", "ildtext", "ildinfo"};

void dana__index_captions(dana__needles *out)
{
    dana__needles_index(out, caption_words, DANA__COUNT(caption_words));
}

/* Words of classes of elements around a picture and the text below it. */
static const char *const picture_words[] = {"pic",   "pics",         "picture", "photo",  "photos",
                                            "img",   "image",        "foto",    "bild",   "figure",
                                            "thumb", "illustration", "imagen",  "obrazek"};

/* Whether the class of an element calls it a picture. */
static bool is_picture_box(const dana__way *element)
{
    dana_view tag = element->tag.source;
    char word[DANA__WORD_MAX];
    dana_view value;
    size_t at = 0;

    if ((element->tag.flags & DANA__BLOCK) == 0 || element->kind == DANA__KIND_BODY ||
        element->tag.is_bare || !dana_tag_attribute(tag, "class", &value)) {
        return false;
    }
    while (dana__next_word(value, &at, word) > 0) {
        for (size_t i = 0; i < DANA__COUNT(picture_words); i++) {
            if (word[0] == picture_words[i][0] && strcmp(word, picture_words[i]) == 0) {
                return true;
            }
        }
    }
    return false;
}

/* Whether the class of an element calls it a caption. */
static bool is_caption(const dana__media_walk *w, dana__way *element)
{
    if (element->is_caption < 0 && element->tag.is_bare) {
        element->is_caption = element->kind == DANA__KIND_CAPTION;
    } else if (element->is_caption < 0) {
        dana_view tag = element->tag.source;
        dana_view value;

        /* Most tags have none of the words anywhere. */
        element->is_caption = element->kind == DANA__KIND_CAPTION ||
                              (dana__may_name_caption(tag) &&
                               ((dana_tag_attribute(tag, "class", &value) &&
                                 dana__needles_in(&w->captions, value)) ||
                                (dana_tag_attribute(tag, "itemprop", &value) &&
                                 dana__needles_in(&w->captions, value))));
    }
    return element->is_caption > 0;
}

/* The outermost caption around the text that was opened after the last piece. */
static dana__way *open_caption(dana__media_walk *w)
{
    for (size_t i = 0; i < w->depth; i++) {
        if (w->way[i].first_piece == w->pieces.length && is_caption(w, &w->way[i])) {
            return &w->way[i];
        }
    }
    return NULL;
}

static bool is_figure(const dana__way *element)
{
    return element->kind == DANA__KIND_FIGURE;
}

/* Whether a text is the heading of a card: a link, or selected. */
static bool is_headed(dana__media_walk *w, uint32_t start, uint32_t end)
{
    return w->open[DANA__KIND_HEADING] > 0 &&
           (dana__way_find(w, DANA__KIND_NONE, "a") != NULL ||
            dana__is_selected(&w->result->selection, start, end));
}

void dana__read_caption(dana__media_walk *w, const char *start, const char *end)
{
    dana__piece *piece = dana__last_piece(w);
    uint32_t from = dana__media_offset(w, start);
    uint32_t to = dana__media_offset(w, end);

    if (!w->is_open || piece == NULL || w->open[DANA__KIND_MEDIA] > 0 ||
        w->open[DANA__KIND_BUTTON] > 0) {
        return;
    }
    const dana__way *caption = open_caption(w);

    if (caption != NULL && !is_headed(w, from, to)) {
        piece->caption.start = piece->caption.end == 0 ? from : piece->caption.start;
        piece->caption.end = to;
        w->is_open = to - piece->caption.start <= CAPTION_MAX;
        piece->caption = w->is_open ? piece->caption : (dana_span){0, 0};
        return;
    }
    dana__way *figure = dana__way_find(w, DANA__KIND_FIGURE, NULL);

    if (figure != NULL && figure->first_piece < w->pieces.length) {
        return;
    }
    w->skipped += to - from;
    w->is_open = w->skipped <= SKIPPED_MAX && piece->caption.end == 0 &&
                 !dana__is_selected(&w->result->selection, from, to);
}

/* What the texts of a range are. */
typedef struct {
    dana_span span; /* from the first to the last */
    uint32_t bytes;
    uint32_t count;
    uint32_t linked; /* bytes in links */
    bool has_heading;
    bool is_selected; /* one of them */
} texts;

static texts texts_in(const dana_result *result, uint32_t start, uint32_t end)
{
    const dana_scan *scan = result->scan;
    texts out = {.span = {0, 0}};

    for (size_t i = dana__first_unit(scan, start);
         i < scan->unit_count && scan->units[i].start < end && out.bytes <= CAPTION_MAX; i++) {
        const dana_unit *unit = &scan->units[i];

        out.span.start = out.count == 0 ? unit->start : out.span.start;
        out.span.end = unit->start + unit->length;
        out.bytes += unit->length;
        out.count++;
        out.linked += unit->in_anchor ? unit->length : 0;
        out.has_heading |= unit->heading > 0;
        out.is_selected |= dana__is_selected(&result->selection, unit->start, out.span.end);
    }
    return out;
}

static bool may_be_caption(const texts *found, uint32_t most)
{
    return found->count > 0 && found->bytes <= most && !found->has_heading;
}

/* Gives the pieces of an element without a caption the one that its last piece has. */
static void share_caption(dana__media_walk *w, const dana__way *element)
{
    dana__piece *pieces = w->pieces.data;
    dana_span caption = pieces[w->pieces.length - 1].caption;

    for (size_t i = w->pieces.length - 1; i > element->first_piece; i--) {
        if (pieces[i - 1].caption.end != 0) {
            return;
        }
        pieces[i - 1].caption = caption;
    }
}

/* The row of a table around a piece. */
static const dana__holder *row_of(const dana__media_walk *w, const dana__piece *piece)
{
    const dana__holder *holders = w->holders.data;
    uint32_t at = piece->holder;

    while (at > 0 && holders[at - 1].kind != DANA__KIND_ROW) {
        at = holders[at - 1].parent;
    }
    return at > 0 ? &holders[at - 1] : NULL;
}

/* A table with one picture and a short text below it. */
static void close_table(dana__media_walk *w, const dana__way *table, uint32_t at)
{
    dana__piece *piece = dana__last_piece(w);
    const dana__holder *row = row_of(w, piece);
    uint32_t start = dana__media_offset(w, table->tag.source.data);
    texts all = texts_in(w->result, start, at);

    if (w->pieces.length - table->first_piece == 1 && piece->caption.end == 0 && row != NULL &&
        may_be_caption(&all, TABLE_MAX) && all.span.start >= row->end) {
        piece->caption = all.span;
    }
}

/* An element whose class calls it a picture, with one picture and a short text below it. */
static void close_picture_box(dana__media_walk *w, const dana__way *box, uint32_t at)
{
    dana__piece *piece = dana__last_piece(w);
    texts all = texts_in(w->result, dana__media_offset(w, box->tag.source.data), at);

    if (w->pieces.length - box->first_piece == 1 && piece->caption.end == 0 &&
        may_be_caption(&all, all.is_selected ? SELECTED_MAX : BOX_MAX) &&
        all.span.start >= piece->tag.end && 2 * all.linked < all.bytes) {
        piece->caption = all.span;
    }
}

/* A figure, or an element that is called a caption and holds the picture. */
static void close_figure(dana__media_walk *w, const dana__way *figure, uint32_t at)
{
    dana__piece *piece = dana__last_piece(w);

    if (piece->caption.end == 0) {
        texts after = texts_in(w->result, piece->tag.end, at);
        texts before = texts_in(w->result, dana__media_offset(w, figure->tag.source.data),
                                piece->at);

        if (may_be_caption(&after, UNNAMED_MAX) && !before.has_heading) {
            piece->caption = after.span;
        } else if (after.count == 0 && is_figure(figure) && may_be_caption(&before, UNNAMED_MAX)) {
            piece->caption = before.span;
        }
    }
    if (piece->caption.end != 0 && is_figure(figure)) {
        share_caption(w, figure);
        w->is_open = false;
    }
}

/*
 * Whether an element that is no figure can give its last piece a caption: it has none, and some
 * text follows it there, which is not too long and has no heading. Notes where all elements around
 * it have too much.
 */
static bool may_have_caption(dana__media_walk *w, const dana__piece *piece, uint32_t end)
{
    if (w->is_settled || piece->caption.end != 0) {
        return false;
    }
    texts after = texts_in(w->result, piece->tag.end, end);

    w->is_settled = after.bytes > UNNAMED_MAX || after.has_heading;
    return after.count > 0 && !w->is_settled;
}

void dana__close_caption(dana__media_walk *w, dana__way *element, const char *at)
{
    uint32_t end = dana__media_offset(w, at);

    if (!is_figure(element) && !may_have_caption(w, dana__last_piece(w), end)) {
        return;
    }
    if (element->kind == DANA__KIND_TABLE) {
        close_table(w, element, end);
    } else if (is_figure(element) || (element->kind != DANA__KIND_NONE && is_caption(w, element))) {
        close_figure(w, element, end);
    } else if (dana__last_piece(w)->caption.end == 0 && is_picture_box(element)) {
        close_picture_box(w, element, end);
    }
}

static dana_view text_of(const dana_page *page, const dana_unit *unit)
{
    return (dana_view){page->source.data + unit->start, unit->length};
}

/* Whether a text ends as another one, but for what closes a bracket or a sentence. */
static bool ends_as(dana_view text, dana_view end)
{
    while (text.length > end.length && strchr(").]", text.data[text.length - 1]) != NULL) {
        text.length--;
    }
    return text.length >= end.length &&
           memcmp(text.data + text.length - end.length, end.data, end.length) == 0;
}

/* Whether the last of some texts is a line that one of the others ends with. */
static bool is_said_again(const dana_page *page, const dana_unit *first, const dana_unit *last)
{
    if (last->break_before == 0 || last->length < AGAIN_LEAST) {
        return false;
    }
    for (const dana_unit *unit = first; unit < last; unit++) {
        if (ends_as(text_of(page, unit), text_of(page, last))) {
            return true;
        }
    }
    return false;
}

/* Whether a text is shown whether a caption has it or not. */
static bool is_text(const dana_result *result, const dana_unit *unit)
{
    return dana__is_selected(&result->selection, unit->start, (size_t)unit->start + unit->length);
}

/* Whether the last of some texts is none of a caption's. */
static bool ends_beside(const dana_page *page, const dana_result *result, const dana_unit *first,
                        const dana_unit *last)
{
    dana_view text = text_of(page, last);

    dana__label label = dana__label_of(text);

    return (label == DANA__LONG_LABEL ||
            (label == DANA__LABEL && (last->break_before > 0 || last == first)) ||
            is_said_again(page, first, last)) &&
           !is_text(result, last);
}

/* Bytes of the sign with which a text begins behind a label, and of the white space behind it. */
static uint32_t sign_length(const dana_page *page, const dana_unit *unit)
{
    const char *text = page->source.data + unit->start;
    uint32_t length = unit->length > 1 && (*text == '/' || *text == '|') ? 1 : 0;

    while (length > 0 && length < unit->length && dana__is_space(text[length])) {
        length++;
    }
    return length;
}

/* Whether the first of some texts is beside the caption: a label in a line of its own or parted by
 * a sign, or what screen readers alone say ("Image caption"). */
static bool begins_beside(const dana_page *page, const dana_result *result, const dana_unit *first)
{
    dana_view tag = dana__tag_before(page->source.data, first->start);
    bool is_parted = first[1].break_before > 0 || sign_length(page, first + 1) > 0;

    return ((is_parted && dana__label_of(text_of(page, first)) != DANA__NO_LABEL) ||
            dana__calls_spoken(tag)) &&
           !is_text(result, first);
}

dana_span dana__trim_caption(const dana_page *page, const dana_result *result, dana_span caption)
{
    const dana_scan *scan = result->scan;
    const dana_unit *units = scan->units;
    size_t first = dana__first_unit(scan, caption.start);
    size_t end = first;

    while (end < scan->unit_count && units[end].start < caption.end) {
        end++;
    }
    while (end > first && ends_beside(page, result, &units[first], &units[end - 1])) {
        end--;
    }
    uint32_t sign = 0;

    while (end > first + 1 && begins_beside(page, result, &units[first])) {
        sign = sign_length(page, &units[++first]);
    }
    return end > first ? (dana_span){units[first].start + sign,
                                     units[end - 1].start + units[end - 1].length}
                       : (dana_span){0, 0};
}
