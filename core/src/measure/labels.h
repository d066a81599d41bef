/*
 * What buttons and widgets show between the texts of a page (widget_labels.def).
 */
#ifndef DANA_MEASURE_LABELS_H
#define DANA_MEASURE_LABELS_H

#include "dana/view.h"

#include <stdbool.h>

/* What a text is among such labels. */
typedef enum {
    DANA__NO_LABEL,
    DANA__LABEL,      /* it is one and nothing else ("Enlarge"), between two dashes in any case of
                       * its letters where it has several words ("- Click to Enlarge -") */
    DANA__LONG_LABEL, /* one of several words, none of a sentence's ("Click to enlarge"), in any
                       * case of its letters */
} dana__label;

/* Returns what a text is. Any number counts as another ("5 min read"); tags in a text do not count.
 */
dana__label dana__label_of(dana_view text);

/* Returns whether a text is nothing but signs that part links, or a heading one of signs that draw
 * a line. */
bool dana__is_separators(dana_view text, bool is_heading);

#endif
