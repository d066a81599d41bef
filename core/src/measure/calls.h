/*
 * Lines that call to read another article: "Read also: Ferry prices rise".
 */
#ifndef DANA_MEASURE_CALLS_H
#define DANA_MEASURE_CALLS_H

#include "blocks/blocks.h"
#include "page/page.h"

/* Returns where a block begins with the tags of its first link: its text begins after them. */
const char *dana__start_with_tags(const dana_page *page, const dana__block *block);

/* Finds the next link in [*p, end), from a place where markup may begin; *p: behind its start tag.
 * *link: this tag. Returns false where there is no link. */
bool dana__next_link_tag(const char **p, const char *end, dana_view *link);

/* The same; *href: its address, data NULL where it has none. */
bool dana__next_link(const char **p, const char *end, dana_view *href);

/* Returns whether no link begins or ends between two blocks, of which `a` is the first, and at most
 * so many bytes of source: where both are in links, they are in one. */
bool dana__in_one_link(const dana_page *page, const dana__block *a, const dana__block *b,
                       size_t most);

/* Where a link leads: the block has none in its line, it is pressed ("#", "javascript:", no
 * address), it leads to a place of its page ("#place"), or to another page. */
typedef enum {
    DANA__LINK_NONE,
    DANA__LINK_PRESSED,
    DANA__LINK_PLACE,
    DANA__LINK_ELSEWHERE
} dana__link_kind;

/* Returns where a block's first link leads. */
dana__link_kind dana__first_link(const dana_page *page, const dana__block *block);

/* Returns whether a block calls to read what its link leads to, in any case of the letters, with
 * marks around the call (read_also.def). */
bool dana__calls_to_read(const dana_page *page, const dana__blocks *blocks,
                         const dana__block *block);

/* Returns whether all of a block's text is such a call, of two words and more, that heads links to
 * other articles ("Related posts", "More from the valley:"), and no section of a work of reference
 * ("See also"). is_sure: only where a colon or an element for headings says so, as a button may say
 * the same, and one word before a colon is enough ("Related:"). */
bool dana__heads_calls(const dana_page *page, const dana__block *block, bool is_sure);

#endif
