#include "media/belong.h"

#include "base/ascii.h"
#include "base/search.h"
#include "blocks/marks.h"
#include "html/elements.h"
#include "media/address.h"
#include "media/junk.h"
#include "media/main_text.h"
#include "page/page.h"
#include "text/selected_text.h"
#include "text/span_sets.h"

/* Most text beside a picture and its caption, in bytes, in an element without selected text: more
 * is a teaser. */
#define OTHER_MAX         60
#define OTHER_MAX_CAPTION 160
#define OTHER_MAX_LEAD    600

/* Most text that is not selected around a captioned picture outside the main element. */
#define GAP_MAX 300

/* Least length of a picture's name that two pictures have for being the same. */
#define SHARED_STEM 4

/* Texts that are looked at for one question. */
#define LOOK_MAX   400

#define MARK(name) DANA__MARK_BIT(name)

/* Marks of elements whose pictures are none of the text; and those that a caption outweighs. */
static const uint32_t no_content = MARK(NAV) | MARK(FOOTER) | MARK(COMMENTS) | MARK(NEWSLETTER) |
                                   MARK(COOKIE) | MARK(ADVERT) | MARK(AUTHOR) | MARK(PAYWALL);
static const uint32_t no_plain_content = MARK(ASIDE) | MARK(RELATED) | MARK(DIALOG) | MARK(HIDDEN) |
                                         MARK(MENU_ITEM) | MARK(NOTE) | MARK(SHARE) | MARK(FORM);

/* What the questions are asked of. */
typedef struct {
    const dana_page *page;
    const dana_result *result;
    dana__pieces *pieces;
    dana__main_text text;
    dana_view share; /* the stem of the page's picture for sharing */
    dana__class_memo *memo;
    dana__needles junk;
} view;

static bool is_selected(const view *v, uint32_t start, uint32_t end)
{
    return dana__is_selected(&v->result->selection, start, end);
}

/* Whether a selected text stands in an element: a span may pass over one that holds none. */
static bool is_text_in(const view *v, const dana__holder *holder)
{
    const dana_scan *scan = v->result->scan;
    size_t first = dana__first_unit(scan, holder->start);

    if (!is_selected(v, holder->start, holder->end)) {
        return false;
    }
    for (size_t i = first; i < scan->unit_count && scan->units[i].start < holder->end; i++) {
        const dana_unit *unit = &scan->units[i];

        if (i - first > LOOK_MAX || is_selected(v, unit->start, unit->start + unit->length)) {
            return true;
        }
    }
    return false;
}

/* Whether an element holds a selected text: asked once for each. */
static bool holds_text(const view *v, uint32_t index)
{
    dana__holder *holder = &v->pieces->holders[index - 1];

    if (holder->texts == 0) {
        holder->texts = is_text_in(v, holder) ? 1 : -1;
    }
    return holder->texts > 0;
}

/* Whether a text is in the caption of a piece from `from` on; those before are passed. */
static bool in_caption(const dana__pieces *pieces, size_t *from, const dana_unit *unit)
{
    while (*from < pieces->piece_count && pieces->pieces[*from].caption.end <= unit->start &&
           pieces->pieces[*from].at < unit->start) {
        ++*from;
    }
    for (size_t i = *from; i < pieces->piece_count && i < *from + 4; i++) {
        const dana__piece *piece = &pieces->pieces[i];

        if (piece->caption.start <= unit->start && unit->start < piece->caption.end) {
            return true;
        }
    }
    return false;
}

/* The index of the first piece that stands at an offset or after it. */
static size_t piece_at(const dana__pieces *pieces, uint32_t at)
{
    return dana__first_from(pieces->pieces, pieces->piece_count, sizeof(*pieces->pieces), at);
}

/* Bytes of text in a range that are neither selected nor in a caption, up to OTHER_MAX_LEAD and
 * some more. */
static uint32_t other_text(const view *v, uint32_t start, uint32_t end)
{
    const dana_scan *scan = v->result->scan;
    size_t piece = piece_at(v->pieces, start);
    uint32_t bytes = 0;
    size_t looks = 0;

    for (size_t i = dana__first_unit(scan, start);
         i < scan->unit_count && scan->units[i].start < end && bytes <= OTHER_MAX_LEAD; i++) {
        const dana_unit *unit = &scan->units[i];

        if (looks++ > LOOK_MAX) {
            return UINT32_MAX - 1;
        }
        if (!in_caption(v->pieces, &piece, unit) &&
            !is_selected(v, unit->start, unit->start + unit->length)) {
            bytes += unit->length;
        }
    }
    return bytes;
}

