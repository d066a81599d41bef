/*
 * A listener of a pass over the source: it is told of the texts and tags that the pass reads. The
 * scan tells one too, so that no second pass is needed (see dana_page.listener).
 */
#ifndef DANA_PAGE_LISTENER_H
#define DANA_PAGE_LISTENER_H

#include "html/tokenizer.h"
#include "page/count.h"

#include <stdbool.h>

/* Each function is called with `state`. */
typedef struct dana__listener {
    void *state;
    /* The text [p, end) with its count, NULL where the pass does not count. For scans by
     * characters and block lines without filters. */
    void (*text)(void *state, const char *p, const char *end, const dana__text_count *count);
    /* A start tag. dropped: its element is dropped with its content; raw_end: the end of that
     * content where it is raw text, else NULL. */
    void (*start_tag)(void *state, const dana__markup *tag, bool dropped, const char *raw_end);
    void (*end_tag)(void *state, const dana__markup *tag);
    /* The source's end. Returns what failed on the way: errors are those of the listener. */
    dana_status (*finish)(void *state);
    /* The scan needs the listener's memory, and goes on alone; NULL: it may not, and
     * the scan fails. */
    void (*yield)(void *state);
    bool no_blanks; /* texts that are white space alone mean nothing: it need not be told of them */
} dana__listener;

#endif
