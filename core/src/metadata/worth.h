/*
 * How much hints count where they stand.
 */
#ifndef DANA_METADATA_WORTH_H
#define DANA_METADATA_WORTH_H

#include "metadata/search.h"

/* What a name or a date that a thread shows must be worth more than one before it, which is of an
 * earlier post. */
#define DANA__LATER_POST 16

/* Returns whether a page is a thread: each of the names and dates that it shows is of a post. */
bool dana__is_thread_page(const dana__search *search);

/* Returns what a hint of a thread must be worth more than a visible one before it: of a later post
 * where it is visible, more where microdata calls what it stands in a reply, and 0 elsewhere. */
int dana__later_post(const dana__evidence *evidence, const dana__hint *hint);

/* Returns the number of texts far above the headline of a thread: dates there are of no post, but
 * clocks. 0 where somebody is named above the headline: a post begins there. */
uint32_t dana__frame_end(const dana__evidence *evidence);

/*
 * Returns the score of a hint: of a visible one its rule's score, lower with every text between it
 * and the headline, and lower still in asides (see evidence/evidence.h); of one in the head its
 * rule's score.
 */
int dana__worth_in_place(const dana__search *search, const dana__hint *hint);

/* Returns whether a hint may name an author of the page; on a thread also who answered. */
bool dana__may_name_author(const dana__search *search, const dana__hint *hint, bool in_thread);

/* Returns whether a hint is a meta element of those that catalogues of articles read. */
bool dana__is_of_catalogue(const dana__hint *hint);

/* Returns whether a name stands in a text of the page that may be a byline. Linear in the page, for
 * a name of bounded length. */
bool dana__is_shown(const dana_page *page, dana_view name);

/* Returns whether a cleaned name that a page shows may stand for one that it states: that of a
 * person, and no shorter form of the stated one. */
bool dana__may_replace(dana_view shown, dana_view stated);

/* Finds the best hint about something outside the visible page, data NULL where there is none;
 * *source is set. The view is raw. */
dana_view dana__best_head_hint(const dana__search *search, dana__about about,
                               dana_metadata_source *source);

#endif
