/*
 * A page as thesis figures 4.3 and 4.4 draw it. A unit of the picture is half a pixel at 600 pixels
 * of width.
 */
#include "dana/plot.h"

#include "base/ascii.h"
#include "base/error.h"
#include "page/page.h"
#include "plot/panel.h"
#include "text/span_sets.h"

#include <string.h>

#define WIDTH   1200
#define HEAD    96  /* legend */
#define PANEL   420 /* a panel with its heading */
#define FOOT    80
#define X_TICKS 8

dana_status dana_plot_new(dana_page *page, dana_plot **out, dana_error *err)
{
    dana_error *why = DANA__ERROR(err);

    *out = dana_arena_alloc(page->arena, sizeof(**out), why);
    if (*out == NULL) {
        return why->status;
    }
    **out = (dana_plot){.page = page};
    dana_buffer_init(&(*out)->panels, sizeof(dana__panel *));
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

static dana__column *column_of(const dana_plot *plot, dana__panel *p, size_t axis_line)
{
    return &p->columns[axis_line * dana__column_count(plot) / plot->line_count];
}

static void add_line(dana__column *c, const dana_line *line, const int32_t *smoothed)
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

static void fill_panel(const dana_plot *plot, dana__panel *p, const dana_result *result)
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
        dana__column *c = column_of(plot, p, axis);
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
    dana__panel *p = dana_arena_zeroed(plot->page->arena, 1, sizeof(*p), why);

    if (p == NULL || dana__poll(plot->page, why) != DANA_OK) {
        return why->status;
    }
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
    ((dana__panel **)plot->panels.data)[plot->panels.length++] = p;
    return DANA_OK;
}

static void draw_x_axis(dana__svg *svg, const dana_plot *plot, int y)
{
    int64_t step = dana__axis_step(plot->line_count > 0 ? (int64_t)plot->line_count : 1, X_TICKS);
    int64_t count = (int64_t)plot->line_count;

    for (int64_t line = count > 0 ? 1 : count + 1; line <= count;
         line += line == 1 && step > 1 ? step - 1 : step) {
        int x = DANA__PLOT_LEFT +
                (int)((2 * line - 1) * (DANA__PLOT_RIGHT - DANA__PLOT_LEFT) / (2 * count));

        dana__svg_format(svg,
                         "<path class=\"axis\" d=\"M%d %dv8\"/><text class=\"soft mid\" x=\"%d\" "
                         "y=\"%d\">%d</text>\n",
                         x, y, x, y + 30, (int)line);
    }
    dana__svg_format(svg, "<text class=\"mid\" x=\"%d\" y=\"%d\">line of the page</text>\n",
                     (DANA__PLOT_LEFT + DANA__PLOT_RIGHT) / 2, y + 58);
}

static void draw_legend(dana__svg *svg)
{
    static const struct {
        const char *class;
        const char *text;
        int x;
    } entries[] = {
        {"content", "content (up)", DANA__PLOT_LEFT},
        {"code", "code (down)", DANA__PLOT_LEFT + 190},
        {"region", "region", DANA__PLOT_LEFT + 640},
        {"mark", "selection", DANA__PLOT_LEFT + 790},
    };

    for (size_t i = 0; i < DANA__COUNT(entries); i++) {
        dana__svg_format(svg,
                         "<rect class=\"%s\" x=\"%d\" y=\"60\" width=\"24\" height=\"16\"/>"
                         "<text x=\"%d\" y=\"75\">%s</text>\n",
                         entries[i].class, entries[i].x, entries[i].x + 32, entries[i].text);
    }
    dana__svg_format(svg,
                     "<path class=\"curve\" d=\"M%d 68h24\"/><text x=\"%d\" y=\"75\">smoothed "
                     "difference</text>\n",
                     DANA__PLOT_LEFT + 372, DANA__PLOT_LEFT + 404);
}

/* One sentence a panel, for those who do not see it. */
static void describe(dana__svg *text, const dana_plot *plot)
{
    for (size_t i = 0; i < plot->panels.length; i++) {
        const dana__panel *p = ((dana__panel *const *)plot->panels.data)[i];

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
    dana__scale s = dana__find_scale(plot);

    dana__svg_init(&svg, plot->page->arena, why);
    dana__svg_init(&sentence, plot->page->arena, why);
    describe(&sentence, plot);
    if (sentence.status != DANA_OK) {
        return sentence.status;
    }
    dana__svg_open(&svg, WIDTH, height, (dana_view){title, sizeof(title) - 1},
                   (dana_view){sentence.buffer.data, sentence.buffer.length});
    dana__svg_format(&svg, "<text class=\"head\" x=\"%d\" y=\"36\">%s%s</text>\n", DANA__PLOT_LEFT,
                     title, s.root ? " (square-root scale)" : "");
    draw_legend(&svg);
    for (size_t i = 0; i < plot->panels.length; i++) {
        dana__draw_panel(&svg, plot, ((dana__panel *const *)plot->panels.data)[i], s,
                         HEAD + (int)i * PANEL);
    }
    draw_x_axis(&svg, plot, HEAD + (int)plot->panels.length * PANEL - 20);
    return dana__svg_close(&svg, out);
}
