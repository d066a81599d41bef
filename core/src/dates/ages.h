/*
 * How long ago something was written, in many languages: "5 minutes ago" (ages.def).
 */
#ifndef DANA_DATES_AGES_H
#define DANA_DATES_AGES_H

#include "dana/view.h"

#include <stdbool.h>

/* Returns whether a text says how long ago something was, and nothing else. */
bool dana__is_age(dana_view text);

#endif
