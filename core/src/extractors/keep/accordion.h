/*
 * Panels that buttons show: questions and their answers, tabs. A page hides most of them, and a
 * button alone is no content; together they are.
 */
#ifndef DANA_EXTRACTORS_KEEP_ACCORDION_H
#define DANA_EXTRACTORS_KEEP_ACCORDION_H

#include "blocks/blocks.h"

/* Most buttons of a page that are looked at. */
#define DANA__ACCORDION_MOST 256

/*
 * Takes the buttons that unfold content (aria-expanded, aria-controls), where there are several;
 * all buttons and all that they unfold where half of the panels are content; on pages that list or
 * offer things (types: how likely the page is of each type, dana_page_type) all panels with a
 * sentence, if there are two. Takes also what is called a button otherwise right above a text that
 * is taken, if there are two of one kind and class: the questions of the answers. Linear in
 * elements, and in their depth.
 */
void dana__keep_accordions(const dana_page *page, dana__blocks *blocks, const float *types);

/* Takes rows of buttons that as many panels of one shape follow, and all these panels, where a
 * third of them is content. Linear. */
void dana__keep_button_tabs(dana__blocks *blocks);

/* Cuts the names of panels and details that hold nothing: a script fills them, or nobody. Linear.
 */
void dana__cut_empty_panels(const dana_page *page, dana__blocks *blocks);

#endif
