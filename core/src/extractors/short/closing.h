/*
 * The lines that close a page: who owns it, when it was changed, how it is best seen.
 */
#ifndef DANA_EXTRACTORS_SHORT_CLOSING_H
#define DANA_EXTRACTORS_SHORT_CLOSING_H

#include "blocks/blocks.h"

/*
 * Cuts what is taken behind the only main element of a page, where that holds most of what is
 * taken. Then cuts what is taken at the end where it is such a line (closing.def,
 * closing_held.def): a notice of copyright, the day of the last change, a counter of visitors, a
 * link back. Six lines at most. is_text: the page is one text, as articles are; such a line near
 * the end goes with all that follows it, and a call to read other articles with the links below it.
 * Linear.
 */
void dana__cut_closing(const dana_page *page, dana__blocks *blocks, bool is_text);

/* Returns whether a line says when a post was changed or whom it pleased, behind its signs and
 * counts. A word alone ("Edited ") begins sentences, too. */
bool dana__is_revision(const dana_page *page, const dana__blocks *blocks, const dana__block *block);

/* What a line tells of who wrote a post: a count of posts or the day of joining, where they live or
 * what they are, which may begin a text, too. */
typedef enum { DANA__MEMBER_NONE, DANA__MEMBER_OTHER, DANA__MEMBER_COUNT } dana__member_line;

/* Returns what a line tells of who wrote a post. Linear in the line. */
dana__member_line dana__member_line_of(const dana_page *page, const dana__blocks *blocks,
                                       const dana__block *block);

#endif
