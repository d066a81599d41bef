/*
 * The panels of a page's plot.
 */
#ifndef DANA_PLOT_PANEL_H
#define DANA_PLOT_PANEL_H

#include "dana/plot.h"
#include "plot/svg.h"

#include <stdbool.h>

/* The x coordinates of the axes' ends, and the height of a panel's bars. */
#define DANA__PLOT_LEFT   110
#define DANA__PLOT_RIGHT  1180
#define DANA__PLOT_HEIGHT 300

/* Most columns: one is at least 4 units wide; more lines share one. */
#define DANA__PLOT_COLUMNS ((DANA__PLOT_RIGHT - DANA__PLOT_LEFT) / 4)

/* What the lines of a column have in common. */
typedef struct {
    uint32_t content; /* largest T1 */
    uint32_t code;    /* largest T2 */
    int32_t low;      /* least and largest smoothed difference */
    int32_t high;
    bool used;
    bool region;
    bool selected;
} dana__column;

/* A panel: one result. */
typedef struct {
    const dana_algorithm *algorithm;
    dana__column columns[DANA__PLOT_COLUMNS];
    bool has_curve;
    size_t line_count;
    size_t selected;
    size_t regions;
} dana__panel;

/* The x axis is the lines of the first result. */
struct dana_plot {
    dana_page *page;
    uint32_t *starts; /* of the first result's lines */
    size_t line_count;
    dana_buffer panels; /* dana__panel * */
};

/* The values that a panel reaches, and where its zero lies. root: heights are square roots, so that
 * the content of a page of long tags is still seen. */
typedef struct {
    int64_t up;
    int64_t down;
    int top;  /* y of `up` */
    int zero; /* y of 0 */
    bool root;
} dana__scale;

/* Returns the columns in use: one a line as long as they fit. */
size_t dana__column_count(const dana_plot *plot);

/* Returns one scale for all panels, so that they can be compared. */
dana__scale dana__find_scale(const dana_plot *plot);

/* Draws a panel with its heading; y: its upper end. */
void dana__draw_panel(dana__svg *svg, const dana_plot *plot, const dana__panel *p, dana__scale s,
                      int y);

#endif
