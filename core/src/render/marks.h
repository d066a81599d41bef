/*
 * Marks: which inline elements the text that comes should stand in, and the way there from those
 * that are open in the output.
 */
#ifndef DANA_RENDER_MARKS_H
#define DANA_RENDER_MARKS_H

#include "render/renderer.h"

/* Wanted marks, the outermost first. */
typedef struct {
    dana__mark marks[DANA__MARKS_MAX];
    size_t count;
} dana__mark_list;

/* Lists the wanted marks, each part once; code is the innermost: Markdown has no marks in it, and
 * no images. */
void dana__want_marks(dana__renderer *r, bool is_image, dana__mark_list *list);

/* Returns how many of the open marks can go on as the wanted ones. */
size_t dana__common_marks(const dana__renderer *r, const dana__mark_list *list);

/* Whether a mark has brackets of its own in Markdown: a link, code. */
bool dana__is_span(dana__part part);

/* Closes marks until `count` are left; next: what stands behind them. */
void dana__close_marks(dana__renderer *r, size_t count, dana__next next);

/* Opens the wanted marks that are not open, before *text (NULL: an image); see
 * dana__form.open_mark. */
void dana__open_marks(dana__renderer *r, const dana__mark_list *list, dana_view *text);

#endif