/* Whether a piece is the picture that the page is shared with. */
static bool is_shared(const view *v, dana__piece *piece)
{
    return v->share.length >= SHARED_STEM &&
           dana__equal_text(dana__file_stem(dana__piece_address(v->page, piece)), v->share);
}

/* Whether an element says that what it holds is no part of a text. */
static bool is_no_content(const view *v, dana__holder *holder, bool captioned)
{
    uint32_t bad = captioned ? no_content : no_content | no_plain_content;

    if (holder->is_link) {
        return !captioned && dana__leads_elsewhere(v->page, holder);
    }
    if (holder->kind == DANA__KIND_SPAN) {
        return false;
    }
    bad = captioned && holder->kind == DANA__KIND_FIGURE ? MARK(AUTHOR) : bad;
    return (dana__holder_marks(v->page, v->memo, holder) & bad) != 0;
}

/* Whether a branch of the page holds so little text besides captions that it is no teaser. in_head:
 * the headline stands around it. */
static bool is_picture_branch(const view *v, dana__piece *piece, dana__holder *branch, bool in_head)
{
    bool captioned = piece->caption.end > 0;
    bool is_lead = piece->at >= v->text.headline && piece->at < v->text.first;
    uint32_t most = captioned ? OTHER_MAX_CAPTION : OTHER_MAX;

    if (branch->other == UINT32_MAX) {
        branch->other = other_text(v, branch->start, branch->end);
    }
    most = in_head || (captioned && is_lead) ? OTHER_MAX_LEAD : most;
    return branch->other <= most || (is_lead && is_shared(v, piece));
}

/* The innermost element around a piece that holds selected text; NULL: there is none. */
static const dana__holder *text_around(const view *v, const dana__piece *piece)
{
    uint32_t at = piece->holder;

    while (at > 0 && !holds_text(v, at)) {
        at = v->pieces->holders[at - 1].parent;
    }
    return dana__holder_at(v->pieces, at);
}

/* Whether the elements around a piece, up to the one that holds selected text, are no teaser and
 * no part of the page beside the text. */
static bool is_in_text(const view *v, dana__piece *piece, const dana__holder *around)
{
    bool in_head = false;
    dana__holder *branch = NULL;
    dana__holder *holder;

    for (uint32_t at = piece->holder; &v->pieces->holders[at - 1] != around; at = holder->parent) {
        holder = &v->pieces->holders[at - 1];
        if (is_no_content(v, holder, piece->caption.end > 0)) {
            return false;
        }
        bool holds_headline = holder->start < v->text.headline && v->text.headline <= holder->end;

        in_head |= holds_headline;
        branch = holds_headline ? branch : holder;
    }
    return branch == NULL || is_picture_branch(v, piece, branch, in_head);
}

/* Whether a piece before the text is that of the article by its place: it stands below the
 * headline, or in the article's element. */
static bool is_lead(const view *v, const dana__piece *piece, const dana__holder *around)
{
    bool in_article = around->kind == DANA__KIND_ARTICLE || around->kind == DANA__KIND_MAIN;
    bool in_main = around->start > v->text.element.start && around->end <= v->text.element.end;

    return (v->text.headline > 0 && piece->at >= v->text.headline) || in_article || in_main;
}

/* Whether a figure or a paragraph holds a piece below the element with selected text. */
static bool is_framed(const view *v, const dana__piece *piece, const dana__holder *around)
{
    const dana__holder *holder = dana__holder_at(v->pieces, piece->holder);

    for (; holder != NULL && holder != around;
         holder = dana__holder_at(v->pieces, holder->parent)) {
        if (holder->kind == DANA__KIND_FIGURE || holder->kind == DANA__KIND_P) {
            return true;
        }
    }
    return false;
}

/* Whether a piece after the text, or beside the main element, is near enough to selected text. */
static bool is_near(const view *v, const dana__piece *piece, bool within)
{
    const dana_selection *selection = &v->result->selection;
    size_t next = dana__first_span(selection, piece->at);
    uint32_t before = next > 0 ? selection->spans[next - 1].end : piece->at;
    uint32_t after = next < selection->count ? selection->spans[next].start : piece->tag.end;

    return piece->caption.end > 0 && next < selection->count
               ? other_text(v, before, after) <= GAP_MAX
               : within && other_text(v, before, after) == 0;
}

