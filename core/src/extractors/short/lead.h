/*
 * The lead of an article: what stands between its headline and its text and begins it.
 */
#ifndef DANA_EXTRACTORS_SHORT_LEAD_H
#define DANA_EXTRACTORS_SHORT_LEAD_H

#include "blocks/blocks.h"

/*
 * Takes the paragraphs right behind an article's headline (the index of its block) and before the
 * first text that is taken, of which the learned step was not sure that they are none: leads, also
 * those set as a heading. What the text says again is a summary, and what has hardly a word of the
 * text is a note of the site or of its author; both stay out. Linear in blocks and in what is taken
 * of the text.
 */
void dana__keep_lead(const dana_page *page, dana__blocks *blocks, size_t headline);

#endif
