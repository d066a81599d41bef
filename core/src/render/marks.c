#include "render/marks.h"

#include "render/links.h"

bool dana__in_mark(const dana__renderer *r, dana__part part)
{
    for (size_t i = 0; i < r->mark_count; i++) {
        if (r->marks[i].part == part) {
            return true;
        }
    }
    return false;
}

static bool holds_part(const dana__mark_list *list, dana__part part)
{
    for (size_t i = 0; i < list->count; i++) {
        if (list->marks[i].part == part) {
            return true;
        }
    }
    return false;
}

/* The URL of a link, resolved once; data NULL: it leads nowhere. */
static dana_view target_of(dana__renderer *r, dana__inline *link)
{
    if (!link->is_resolved && r->status == DANA_OK) {
        r->status = dana__link_target(r->page, r->base, link->tag, &link->target, r->err);
        link->is_resolved = true;
    }
    return link->target;
}

/* Whether a form writes a mark here: Markdown knows no sub and sup, and none in code blocks. */
static bool is_written(dana__renderer *r, dana__inline *mark)
{
    bool in_code = r->leaf == DANA__PART_PRE;

    if (r->form->is_markdown &&
        (in_code || mark->part == DANA__PART_SUB || mark->part == DANA__PART_SUP)) {
        return false;
    }
    if (mark->part == DANA__PART_LINK) {
        return r->result->scan->options.filter != DANA_FILTER_1 && target_of(r, mark).data != NULL;
    }
    return !(in_code && mark->part == DANA__PART_CODE);
}

/* Lists the wanted marks, each part once; code is the innermost: Markdown has no marks in it. */
void dana__want_marks(dana__renderer *r, bool is_image, dana__mark_list *list)
{
    const dana__inline *code = NULL;

    list->count = 0;
    for (size_t i = 0; i < r->outline.mark_count; i++) {
        dana__inline *mark = &r->outline.marks[i];

        if (holds_part(list, mark->part) || !is_written(r, mark)) {
            continue;
        }
        if (mark->part == DANA__PART_CODE) {
            code = code != NULL ? code : mark;
            continue;
        }
        list->marks[list->count++] = (dana__mark){
            .serial = mark->serial, .part = mark->part, .target = mark->target};
    }
    if (code != NULL && !is_image) {
        list->marks[list->count++] = (dana__mark){.serial = code->serial, .part = code->part};
    }
}

/* Whether an open mark can go on as a wanted one. */
static bool goes_on(const dana__renderer *r, const dana__mark *open, const dana__mark *wanted)
{
    if (open->part != wanted->part) {
        return false;
    }
    if (open->part == DANA__PART_LINK) {
        return open->serial == wanted->serial;
    }
    return open->part != DANA__PART_CODE ||
           (r->breaks == 0 && (!r->space || open->serial == wanted->serial));
}

size_t dana__common_marks(const dana__renderer *r, const dana__mark_list *list)
{
    size_t common = 0;

    while (common < r->mark_count && common < list->count &&
           goes_on(r, &r->marks[common], &list->marks[common])) {
        common++;
    }
    return common;
}

bool dana__is_span(dana__part part)
{
    return part == DANA__PART_LINK || part == DANA__PART_CODE;
}

/* Closes marks until `count` are left; behind a link or code that closes stands its bracket. */
void dana__close_marks(dana__renderer *r, size_t count, dana__next next)
{
    while (r->mark_count > count) {
        dana__next here = next;

        for (size_t i = count; i + 1 < r->mark_count; i++) {
            here = dana__is_span(r->marks[i].part) ? DANA__NEXT_PUNCTUATION : here;
        }
        r->form->close_mark(r, here);
        r->mark_count--;
    }
}

void dana__open_marks(dana__renderer *r, const dana__mark_list *list, dana_view *text)
{
    for (size_t i = r->mark_count; i < list->count && r->status == DANA_OK; i++) {
        bool more = false;

        for (size_t k = i + 1; k < list->count; k++) {
            more |= dana__is_span(list->marks[k].part) ||
                    (list->marks[k].part == DANA__PART_DEL) !=
                        (list->marks[i].part == DANA__PART_DEL);
        }
        r->marks[r->mark_count++] = list->marks[i];
        if (!r->form->open_mark(r, text, more)) {
            r->mark_count--;
            return;
        }
    }
}
