/*
 * Small texts, which the learned step has little to tell by: sections of small pages, comments that
 * are all of a page.
 */
#ifndef DANA_EXTRACTORS_KEEP_SMALL_H
#define DANA_EXTRACTORS_KEEP_SMALL_H

#include "blocks/blocks.h"

/*
 * Where the content is small, takes the sections of its element that the learned step left out
 * though it was not sure of any of their blocks: the heading (order 2 to 6) and what stands below
 * it up to the next one. On pages that call themselves articles these are tables only, as other
 * sections behind an article lead elsewhere. Linear.
 */
void dana__keep_small(dana__blocks *blocks);

/* Takes a short part of a line that the learned step refused where what stands before it in the line
 * is taken: the unit behind a number, in an inline element of its own. Linear in the depth. */
void dana__keep_lines(dana__blocks *blocks);

/* On a page that is nothing but comments, takes their texts; links and buttons stay out. Linear. */
void dana__keep_comments(dana__blocks *blocks);

#endif
