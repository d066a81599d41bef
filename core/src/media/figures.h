/*
 * Figures: the pictures and other media of a result, in order, with their captions; for lists of
 * them and for renderers.
 */
#ifndef DANA_MEDIA_FIGURES_H
#define DANA_MEDIA_FIGURES_H

#include "media/item.h"

/* Media with one caption. */
typedef struct {
    dana_span span;    /* from the first of them or the caption to the last */
    dana_span caption; /* from its first text to its last */
} dana__figure;

/* All of a result. Borrowed from the page. */
typedef struct dana__figures {
    const dana_result *result; /* what they were found for */
    dana_selection selection;
    dana_view base;
    const dana__item *items; /* by `at` */
    size_t item_count;
    const dana__figure *figures;
    size_t figure_count;
    dana_selection shown; /* the selection with the captions */
    bool left_relative;   /* some address is as it is written */
} dana__figures;

/*
 * Finds the figures of a result, once for each result and base. *out is borrowed from the page.
 * Errors: DANA_TOO_COMPLEX, DANA_NO_MEMORY, DANA_CANCELLED.
 */
DANA_MUST_USE dana_status dana__find_figures(dana_page *page, const dana_result *result,
                                             dana_view base, const dana__figures **out,
                                             dana_error *err);

/* Returns the text of a link to a medium: its title, else the name of its player, else what it is.
 */
dana_view dana__media_label(const dana_media *media);

#endif
