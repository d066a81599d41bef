/*
 * Elements whose names say that they are beside the text, and which are parts of it all the same.
 */
#ifndef DANA_EXTRACTORS_PRUNE_OF_TEXT_H
#define DANA_EXTRACTORS_PRUNE_OF_TEXT_H

#include "blocks/blocks.h"
#include "blocks/marks.h"

/* What consent tools set, and what is like it. */
#define DANA__CONSENT_MARKS                                                                        \
    (DANA__MARK_BIT(CONSENT) | DANA__MARK_BIT(COOKIE) | DANA__MARK_BIT(DIALOG))

/* Takes the mark of a menu from lists of dishes and what is in them. */
void dana__clear_dishes(dana__blocks *blocks);

/* Takes the mark of a button from those of a manual that tell what they open. */
void dana__clear_openers(dana__blocks *blocks);

/* Returns whether most of a page's text is captions, three and more of which are texts: a gallery
 * of pictures. Linear. */
bool dana__is_gallery(const dana__blocks *blocks);

/* Returns whether an element of a mark is a part of the text: a note in it, a headline or the first
 * cell of a column, a table of a page about cookies or with tooltips, a caption of code or in a
 * gallery, a paragraph behind a paywall, a comment where they are all of the page, a lead that is
 * called a teaser, what a menu, a box for sharing or the foot of a figure cannot say. */
bool dana__is_of_text(const dana__blocks *blocks, const dana__node *node, dana__mark mark);

#endif
