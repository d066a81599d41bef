/*
 * Panels that buttons show: questions and their answers, tabs. A page hides most of them, and a
 * button alone is no content; together they are.
 */
#ifndef DANA_EXTRACTORS_KEEP_ACCORDION_H
#define DANA_EXTRACTORS_KEEP_ACCORDION_H

#include "blocks/blocks.h"

/* Most buttons of a page that are looked at. */
#define DANA__ACCORDION_MOST 256

/* Takes the buttons that unfold content (aria-expanded, aria-controls), where there are several;
 * all buttons and all that they unfold where half of the panels are content. Linear. */
void dana__keep_accordions(const dana_page *page, dana__blocks *blocks);

/* Takes rows of buttons that as many panels of one shape follow, and all these panels, where a
 * third of them is content. Linear. */
void dana__keep_button_tabs(dana__blocks *blocks);

#endif
