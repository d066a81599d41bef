/*
 * The walk: a pass for algorithms that read a page as a sequence of characters, words and tags.
 * Comments and what is dropped are no part of it.
 */
#ifndef DANA_PAGE_WALK_H
#define DANA_PAGE_WALK_H

#include "page/pass.h"

/* A text, or a tag (start and end tags, the doctype, a tag that the source's end cuts off). */
typedef struct {
    bool is_text;
    const char *start;
    const char *end;
    dana__markup markup; /* tags only */
} dana__piece;

/* A walk; see dana__pass for its status. */
typedef dana__pass dana__walk;

/* Starts a walk over a page. err must outlive the walk. */
void dana__walk_start(dana__walk *walk, const dana_page *page, dana_error *err);

/* Reads the next piece. Returns false as dana__pass_next does. */
bool dana__walk_next(dana__walk *walk, dana__piece *piece);

/*
 * Finds the next word in the text [*p, end): a maximal run of characters that are no white space,
 * however that is written ("&nbsp;"). Returns true with its bytes [*word, *p), false at the end.
 */
bool dana__walk_word(const char **p, const char *end, const char **word);

#endif
