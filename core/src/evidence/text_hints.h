/*
 * What a text tells by itself: a date, a name after words before one.
 */
#ifndef DANA_EVIDENCE_TEXT_HINTS_H
#define DANA_EVIDENCE_TEXT_HINTS_H

#include "evidence/hint_walk.h"

/* The rule of hints that name reporters of Chinese papers, whose names spaces part. */
extern const char dana__reporter_rule[];

/* Notes what a text of the page, p to end, tells by itself. */
void dana__read_hint_text(dana__hint_walk *w, const char *p, const char *end);

#endif
