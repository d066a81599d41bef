/*
 * Plots as SVG text: self-contained, light and dark, with title, desc and role for screen readers.
 * The same input gives the same bytes on every machine.
 */
#ifndef DANA_PLOT_H
#define DANA_PLOT_H

#include "dana/result.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Opaque plot of a page; lives in the page's arena. */
typedef struct dana_plot dana_plot;

/*
 * Starts a plot of a page as thesis figures 4.3 and 4.4 draw it, with a panel for each result.
 * *out is borrowed from the page. Errors: DANA_TOO_COMPLEX, DANA_NO_MEMORY.
 */
DANA_MUST_USE dana_status dana_plot_new(dana_page *page, dana_plot **out, dana_error *err);

/*
 * Adds a panel below the others: content up and code down per line, the smoothed difference as a
 * curve where the algorithm has one, its regions (runs above 0), and the selection. What it needs
 * is copied: the page may run other extractions afterwards, which end a result of another scan.
 * The x axis is the lines of the first result; a line of another basis stands where its first byte
 * lies. Many lines share a column, which shows the largest of each value.
 * Errors: DANA_TOO_COMPLEX, DANA_NO_MEMORY.
 */
DANA_MUST_USE dana_status dana_plot_add(dana_plot *plot, const dana_result *result,
                                        dana_error *err);

/*
 * Draws the plot. *out is borrowed from the page. Errors: DANA_TOO_COMPLEX, DANA_NO_MEMORY.
 */
DANA_MUST_USE dana_status dana_plot_draw(const dana_plot *plot, dana_view *out, dana_error *err);

/* A named curve: `count` values, one a label of the x axis; below 0: no value there. */
typedef struct {
    dana_view name;
    const double *values;
} dana_curve;

/* What dana_plot_curves and dana_plot_bars draw. */
typedef struct {
    dana_view title;
    dana_view x_title;
    dana_view y_title;
    const dana_view *labels; /* of the x axis, or of the bars' groups */
    size_t label_count;
    const dana_curve *curves;
    size_t curve_count;
} dana_chart;

/*
 * Draws curves over the labels as thesis figures 6.2 to 6.4 do. Values are 0 or more. *out is
 * borrowed from the arena. Errors: DANA_TOO_COMPLEX, DANA_NO_MEMORY.
 */
DANA_MUST_USE dana_status dana_plot_curves(dana_arena *arena, const dana_chart *chart,
                                           dana_view *out, dana_error *err);

/*
 * Draws a group of horizontal bars for each label, a bar for each curve; values are 0 to 1. *out is
 * borrowed from the arena. Errors: DANA_TOO_COMPLEX, DANA_NO_MEMORY.
 */
DANA_MUST_USE dana_status dana_plot_bars(dana_arena *arena, const dana_chart *chart, dana_view *out,
                                         dana_error *err);

#ifdef __cplusplus
}
#endif
#endif
