#include "plot/panel.h"

#include <string.h>

#define PANEL_HEAD  50
#define STRIPS      14   /* regions and selection, each */
#define ROOT_FACTOR 3    /* one side this many times the other: square roots */
#define ROOT_UNITS  4096 /* before a root is taken, for its precision */
#define Y_TICKS     4

size_t dana__column_count(const dana_plot *plot)
{
    return plot->line_count < DANA__PLOT_COLUMNS ? plot->line_count : DANA__PLOT_COLUMNS;
}

static int64_t larger(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

dana__scale dana__find_scale(const dana_plot *plot)
{
    dana__scale s = {.up = 1, .down = 1};

    for (size_t i = 0; i < plot->panels.length; i++) {
        const dana__panel *p = ((dana__panel *const *)plot->panels.data)[i];

        for (size_t k = 0; k < dana__column_count(plot); k++) {
            s.up = larger(s.up, larger(p->columns[k].content, p->columns[k].high));
            s.down = larger(s.down, larger(p->columns[k].code, -(int64_t)p->columns[k].low));
        }
    }
    s.root = s.down / ROOT_FACTOR > s.up || s.up / ROOT_FACTOR > s.down;
    return s;
}

/* Largest integer whose square is not above value (>= 0), by Newton's method. */
static int64_t square_root(int64_t value)
{
    int64_t x = value;
    int64_t next = value / 2 + 1;

    while (next < x) {
        x = next;
        next = (x + value / x) / 2;
    }
    return x;
}

/* A value as the scale shows it. */
static int64_t shown(const dana__scale *s, int64_t value)
{
    if (!s->root) {
        return value;
    }
    return value < 0 ? -square_root(-value * ROOT_UNITS) : square_root(value * ROOT_UNITS);
}

static int y_of(const dana__scale *s, int64_t value)
{
    return s->zero -
           (int)(shown(s, value) * DANA__PLOT_HEIGHT / (shown(s, s->up) + shown(s, s->down)));
}

static int x_of(const dana_plot *plot, size_t index)
{
    size_t count = dana__column_count(plot) > 0 ? dana__column_count(plot) : 1;

    return DANA__PLOT_LEFT + (int)(index * (DANA__PLOT_RIGHT - DANA__PLOT_LEFT) / count);
}

static bool has_region(const dana__column *c)
{
    return c->region;
}

static bool has_selection(const dana__column *c)
{
    return c->selected;
}

/* Rectangles over the runs of columns that have a property. */
static void draw_runs(dana__svg *svg, const dana_plot *plot, const dana__panel *p,
                      const char *class, bool (*has)(const dana__column *c), int y, int height)
{
    size_t count = dana__column_count(plot);

    for (size_t i = 0; i < count; i++) {
        size_t first = i;

        while (i < count && has(&p->columns[i])) {
            i++;
        }
        if (i > first) {
            dana__svg_format(
                svg, "<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/>\n", class,
                x_of(plot, first), y, x_of(plot, i) - x_of(plot, first), height);
        }
    }
}

/* Content as one shape above zero (sign 1), code as one below (sign -1). */
static void draw_bars(dana__svg *svg, const dana_plot *plot, const dana__panel *p,
                      const dana__scale *s, const char *class, int sign)
{
    int last = s->zero;

    dana__svg_format(svg, "<path class=\"%s\" d=\"M%d %d", class, DANA__PLOT_LEFT, s->zero);
    for (size_t i = 0; i < dana__column_count(plot); i++) {
        const dana__column *c = &p->columns[i];
        int y = y_of(s, sign > 0 ? (int64_t)c->content : -(int64_t)c->code);

        if (y != last) {
            dana__svg_format(svg, "H%dV%d", x_of(plot, i), y);
            last = y;
        }
    }
    dana__svg_format(svg, "H%dV%dZ\"/>\n", DANA__PLOT_RIGHT, s->zero);
}

/* The smoothed difference; a column of several lines shows its least and its largest. */
static void draw_curve(dana__svg *svg, const dana_plot *plot, const dana__panel *p,
                       const dana__scale *s)
{
    char command = 'M';

    if (!p->has_curve || plot->line_count == 0) {
        return;
    }
    dana__svg_add(svg, "<path class=\"curve\" d=\"");
    for (size_t i = 0; i < dana__column_count(plot); i++) {
        const dana__column *c = &p->columns[i];
        int x = (x_of(plot, i) + x_of(plot, i + 1)) / 2;

        if (!c->used) {
            continue;
        }
        dana__svg_format(svg, command == 'M' ? "M%d %d" : "L%d %d", x, y_of(s, c->low));
        if (c->high != c->low) {
            dana__svg_format(svg, "V%d", y_of(s, c->high));
        }
        command = 'L';
    }
    dana__svg_add(svg, "\"/>\n");
}

static void draw_y_tick(dana__svg *svg, const dana__scale *s, int64_t value)
{
    dana__svg_format(svg,
                     "<path class=\"grid\" d=\"M%d %dH%d\"/><text class=\"soft end\" x=\"%d\" "
                     "y=\"%d\">",
                     DANA__PLOT_LEFT, y_of(s, value), DANA__PLOT_RIGHT, DANA__PLOT_LEFT - 10,
                     y_of(s, value) + 7);
    dana__svg_number(svg, value < 0 ? -value : value);
    dana__svg_add(svg, "</text>\n");
}

/* Ticks at even distances: of roots at 1, 4, 9, ... steps. */
static void draw_y_axis(dana__svg *svg, const dana__scale *s)
{
    int ticks = s->root ? Y_TICKS * Y_TICKS : Y_TICKS;
    int64_t step = dana__axis_step(s->root ? larger(s->up, s->down) : s->up + s->down, ticks);

    draw_y_tick(svg, s, 0);
    for (int64_t i = 1; step * i * (s->root ? i : 1) <= larger(s->up, s->down); i++) {
        int64_t value = step * i * (s->root ? i : 1);

        if (value <= s->up) {
            draw_y_tick(svg, s, value);
        }
        if (value <= s->down) {
            draw_y_tick(svg, s, -value);
        }
    }
}

void dana__draw_panel(dana__svg *svg, const dana_plot *plot, const dana__panel *p, dana__scale s,
                      int y)
{
    s.top = y + PANEL_HEAD;
    s.zero = s.top;
    s.zero = 2 * s.top - y_of(&s, s.up);
    int bottom = s.top + DANA__PLOT_HEIGHT;

    dana__svg_format(svg, "<g>\n<text class=\"head\" x=\"%d\" y=\"%d\">", DANA__PLOT_LEFT, y + 34);
    dana__svg_escape(svg, (dana_view){p->algorithm->title, strlen(p->algorithm->title)});
    dana__svg_format(
        svg, "</text><text class=\"soft end\" x=\"%d\" y=\"%d\">%d of %d lines selected</text>\n",
        DANA__PLOT_RIGHT, y + 34, (int)p->selected, (int)p->line_count);
    draw_runs(svg, plot, p, "band", has_selection, s.top, DANA__PLOT_HEIGHT);
    draw_y_axis(svg, &s);
    draw_bars(svg, plot, p, &s, "content", 1);
    draw_bars(svg, plot, p, &s, "code", -1);
    dana__svg_format(svg, "<path class=\"axis\" d=\"M%d %dV%dM%d %dH%d\"/>\n", DANA__PLOT_LEFT,
                     s.top, bottom, DANA__PLOT_LEFT, s.zero, DANA__PLOT_RIGHT);
    draw_curve(svg, plot, p, &s);
    draw_runs(svg, plot, p, "region", has_region, bottom + 6, STRIPS);
    draw_runs(svg, plot, p, "mark", has_selection, bottom + 8 + STRIPS, STRIPS);
    dana__svg_format(svg,
                     "<text class=\"mid\" transform=\"translate(26 %d) rotate(-90)\">code | content"
                     "</text>\n</g>\n",
                     s.top + DANA__PLOT_HEIGHT / 2);
}
