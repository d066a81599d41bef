/*
 * Labels of widgets: what buttons show between the texts of a page and beside its pictures.
 */
#ifndef DANA_MEASURE_LABELS_H
#define DANA_MEASURE_LABELS_H

#include "dana/view.h"

#include <stdbool.h>

/* Returns whether a text, raw and trimmed, is such a label and nothing else (widget_labels.def). */
bool dana__is_widget_label(dana_view text);

#endif
