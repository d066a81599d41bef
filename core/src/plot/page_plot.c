/*
 * A page as thesis figures 4.3 and 4.4 draw it. A unit of the picture is half a pixel at 600 pixels
 * of width.
 */
#include "dana/plot.h"

#include "base/error.h"
#include "page/page.h"
#include "plot/svg.h"
#include "text/span_sets.h"

#include <string.h>

#define WIDTH       1200
#define LEFT        110
#define RIGHT       1180
#define COLUMNS     ((RIGHT - LEFT) / 4) /* widest column: 4 units; more lines share one */
#define HEAD        96                   /* legend */
#define PANEL       420                  /* a panel with its heading */
#define PANEL_HEAD  50
#define PLOT_HEIGHT 300
#define STRIPS      14 /* regions and selection, each */
#define FOOT        80
#define ROOT_FACTOR 3    /* one side this many times the other: square roots */
#define ROOT_UNITS  4096 /* before a root is taken, for its precision */
#define X_TICKS     8
#define Y_TICKS     4

/* What the lines of a column have in common. */
typedef struct {
    uint32_t content; /* largest T1 */
    uint32_t code;    /* largest T2 */
    int32_t low;      /* least and largest smoothed difference */
    int32_t high;
    bool used;
    bool region;
    bool selected;
} column;

typedef struct {
    const dana_algorithm *algorithm;
    column columns[COLUMNS];
    bool has_curve;
    size_t line_count;
    size_t selected;
    size_t regions;
} panel;

struct dana_plot {
    dana_page *page;
    uint32_t *starts; /* of the first result's lines */
    size_t line_count;
    dana_buffer panels; /* panel * */
};

dana_status dana_plot_new(dana_page *page, dana_plot **out, dana_error *err)
{
    dana_error *why = DANA__ERROR(err);

    *out = dana_arena_alloc(page->arena, sizeof(**out), why);
    if (*out == NULL) {
        return why->status;
    }
    **out = (dana_plot){.page = page};
    dana_buffer_init(&(*out)->panels, sizeof(panel *));
    return DANA_OK;
}

/* The first result's lines are the x axis. */
static dana_status keep_axis(dana_plot *plot, const dana_profile *profile, dana_error *err)
{
    plot->line_count = profile->line_count;
    plot->starts = dana_arena_alloc(plot->page->arena, profile->line_count * sizeof(uint32_t), err);
    if (plot->starts == NULL) {
        return err->status;
    }
    for (size_t i = 0; i < profile->line_count; i++) {
        plot->starts[i] = profile->lines[i].start;
    }
    return DANA_OK;
}

/* Columns in use: one a line as long as they fit. */
static size_t column_count(const dana_plot *plot)
{
    return plot->line_count < COLUMNS ? plot->line_count : COLUMNS;
}

static column *column_of(const dana_plot *plot, panel *p, size_t axis_line)
{
    return &p->columns[axis_line * column_count(plot) / plot->line_count];
}

static void add_line(column *c, const dana_line *line, const int32_t *smoothed)
{
    c->content = line->content > c->content ? line->content : c->content;
    c->code = line->code > c->code ? line->code : c->code;
    if (smoothed != NULL) {
        c->low = !c->used || *smoothed < c->low ? *smoothed : c->low;
        c->high = !c->used || *smoothed > c->high ? *smoothed : c->high;
        c->region = c->region || *smoothed > 0;
    }
    c->used = true;
}

static void fill_panel(const dana_plot *plot, panel *p, const dana_result *result)
{
    const dana_profile *profile = &result->profile;
    size_t axis = 0;
    size_t span = 0;
    bool in_region = false;

    for (size_t i = 0; i < profile->line_count; i++) {
        const dana_line *line = &profile->lines[i];
        const int32_t *smoothed = profile->smoothed != NULL ? &profile->smoothed[i] : NULL;

        while (axis + 1 < plot->line_count && plot->starts[axis + 1] <= line->start) {
            axis++;
        }
        column *c = column_of(plot, p, axis);
        bool above = smoothed != NULL && *smoothed > 0;

        add_line(c, line, smoothed);
        p->regions += above && !in_region;
        in_region = above;
        if (dana__touches(&result->selection, &span, line->start,
                          dana_line_end(plot->page, profile, i))) {
            c->selected = true;
            p->selected++;
        }
    }
}

