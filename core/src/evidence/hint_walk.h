/*
 * What the files that note evidence share: the state of the pass, and the elements that are
 * followed to their end.
 */
#ifndef DANA_EVIDENCE_HINT_WALK_H
#define DANA_EVIDENCE_HINT_WALK_H

#include "evidence/evidence.h"
#include "html/tokenizer.h"
#include "text/plain_text.h"

/* Hints whose element is open, and parts likewise: more at once are not followed. */
#define DANA__OPEN_HINTS_MAX 12

/* An element that is followed to its end. */
typedef struct {
    uint64_t key;
    size_t name_length;
    uint32_t depth;
    bool is_part;
    bool omits;         /* its end tag may be missing */
    int32_t containers; /* lists, boxes and tables that are open inside, where it omits */
    uint32_t index;     /* of the hint or the part */
} dana__open_hint;

/* Longest text that may be a label, in letters of an alphabet: longer ones are running text. */
#define DANA__LABEL_MAX 48

/* Returns the length of a text with letters of two bytes as one, as Arabic, Hebrew and Cyrillic
 * have them (an ideograph counts as three), exact where it matters whether that is above `most`. */
static inline size_t dana__letters_of(dana_view text, size_t most)
{
    size_t letters = text.length;

    for (size_t i = 0; text.length > most && text.length <= 2 * most && i < text.length; i++) {
        letters -= ((unsigned char)text.data[i] & 0xE0) == 0xC0;
    }
    return letters;
}

/* Returns whether a text is short enough for a label. */
static inline bool dana__is_label(dana_view text)
{
    return dana__letters_of(text, DANA__LABEL_MAX) <= DANA__LABEL_MAX;
}

/* The state of the pass. */
typedef struct {
    dana_buffer room; /* the memory of this */
    dana_page *page;
    const char *base;
    const char *end;
    dana__evidence *out;
    dana_span headline;
    size_t content_start; /* of the selection */
    size_t content_end;
    dana__open_hint open[DANA__OPEN_HINTS_MAX];
    size_t open_count;
    uint32_t piece;
    const char *place;    /* of the text that is read */
    const char *read_end; /* and where it ends, with what follows behind comments */
    char readable[2][DANA__READABLE_ROOM]; /* this text and the one before, if they were written */
    unsigned which;
    bool byline;    /* the text before ended with words before a name */
    bool linked;    /* and these began a link */
    bool changed;   /* or with words before a date of change */
    bool dated;     /* or with words before a date of publication */
    bool others;    /* or with words before another date: when somebody joined */
    bool named;     /* it was such a name: another one may follow */
    bool from;      /* it was the label of a mail's sender */
    bool block;     /* a border of a block lies before the coming text */
    dana_view last; /* the text before, in its block */
    bool in_anchor;
    uint32_t anchor_piece; /* where the link began */
    size_t longest;        /* longest text since the last border of a block */
    const void *without;
    dana__points_memo memo;
    dana_error *err;
    dana_status status; /* the first failure: JSON-LD after it is not read */
} dana__hint_walk;

/* Notes a hint where the pass is. Returns it, NULL where there is no room. */
dana__hint *dana__add_hint(dana__hint_walk *w, dana__hint hint);

/* Notes an element as a hint that ends with it. */
void dana__add_inside(dana__hint_walk *w, const dana__markup *tag, dana__hint hint);

/* Notes an element as a part that its class words set aside. */
void dana__add_part(dana__hint_walk *w, const dana__markup *tag, const dana__points *points);

/* Returns whether what comes stands in running text: behind a longer text in its block. */
static inline bool dana__in_running_text(const dana__hint_walk *w)
{
    return !w->block && w->longest > DANA__LABEL_MAX;
}

/* Returns the rule of a link at the place of the pass: in a part that names the way to the page
 * through the site, or in a wiki's list of categories; NULL: in neither. Asked once for a link. */
const char *dana__list_around(dana__hint_walk *w);

/* Ends the open element `i`: what is inside it is known. at: its end in the source. */
void dana__close_open(dana__hint_walk *w, size_t i, const char *at);

/* Counts a start tag for the open elements of its name; one whose end tag is missing ends there. */
void dana__count_open(dana__hint_walk *w, const dana__markup *tag);

/* Counts an end tag likewise, and ends those that it closes; an item whose end tag is missing ends
 * with the list around it. */
void dana__count_close(dana__hint_walk *w, const dana__markup *tag);

#endif
