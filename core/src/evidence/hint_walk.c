#include "evidence/hint_walk.h"

#include "base/ascii.h"
#include "listing/class_words.h"
#include "page/page.h"

#include <string.h>

const char dana__crumbs_rule[] = "crumbs";
const char dana__categories_rule[] = "categories";

/* Longest element that a hint may be. */
#define INSIDE_MAX ((size_t)16 * 1024)

/* The innermost part that is open, -1 for none. */
static int32_t open_part(const dana__hint_walk *w)
{
    for (size_t i = w->open_count; i > 0; i--) {
        if (w->open[i - 1].is_part) {
            return (int32_t)w->open[i - 1].index;
        }
    }
    return -1;
}

const char *dana__list_around(dana__hint_walk *w)
{
    for (int32_t i = open_part(w); i >= 0; i = w->out->parts[i].around) {
        dana__part *part = &w->out->parts[i];

        if (part->crumbs) {
            return dana__crumbs_rule;
        }
        if (part->categories) {
            bool is_first = !part->linked;

            part->linked = true;
            return is_first ? NULL : dana__categories_rule;
        }
    }
    return NULL;
}

/* Returns a text that lasts: a copy of one that was written for the pass alone. Without memory it
 * is empty, and the pass fails. */
static dana_view keep(dana__hint_walk *w, dana_view text)
{
    const char *first = w->readable[0];

    if (text.data < first || text.data >= first + sizeof(w->readable)) {
        return text;
    }
    char *copy = dana_arena_alloc(w->page->arena, text.length + 1, w->err);

    if (copy == NULL) {
        w->status = w->err->status;
        return (dana_view){"", 0};
    }
    memcpy(copy, text.data, text.length);
    return (dana_view){copy, text.length};
}

dana__hint *dana__add_hint(dana__hint_walk *w, dana__hint hint)
{
    if (w->out->hint_count >= w->out->hint_limit ||
        (hint.rule != NULL && hint.rule == w->without)) {
        return NULL;
    }
    dana__hint *added = &w->out->hints[w->out->hint_count++];

    if (w->changed && hint.about == DANA__ABOUT_PUBLISHED && hint.form != DANA__FORM_VALUE) {
        hint.about = DANA__ABOUT_MODIFIED;
    }
    hint.text = keep(w, hint.text);
    bool is_read = hint.form == DANA__FORM_TEXT || hint.form == DANA__FORM_BYLINE;

    hint.place = is_read ? w->place : hint.text.data;
    hint.part = open_part(w);
    hint.piece = w->piece;
    hint.end_piece = w->piece;
    *added = hint;
    return added;
}

/* Elements whose end tags pages leave out (13.1.2.4). */
#define OMITTING                                                                                   \
    (DANA__KIND_BIT(ITEM) | DANA__KIND_BIT(DEFINITION) | DANA__KIND_BIT(P) |                       \
     DANA__KIND_BIT(CELL) | DANA__KIND_BIT(ROW))

/* Elements that hold such ones, and end them. */
#define CONTAINERS                                                                                 \
    (DANA__KIND_BIT(LIST) | DANA__KIND_BIT(DEFINITIONS) | DANA__KIND_BIT(DIV) |                    \
     DANA__KIND_BIT(TABLE) | DANA__KIND_BIT(NAV) | DANA__KIND_BIT(SECTION) |                       \
     DANA__KIND_BIT(ARTICLE) | DANA__KIND_BIT(ASIDE) | DANA__KIND_BIT(HEADER) |                    \
     DANA__KIND_BIT(FOOTER) | DANA__KIND_BIT(MAIN) | DANA__KIND_BIT(FORM))

static bool is_kind(const dana__markup *tag, uint64_t kinds)
{
    return (kinds >> dana__kind_of(tag->flags) & 1u) != 0;
}

static void follow(dana__hint_walk *w, const dana__markup *tag, bool is_part, size_t index)
{
    w->open[w->open_count++] = (dana__open_hint){.key = tag->name.key,
                                                 .name_length = tag->name.length,
                                                 .depth = 1,
                                                 .is_part = is_part,
                                                 .omits = is_kind(tag, OMITTING),
                                                 .index = (uint32_t)index};
}

