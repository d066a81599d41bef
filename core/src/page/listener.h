/*
 * What reads along while a page is scanned: it sees the texts and tags that the scan sees, so that
 * no second pass over the source is needed. See dana_page.listener.
 */
#ifndef DANA_PAGE_LISTENER_H
#define DANA_PAGE_LISTENER_H

#include "html/tokenizer.h"
#include "page/count.h"

#include <stdbool.h>

/* Each function is called with `state`. For scans by characters and block lines without filters. */
typedef struct dana__listener {
    void *state;
    /* A text, as it was counted. */
    void (*text)(void *state, const dana__text_count *count);
    /* A start tag. dropped: its element is passed over; raw_end: the end of its content where that
     * is raw text that was passed over, else NULL. */
    void (*start_tag)(void *state, const dana__markup *tag, bool dropped, const char *raw_end);
    void (*end_tag)(void *state, const dana__markup *tag);
    /* The source's end. */
    void (*finish)(void *state);
    /* The scan needs the listener's memory, and goes on alone. */
    void (*yield)(void *state);
} dana__listener;

#endif
