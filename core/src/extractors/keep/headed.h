/*
 * What stands below a heading: a heading that is kept keeps it, or goes with it.
 */
#ifndef DANA_EXTRACTORS_KEEP_HEADED_H
#define DANA_EXTRACTORS_KEEP_HEADED_H

#include "blocks/blocks.h"

/*
 * Goes through the headings that are taken, each with the blocks below it up to the next taken one,
 * of which none is taken. Texts that the learned step refused though it was not sure are taken
 * where content follows, so are the captions of a row of pictures; where they are links to follow,
 * and a heading of the same or a higher order comes next, the heading goes (a list of contents).
 * Before that, a heading of order 2 to 6 that the learned step refused though it was not sure is
 * taken where the text right below it is: less sure of it on a page that is no article, and hardly
 * sure of one that a rule prunes because it is itself called a header. Linear.
 */
void dana__keep_headed(const dana_page *page, dana__blocks *blocks, bool is_article);

#endif
