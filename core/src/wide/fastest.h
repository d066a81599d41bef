/*
 * The fastest forms of the scan's inner loops that this processor can run. All forms say the same.
 */
#ifndef DANA_WIDE_FASTEST_H
#define DANA_WIDE_FASTEST_H

#include "html/tag_end.h"
#include "wide/count_run.h"
#include "wide/letters.h"

#include <stdbool.h>

/* Returns a function that does as dana__tag_end; where attributes need not be noted, one that may
 * set DANA__SEEN_ASCII alone. */
dana__tag_ender *dana__choose_tag_end(bool is_noted);

/* Returns a function that does as dana__run_plain. */
dana__character_run *dana__choose_run(void);

/* Returns a function that does as dana__letters_plain. */
dana__letters_of *dana__choose_letters(void);

#endif
