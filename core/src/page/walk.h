/*
 * The walk: a page once more as texts and tags in order, for algorithms that read it as a sequence
 * of characters, words and tags. It drops what the scan drops, and keeps nothing.
 */
#ifndef DANA_PAGE_WALK_H
#define DANA_PAGE_WALK_H

#include "dana/status.h"
#include "html/dropped.h"
#include "page/page.h"

/* A text, or a tag (start and end tags, the doctype, a tag that the source's end cuts off). */
typedef struct {
    bool is_text;
    const char *start;
    const char *end;
    dana__markup markup; /* tags only */
} dana__piece;

/* A walk. status is an error once the page's owner has cancelled the work. */
typedef struct {
    const dana_page *page;
    const char *p;
    const char *end;
    const char *poll_at;
    dana__nesting nesting;
    dana_error *err;
    dana_status status;
} dana__walk;

/* Starts a walk over a page. err may be NULL and must outlive the walk. */
void dana__walk_start(dana__walk *walk, const dana_page *page, dana_error *err);

/*
 * Reads the next piece. Returns false at the end of the source, or with walk->status
 * DANA_CANCELLED. A whole walk is linear in the source's length.
 */
bool dana__walk_next(dana__walk *walk, dana__piece *piece);

/*
 * Finds the next word in the text [*p, end): a maximal run of characters that are no white space,
 * however that is written ("&nbsp;"). Returns true with its bytes [*word, *p), false at the end.
 */
bool dana__walk_word(const char **p, const char *end, const char **word);

#endif
