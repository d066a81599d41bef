/*
 * What a page is: an article, a thread, a product... Its own small table of trees, over what the
 * page's blocks have in common.
 */
#ifndef DANA_EXTRACTORS_AUTO_PAGE_TYPE_H
#define DANA_EXTRACTORS_AUTO_PAGE_TYPE_H

#include "extractors/auto/feature_list.h"

#include "blocks/blocks.h"
#include "dana/result.h"

/* What the trees ask. */
typedef struct {
    dana__page_group page;
    dana__look_group look;
} dana__type_question;

/* Returns a part as a share of the whole; 0 of nothing. */
static inline float dana__share(float part, float whole)
{
    return whole > 0.0f ? part / whole : 0.0f;
}

/* Measures what tells a page's type besides its own group, but for headline and parts. Linear. */
void dana__measure_look(const dana__blocks *blocks, dana__look_group *out);

/* Returns how likely a page is of each type; the sum is 1. */
dana__type_group dana__find_type(const dana__type_question *question);

/* Returns whether a page calls itself an article, or is likely one by its types
 * (dana__choice.types). */
bool dana__is_article(const dana__blocks *blocks, const float *types);

/* Returns whether a page is a thread: by a forum's markup, or by its types. */
bool dana__is_thread(const dana__blocks *blocks, const float *types);

/* A page is likely an article from this probability on. */
#define DANA__LIKELY_ARTICLE .5f

/* How likely what calls itself a manual is one at least: tools for manuals make pages with few
 * links, which look like articles, and go on where an article would have ended. */
#define DANA__TOLD_MANUAL .9f

/* Returns whether a page calls itself a manual, by its generator, its class words or its address,
 * and neither a thread nor a thing to buy. */
bool dana__is_told_manual(const dana__blocks *blocks);

/* Raises the probability of documentation, at the cost of all others, on such a page. */
void dana__heed_manual(const dana__blocks *blocks, float *types);

/* Makes a page that calls itself a site's front page and no article hardly one: what such a page
 * has in place of an article is offered, or listed. */
void dana__heed_front(const dana__blocks *blocks, float *types);

/* Returns whether a page is documentation: it says so, or is likely some by its types. */
bool dana__is_manual(const dana__blocks *blocks, const float *types);

/* Returns whether a page is one text: hardly a thread, and no report that goes on, whose parts are
 * of several times or people. */
bool dana__is_one_text(const dana__blocks *blocks, const float *types);

/* Returns whether rows of one shape behind the first text of a page are none of it: it is most
 * likely an article, and one text. */
bool dana__ends_before_rows(const dana__blocks *blocks, const float *types);

/* Returns whether a page may be an article: what its text goes on with is more likely the page's
 * than the text's. headline: the block most like the title element (block_count: none), with that
 * likeness. */
bool dana__may_be_article(const dana__blocks *blocks, const float *types, size_t headline,
                          float likeness);

/* Returns the type that a page is told to have, and how sure that is: the likeliest one; a thread
 * where its microdata or its address says so. *confidence: 0 where nothing is known. */
dana_page_type dana__told_type(const dana__blocks *blocks, const float *types, float *confidence);

#endif
