/*
 * The lines that close a page: who owns it, when it was changed, how it is best seen.
 */
#ifndef DANA_EXTRACTORS_SHORT_CLOSING_H
#define DANA_EXTRACTORS_SHORT_CLOSING_H

#include "blocks/blocks.h"
#include "text/lower.h"

/* Bytes of a line that are read. */
#define DANA__FIRST_WORDS 512

/* The first words of a line in lower case, without tags, and its digits as those of ASCII. */
typedef struct {
    char text[DANA__FIRST_WORDS + DANA__LOWER_MOST + 1];
    size_t length;
} dana__first_words;

/* Reads the first words of a line. signs: those before the first letter are left out, too, and
 * numbers. */
void dana__read_first_words(const dana_page *page, const dana__block *block, bool signs,
                            dana__first_words *out);

/* Returns whether a line has a year of the last hundred years or so: four digits alone. */
bool dana__has_year(const dana__first_words *line);

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
