/*
 * What buttons and widgets show between the texts of a page (widget_labels.def).
 */
#ifndef DANA_MEASURE_LABELS_H
#define DANA_MEASURE_LABELS_H

#include "dana/view.h"

#include <stdbool.h>

/* Returns whether a text is such a label and nothing else ("Click to enlarge"). Those of several
 * words count in any case of their letters, all between two dashes ("- Advertisement -"), and any
 * number as another ("5 min read"); tags in a text do not count. */
bool dana__is_label(dana_view text);

/* Returns whether a text is such a label of several words, which is none of a sentence's words. */
bool dana__is_long_label(dana_view text);

#endif
