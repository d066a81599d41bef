/*
 * What an outline gives: the parts of a page in order.
 */
#ifndef DANA_OUTLINE_EVENT_H
#define DANA_OUTLINE_EVENT_H

#include "math/formula.h"

/* What comes next. Blocks are no events: they are seen on the stack, and in border. */
typedef enum {
    DANA__EVENT_TEXT, /* also white space alone */
    DANA__EVENT_BREAK,
    DANA__EVENT_LINE, /* in code: a line ends */
    DANA__EVENT_CELL, /* in code: another cell begins on the line */
    DANA__EVENT_RULE,
    DANA__EVENT_BOX,     /* a box to tick */
    DANA__EVENT_CHECKED, /* one that is ticked */
    DANA__EVENT_YES,     /* a cell that holds but the sign for yes, or for no */
    DANA__EVENT_NO,
    DANA__EVENT_MEDIA,
    DANA__EVENT_FORMULA,
} dana__event_kind;

/* An event at [start, end) of the source. */
typedef struct {
    dana__event_kind kind;
    const char *start;
    const char *end;
    dana__formula formula;
} dana__event;

#endif
