/*
 * Posts of threads: who wrote them stands in a box beside the text.
 */
#ifndef DANA_EXTRACTORS_SHORT_THREAD_H
#define DANA_EXTRACTORS_SHORT_THREAD_H

#include "blocks/blocks.h"

/*
 * Of elements that are called posts and stand beside one another, cuts the short texts that the
 * learned step took without being sure, outside of what is called the post's content: the name, the
 * rank and the counts of who wrote it. No sentences. Before, the texts of posts are made whole
 * (dana__keep_posts). types: how likely the page is of each type (dana_page_type). Linear in
 * blocks, and in the depth.
 */
void dana__settle_posts(const dana_page *page, dana__blocks *blocks, const float *types);

/* Cuts what a program says below the posts of a thread: who changed one, and when, by its words or
 * by what its element is called. Linear. */
void dana__cut_revisions(const dana_page *page, dana__blocks *blocks);

/* Cuts what the lines beside posts tell of who wrote them: how many posts, since when, from where.
 * Linear. */
void dana__cut_members(const dana_page *page, dana__blocks *blocks);

/* Cuts what programs set between the texts of posts, or below one, and call so: Flarum, Discourse,
 * bbPress, Invision. Linear. */
void dana__cut_extras(const dana_page *page, dana__blocks *blocks);

/* Cuts the signatures below posts, with the line of underscores that parts them from the text, as
 * programs of the phpBB and vBulletin families set it. Linear. */
void dana__cut_signatures(const dana_page *page, dana__blocks *blocks);

#endif