/* Whether a piece stands on a line with selected text: in a paragraph, before its first word or
 * after its last. */
static bool is_on_line(const view *v, const dana__piece *piece)
{
    const dana_profile *profile = &v->result->profile;

    if (profile->line_count == 0) {
        return false;
    }
    size_t line = dana_line_at(profile->lines, profile->line_count, piece->at);

    return is_selected(v, profile->lines[line].start,
                       (uint32_t)dana_line_end(v->page, profile, line));
}

/* Whether a picture in a selected range is in an element without text that is no part of it. */
static bool is_in_box(const view *v, const dana__piece *piece)
{
    const uint32_t bad = no_content | MARK(SHARE) | MARK(RELATED);
    uint32_t at = piece->holder;

    for (; at > 0; at = v->pieces->holders[at - 1].parent) {
        dana__holder *holder = &v->pieces->holders[at - 1];

        if (holds_text(v, at)) {
            return false;
        }
        if (!holder->is_link && (dana__holder_marks(v->page, v->memo, holder) & bad) != 0) {
            return true;
        }
    }
    return false;
}

/* Whether a piece that stands in the text belongs to it by its place. *if_shared: it does where it
 * is the picture that the page is shared with. */
static bool is_placed(const view *v, const dana__piece *piece, const dana__holder *around,
                      bool *if_shared)
{
    bool within = around->start >= v->text.element.start && around->end <= v->text.element.end;
    bool beside = around->end <= v->text.element.start || around->start >= v->text.element.end;

    *if_shared = !beside && piece->at < v->text.first;
    if (*if_shared) {
        return is_lead(v, piece, around);
    }
    if (within && (piece->at < v->text.last || around->start > v->text.element.start)) {
        return true;
    }
    return beside || is_near(v, piece, within && is_framed(v, piece, around));
}

/* Whether a piece stands where those of the text do. */
static bool is_in_place(const view *v, dana__piece *piece)
{
    if (is_selected(v, piece->at, piece->at + 1) || is_on_line(v, piece)) {
        return !is_in_box(v, piece);
    }
    const dana__holder *around = text_around(v, piece);
    bool if_shared = false;
    bool placed = around != NULL && is_placed(v, piece, around, &if_shared);

    /* In the order of what it takes to tell. */
    if (!(placed || (if_shared && v->share.length >= SHARED_STEM)) ||
        !is_in_text(v, piece, around) || !(placed || is_shared(v, piece))) {
        return false;
    }
    bool may_be_minor = !piece->is_picture || piece->caption.end > 0 ||
                        around->kind == DANA__KIND_P;

    return may_be_minor || !dana__is_minor(v->page, piece);
}

/* Its place refuses most pieces, and takes less to read than its tag. */
static bool belongs(const view *v, dana__piece *piece)
{
    return is_in_place(v, piece) && dana__piece_address(v->page, piece).length > 0 &&
           !dana__is_junk(v->page, piece, &v->junk) &&
           (piece->caption.end > 0 || !dana__is_of_row(v->page, v->result->scan, v->pieces, piece));
}

/* Asks for each piece. */
static void find(view *v)
{
    dana__index_junk(&v->junk);
    dana__find_main_text(v->result, (uint32_t)v->page->source.length, v->pieces, &v->text);
    v->share = dana__file_stem(v->pieces->share);
    for (size_t i = 0; i < v->pieces->piece_count; i++) {
        dana__piece *piece = &v->pieces->pieces[i];

        piece->belongs = belongs(v, piece);
    }
}

dana_status dana__find_belonging(dana_page *page, const dana_result *result, dana__pieces *pieces,
                                 dana_error *err)
{
    view v = {.page = page, .result = result, .pieces = pieces};
    dana_status status;
    dana_buffer room;

    if (pieces->piece_count == 0) {
        return DANA_OK;
    }
    dana_buffer_init(&room, sizeof(*v.memo));
    status = dana_buffer_reserve(page->arena, &room, 1, err);
    if (status == DANA_OK) {
        v.memo = room.data;
        memset(v.memo, 0, sizeof(*v.memo));
        find(&v);
        dana_buffer_release(page->arena, &room);
    }
    return status;
}
