/*
 * Comments on talk pages of MediaWiki, between the marks that its extension for discussions sets.
 */
#ifndef DANA_POSTS_TALK_TALK_H
#define DANA_POSTS_TALK_TALK_H

#include "dana/page.h"
#include "dates/calendar.h"

/* A comment. Its text ends before its signature; of a mail, it is around a head that is none. */
typedef struct {
    dana_span whole;
    dana_span text;
    dana_span head;
    dana_view name;
    dana__date when; /* UTC */
    int32_t parent;  /* the comment that it answers, -1: none */
    dana_view own;   /* what its id says of itself, */
    dana_view above; /* and of what it stands below */
} dana__talk_comment;

/* Comments of a page at most. */
#define DANA__TALK_MOST 2048

/* Lists the comments of a page, in its order. Memory of the page's arena. *out: NULL where there
 * are none. Linear. Errors: DANA_TOO_COMPLEX, DANA_NO_MEMORY. */
DANA_MUST_USE dana_status dana__find_talk(dana_page *page, dana__talk_comment **out, size_t *count,
                                          dana_error *err);

#endif