dana_status dana_plot_add(dana_plot *plot, const dana_result *result, dana_error *err)
{
    dana_error *why = DANA__ERROR(err);
    panel *p = dana_arena_alloc(plot->page->arena, sizeof(*p), why);

    if (p == NULL || dana__poll(plot->page, why) != DANA_OK) {
        return why->status;
    }
    memset(p, 0, sizeof(*p));
    p->algorithm = result->algorithm;
    p->has_curve = result->profile.smoothed != NULL;
    p->line_count = result->profile.line_count;
    if (plot->panels.length == 0 && keep_axis(plot, &result->profile, why) != DANA_OK) {
        return why->status;
    }
    if (plot->line_count > 0) {
        fill_panel(plot, p, result);
    }
    if (dana_buffer_reserve(plot->page->arena, &plot->panels, 1, why) != DANA_OK) {
        return why->status;
    }
    ((panel **)plot->panels.data)[plot->panels.length++] = p;
    return DANA_OK;
}

/* The values that a panel reaches, and where its zero lies. root: heights are square roots, so that
 * the content of a page of long tags is still seen. */
typedef struct {
    int64_t up;
    int64_t down;
    int top;  /* y of `up` */
    int zero; /* y of 0 */
    bool root;
} scale;

static int64_t larger(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

/* One scale for all panels, so that they can be compared. */
static scale find_scale(const dana_plot *plot)
{
    scale s = {.up = 1, .down = 1};

    for (size_t i = 0; i < plot->panels.length; i++) {
        const panel *p = ((panel *const *)plot->panels.data)[i];

        for (size_t k = 0; k < column_count(plot); k++) {
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
static int64_t shown(const scale *s, int64_t value)
{
    if (!s->root) {
        return value;
    }
    return value < 0 ? -square_root(-value * ROOT_UNITS) : square_root(value * ROOT_UNITS);
}

static int y_of(const scale *s, int64_t value)
{
    return s->zero - (int)(shown(s, value) * PLOT_HEIGHT / (shown(s, s->up) + shown(s, s->down)));
}

static int x_of(const dana_plot *plot, size_t index)
{
    size_t count = column_count(plot) > 0 ? column_count(plot) : 1;

    return LEFT + (int)(index * (RIGHT - LEFT) / count);
}

static bool has_region(const column *c)
{
    return c->region;
}

static bool has_selection(const column *c)
{
    return c->selected;
}

/* Rectangles over the runs of columns that have a property. */
static void draw_runs(dana__svg *svg, const dana_plot *plot, const panel *p, const char *class,
                      bool (*has)(const column *c), int y, int height)
{
    size_t count = column_count(plot);

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
static void draw_bars(dana__svg *svg, const dana_plot *plot, const panel *p, const scale *s,
                      const char *class, int sign)
{
    int last = s->zero;

    dana__svg_format(svg, "<path class=\"%s\" d=\"M%d %d", class, LEFT, s->zero);
    for (size_t i = 0; i < column_count(plot); i++) {
        const column *c = &p->columns[i];
        int y = y_of(s, sign > 0 ? (int64_t)c->content : -(int64_t)c->code);

        if (y != last) {
            dana__svg_format(svg, "H%dV%d", x_of(plot, i), y);
            last = y;
        }
    }
    dana__svg_format(svg, "H%dV%dZ\"/>\n", RIGHT, s->zero);
}

/* The smoothed difference; a column of several lines shows its least and its largest. */
static void draw_curve(dana__svg *svg, const dana_plot *plot, const panel *p, const scale *s)
{
    char command = 'M';

    if (!p->has_curve || plot->line_count == 0) {
        return;
    }
    dana__svg_add(svg, "<path class=\"curve\" d=\"");
    for (size_t i = 0; i < column_count(plot); i++) {
        const column *c = &p->columns[i];
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

static void draw_y_tick(dana__svg *svg, const scale *s, int64_t value)
{
    dana__svg_format(svg,
                     "<path class=\"grid\" d=\"M%d %dH%d\"/><text class=\"soft end\" x=\"%d\" "
                     "y=\"%d\">",
                     LEFT, y_of(s, value), RIGHT, LEFT - 10, y_of(s, value) + 7);
    dana__svg_number(svg, value < 0 ? -value : value);
    dana__svg_add(svg, "</text>\n");
}

/* Ticks at even distances: of roots at 1, 4, 9, ... steps. */
static void draw_y_axis(dana__svg *svg, const scale *s)
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

static void draw_x_axis(dana__svg *svg, const dana_plot *plot, int y)
{
    int64_t step = dana__axis_step((int64_t)larger((int64_t)plot->line_count, 1), X_TICKS);
    int64_t count = (int64_t)plot->line_count;

    for (int64_t line = count > 0 ? 1 : count + 1; line <= count;
         line += line == 1 && step > 1 ? step - 1 : step) {
        int x = LEFT + (int)((2 * line - 1) * (RIGHT - LEFT) / (2 * count));

        dana__svg_format(svg,
                         "<path class=\"axis\" d=\"M%d %dv8\"/><text class=\"soft mid\" x=\"%d\" "
                         "y=\"%d\">%d</text>\n",
                         x, y, x, y + 30, (int)line);
    }
    dana__svg_format(svg, "<text class=\"mid\" x=\"%d\" y=\"%d\">line of the page</text>\n",
                     (LEFT + RIGHT) / 2, y + 58);
}

static void draw_panel(dana__svg *svg, const dana_plot *plot, const panel *p, scale s, int y)
{
    s.top = y + PANEL_HEAD;
    s.zero = s.top;
    s.zero = 2 * s.top - y_of(&s, s.up);
    int bottom = s.top + PLOT_HEIGHT;

    dana__svg_format(svg, "<g>\n<text class=\"head\" x=\"%d\" y=\"%d\">", LEFT, y + 34);
    dana__svg_escape(svg, (dana_view){p->algorithm->title, strlen(p->algorithm->title)});
    dana__svg_format(
        svg, "</text><text class=\"soft end\" x=\"%d\" y=\"%d\">%d of %d lines selected</text>\n",
        RIGHT, y + 34, (int)p->selected, (int)p->line_count);
    draw_runs(svg, plot, p, "band", has_selection, s.top, PLOT_HEIGHT);
    draw_y_axis(svg, &s);
    draw_bars(svg, plot, p, &s, "content", 1);
    draw_bars(svg, plot, p, &s, "code", -1);
    dana__svg_format(svg, "<path class=\"axis\" d=\"M%d %dV%dM%d %dH%d\"/>\n", LEFT, s.top, bottom,
                     LEFT, s.zero, RIGHT);
    draw_curve(svg, plot, p, &s);
    draw_runs(svg, plot, p, "region", has_region, bottom + 6, STRIPS);
    draw_runs(svg, plot, p, "mark", has_selection, bottom + 8 + STRIPS, STRIPS);
    dana__svg_format(svg,
                     "<text class=\"mid\" transform=\"translate(26 %d) rotate(-90)\">code | content"
                     "</text>\n</g>\n",
                     s.top + PLOT_HEIGHT / 2);
}

static void draw_legend(dana__svg *svg)
{
    static const struct {
        const char *class;
        const char *text;
        int x;
    } entries[] = {
        {"content", "content (up)", LEFT},
        {"code", "code (down)", LEFT + 190},
        {"region", "region", LEFT + 640},
        {"mark", "selection", LEFT + 790},
    };

    for (size_t i = 0; i < sizeof(entries) / sizeof(entries[0]); i++) {
        dana__svg_format(svg,
                         "<rect class=\"%s\" x=\"%d\" y=\"60\" width=\"24\" height=\"16\"/>"
                         "<text x=\"%d\" y=\"75\">%s</text>\n",
                         entries[i].class, entries[i].x, entries[i].x + 32, entries[i].text);
    }
    dana__svg_format(svg,
                     "<path class=\"curve\" d=\"M%d 68h24\"/><text x=\"%d\" y=\"75\">smoothed "
                     "difference</text>\n",
                     LEFT + 372, LEFT + 404);
}

/* One sentence a panel, for those who do not see it. */
static void describe(dana__svg *text, const dana_plot *plot)
{
    for (size_t i = 0; i < plot->panels.length; i++) {
        const panel *p = ((panel *const *)plot->panels.data)[i];

        dana__svg_format(text, "%s%s: %d of %d lines selected", i > 0 ? " " : "",
                         p->algorithm->title, (int)p->selected, (int)p->line_count);
        if (p->has_curve) {
            dana__svg_format(text, ", %d regions with more content than code", (int)p->regions);
        }
        dana__svg_add(text, ".");
    }
}

dana_status dana_plot_draw(const dana_plot *plot, dana_view *out, dana_error *err)
{
    static const char title[] = "Content and code of each line";
    dana_error *why = DANA__ERROR(err);
    dana__svg svg;
    dana__svg sentence;
    int height = HEAD + (int)plot->panels.length * PANEL + FOOT;
    scale s = find_scale(plot);

    dana__svg_init(&svg, plot->page->arena, why);
    dana__svg_init(&sentence, plot->page->arena, why);
    describe(&sentence, plot);
    if (sentence.status != DANA_OK) {
        return sentence.status;
    }
    dana__svg_open(&svg, WIDTH, height, (dana_view){title, sizeof(title) - 1},
                   (dana_view){sentence.buffer.data, sentence.buffer.length});
    dana__svg_format(&svg, "<text class=\"head\" x=\"%d\" y=\"36\">%s%s</text>\n", LEFT, title,
                     s.root ? " (square-root scale)" : "");
    draw_legend(&svg);
    for (size_t i = 0; i < plot->panels.length; i++) {
        draw_panel(&svg, plot, ((panel *const *)plot->panels.data)[i], s, HEAD + (int)i * PANEL);
    }
    draw_x_axis(&svg, plot, HEAD + (int)plot->panels.length * PANEL - 20);
    return dana__svg_close(&svg, out);
}
