/*
 * Inline elements: which of them should be around the next text, and the steps from those that are
 * open in the output to these.
 */
#ifndef DANA_RENDER_INLINES_H
#define DANA_RENDER_INLINES_H

#include "math/delimited.h"
#include "render/renderer.h"

/* Wanted elements, the outermost first. */
typedef struct {
    dana__opened_inline inlines[DANA__INLINES_MAX + 1];
    size_t count;
} dana__inline_list;

/* Returns whether an element of a part is open in the output. */
bool dana__in_inline(const dana__renderer *r, dana__part part);

/* Returns whether an element of code is open around what is written next. */
bool dana__in_code_element(const dana__renderer *r);

/* Lists the wanted elements, each part once; code is the innermost: in Markdown it holds no other
 * element and no image. */
void dana__want_inlines(dana__renderer *r, bool is_image, dana__inline_list *list);

/* Returns how many of the open elements can go on as the wanted ones. */
size_t dana__common_inlines(const dana__renderer *r, const dana__inline_list *list);

/* Returns whether an element has brackets of its own in Markdown: a link, code. */
bool dana__is_span(dana__part part);

/* Returns what a line of text writes where a sub, a sup or a reading begins; static. */
const char *dana__line_opening(const dana__opened_inline *element);

/* Returns what it writes where one ends; static. */
const char *dana__line_closing(const dana__opened_inline *element);

/* Writes the title of the abbreviation that closes, the innermost of r->inlines, in a form that has
 * no element for it: "RNLI (Royal National Lifeboat Institution)", where it comes first and does
 * not stand shortly before. */
void dana__spell_out(dana__renderer *r);

/* Closes elements until `count` are left; next: what follows them. */
void dana__close_inlines(dana__renderer *r, size_t count, dana__next next);

/* Opens the wanted elements that are not open, before *text (NULL: an image); see
 * dana__form.open_inline. */
void dana__open_inlines(dana__renderer *r, const dana__inline_list *list, dana_view *text);

/* Returns what dollar signs mean in a text of a page: looks at the page where a pair of them may
 * be delimiters. */
dana__dollars dana__dollars_for(dana_page *page, dana_view text);

#endif
