/*
 * What buttons and widgets show between the texts of a page (widget_labels.def).
 */
#ifndef DANA_MEASURE_LABELS_H
#define DANA_MEASURE_LABELS_H

#include "dana/view.h"

#include <stdbool.h>

/* Returns whether a text is such a label and nothing else ("Click to enlarge"). Those of several
 * words count in any case of their letters, and all between two dashes ("- Advertisement -"). */
bool dana__is_label(dana_view text);

/* Returns whether a text is such a label of several words, which is none of a sentence's words. */
bool dana__is_long_label(dana_view text);

/* Returns whether a text is one thing said eight times and more, as a line that runs across a page
 * says it: "Book now * Book now * ...". text: of the source, with its markup. Linear. */
bool dana__says_again(dana_view text);

#endif
