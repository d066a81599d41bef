/*
 * Hints: what the head's marks, microdata and its address say a page is. Names of vocabularies and
 * generators, never words of the page's language.
 */
#ifndef DANA_BLOCKS_PAGE_HINTS_H
#define DANA_BLOCKS_PAGE_HINTS_H

#include "blocks/blocks.h"
#include "jsonld/jsonld.h"

#include <stdbool.h>

/* Returns the hints (DANA__HINT_*) of a meta element: og:type, generator, a price or a stock. */
unsigned dana__meta_hints(const dana__meta *meta);

/* Returns the hints of objects of JSON-LD: by the type that each names first. */
unsigned dana__type_hints(const dana__ld *ld, dana__ld_range objects);

/* Returns the hints of an itemtype attribute: a thread's, a recipe's. Microdata of other types is
 * found on pages that only list such things. */
unsigned dana__item_hints(dana_view type);

/* Returns the hints of the sets (DANA__CLASS_*) that class words of a page are of: a manual's. */
unsigned dana__class_hints(unsigned sets);

/* Returns the hints of a page's address: of a forum by names of its host and of the programs behind
 * it ("forums.", "/threads/", "viewtopic.php": DANA__HINT_BOARD; "/thread/", "/topic/12":
 * DANA__HINT_TOPIC), of a manual by its host's ("docs."), of a site's front page
 * by no path, or one that names a language alone (DANA__HINT_FRONT, else DANA__HINT_INNER).
 * Linear. */
unsigned dana__address_hints(dana_view address);

/* Returns the hints of the address that a caller knows a page by: no front page, as that may be the
 * site's alone, given to resolve links with. */
static inline unsigned dana__caller_hints(dana_view url)
{
    return dana__address_hints(url) & ~(unsigned)DANA__HINT_FRONT;
}

/* Returns a page's hints with DANA__HINT_THREAD in place of those of an address. A forum's address
 * is none on a page that states a news article: newspapers have sections of the name. One that
 * other pages may have, too, is none on pages that call themselves articles or products. What is a
 * forum or a manual or has another address besides is no front page. */
unsigned dana__weigh_address(unsigned hints);

/* Takes what the class of a page's body says: WordPress calls that of a list of posts "archive" and
 * "category", "tag", "author" or "date". Such a page has DANA__HINT_ARCHIVE and DANA__HINT_LISTING
 * and is no article, whatever its head says: plugins give all pages of a site one type. */
void dana__note_body(const dana_page *page, dana__blocks *blocks);

/* Returns whether a page sells one thing: by what its hints say of it, or by how likely the page's
 * type is that. */
bool dana__is_product(unsigned hints, float likely);

#endif
