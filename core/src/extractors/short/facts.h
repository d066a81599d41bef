/*
 * Facts beside a text: the price and the place between headline and description, the box of an
 * encyclopedia.
 */
#ifndef DANA_EXTRACTORS_SHORT_FACTS_H
#define DANA_EXTRACTORS_SHORT_FACTS_H

#include "blocks/blocks.h"

/*
 * Where little text is taken, takes the short texts between the headline (the index of its block)
 * and the first text that is taken, of which the learned step was not sure that they are none. What
 * names an author or a date stays out; so does all on pages that call themselves articles. On pages
 * that state a job (DANA__HINT_JOB) takes all such texts but links, however long its description
 * is. Linear.
 */
void dana__keep_facts(const dana_page *page, dana__blocks *blocks, size_t headline);

/*
 * Takes lists of terms that were left out by no rule, of short texts, in the smallest element
 * around the headline and a text: when and where an event is, what a house has. Not those that tell
 * of authors, and none on pages that call themselves articles; on threads they tell of members, so
 * do not call it there. Linear.
 */
void dana__keep_listed_facts(dana__blocks *blocks, size_t headline);

/* Takes what was left out by no rule of asides that are called a note or a box of facts, where text
 * is taken beside them. Linear in blocks. */
void dana__keep_infoboxes(dana__blocks *blocks);

#endif
