/*
 * What an element tells by its name and its attributes.
 */
#ifndef DANA_EVIDENCE_ELEMENT_HINTS_H
#define DANA_EVIDENCE_ELEMENT_HINTS_H

#include "evidence/hint_walk.h"

/* The rule of hints that are links to somebody. */
extern const char dana__link_rule[];

/* Returns whether an element has this name, in small letters. */
bool dana__is_named(const dana__markup *tag, const char *name);

/* Returns whether an element is a time. */
bool dana__is_time_element(const dana__markup *tag);

/* Returns whether an element has no end tag. */
bool dana__is_void_element(const dana__markup *tag);

/* Returns the points by which an element itself is no part of the page's subject: nav, aside... */
int dana__element_avoided(const dana__markup *tag);

/* Notes what an element's attributes tell. */
void dana__read_element(dana__hint_walk *w, const dana__markup *tag);

#endif
