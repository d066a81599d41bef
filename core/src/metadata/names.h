/*
 * Names of people and desks, cut out of the texts that they stand in.
 */
#ifndef DANA_METADATA_NAMES_H
#define DANA_METADATA_NAMES_H

#include "dana/view.h"

#include <stdbool.h>

/*
 * Cuts a plain text down to the name in it: words before names go, what follows a separator goes.
 * strict: it must look like a name (capitals where the script has them, no digits). The result is
 * part of the text, empty where there is no name.
 */
dana_view dana__clean_name(dana_view text, bool strict);

/* Returns whether a cleaned name has more words than those that pages show, and is no list. */
bool dana__is_long_name(dana_view name);

/* Cuts off a day of the week behind a name of several words, as a date behind it leaves one:
 * "Anna Lee Wednesday". */
dana_view dana__cut_weekday(dana_view text);

#endif