void dana__add_inside(dana__hint_walk *w, const dana__markup *tag, dana__hint hint)
{
    if (w->open_count >= DANA__OPEN_HINTS_MAX) {
        return;
    }
    hint.form = DANA__FORM_INSIDE;
    hint.text = (dana_view){tag->end, 0};
    if (dana__add_hint(w, hint) != NULL) {
        follow(w, tag, false, w->out->hint_count - 1);
    }
}

/* Whether an element is called the foot of a post, whatever element it is (Blogger). */
static bool is_called_foot(const dana__markup *tag)
{
    static const char *const names[] = {"post-footer", "entry-footer"};
    dana_view class = dana__class_value(dana__between(tag->start, tag->end));

    for (size_t i = 0; i < DANA__COUNT(names); i++) {
        if (class.length > 0 && dana__begins(class, names[i])) {
            return true;
        }
    }
    return false;
}

void dana__add_part(dana__hint_walk *w, const dana__markup *tag, const dana__points *points)
{
    dana__evidence *out = w->out;

    if (w->open_count >= DANA__OPEN_HINTS_MAX || out->part_count >= DANA__PARTS_MAX) {
        return;
    }
    dana__kind kind = dana__kind_of(tag->flags);
    bool is_footer = kind == DANA__KIND_FOOTER;

    out->parts[out->part_count] = (dana__part){
        .start = (uint32_t)(tag->start - w->base),
        .end = (uint32_t)(w->end - w->base),
        .around = open_part(w),
        .comments = points->comments > 0,
        .crumbs = points->crumbs > 0,
        .categories = points->categories > 0,
        .is_foot = is_footer && points->avoided < 3,
        .is_footer = is_footer || points->footers > 0,
        .is_entrys = points->footers > 0 && points->avoided >= 0 &&
                     ((is_footer && points->avoided < 3) || is_called_foot(tag)),
        .quote = points->quotes > 0 || kind == DANA__KIND_QUOTE};
    follow(w, tag, true, out->part_count++);
}

void dana__close_open(dana__hint_walk *w, size_t i, const char *at)
{
    const dana__open_hint *o = &w->open[i];

    if (o->is_part) {
        w->out->parts[o->index].end = (uint32_t)(at - w->base);
    } else {
        dana__hint *hint = &w->out->hints[o->index];

        hint->text.length = (size_t)(at - hint->text.data);
        hint->end_piece = w->piece;
        if (hint->text.length > INSIDE_MAX) {
            hint->text.length = 0;
        }
    }
    w->open_count--;
    memmove(&w->open[i], &w->open[i + 1], (w->open_count - i) * sizeof(w->open[0]));
}

void dana__count_open(dana__hint_walk *w, const dana__markup *tag)
{
    bool is_container = is_kind(tag, CONTAINERS);

    for (size_t i = w->open_count; i > 0; i--) {
        dana__open_hint *o = &w->open[i - 1];
        bool is_same = o->key == tag->name.key && o->name_length == tag->name.length;

        if (is_same && o->omits && o->containers == 0) {
            dana__close_open(w, i - 1, tag->start);
            continue;
        }
        o->depth += is_same;
        o->containers += is_container;
    }
}

/* Whether an end tag ends an open element: its own, or that of what is around it. */
static bool ends(dana__open_hint *o, const dana__markup *tag, bool is_container)
{
    if (o->key == tag->name.key && o->name_length == tag->name.length) {
        return --o->depth == 0;
    }
    return is_container && --o->containers < 0 && o->omits;
}

void dana__count_close(dana__hint_walk *w, const dana__markup *tag)
{
    bool is_container = is_kind(tag, CONTAINERS);

    for (size_t i = w->open_count; i > 0; i--) {
        if (ends(&w->open[i - 1], tag, is_container)) {
            dana__close_open(w, i - 1, tag->start);
        }
    }
}
