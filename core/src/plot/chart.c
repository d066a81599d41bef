/*
 * Charts: curves as thesis figures 6.2 to 6.4 draw them, and groups of bars. A unit of the picture
 * is half a pixel at 600 pixels of width.
 */
#include "dana/plot.h"

#include "base/error.h"
#include "plot/svg.h"

#include <string.h>

#define WIDTH       1200
#define LEFT        110
#define RIGHT       1180
#define TOP         60
#define PLOT_HEIGHT 460
#define LEGEND_ROW  34
#define X_LABELS    9
#define Y_TICKS     5
#define COLOURS     6
#define DASHES      4
#define UNITS       1000000 /* of a value, as an integer */
#define BAR         22
#define GROUP_GAP   44
#define BARS_LEFT   330
#define BARS_RIGHT  1080

static int64_t units_of(double value)
{
    return value > 0.0 ? (int64_t)(value * UNITS + 0.5) : 0;
}

static int64_t largest(const dana_chart *chart)
{
    int64_t most = 0;

    for (size_t c = 0; c < chart->curve_count; c++) {
        for (size_t i = 0; i < chart->label_count; i++) {
            int64_t value = units_of(chart->curves[c].values[i]);

            most = value > most ? value : most;
        }
    }
    return most > 0 ? most : UNITS;
}

static void add_text(dana__svg *svg, const char *class, int x, int y, dana_view text)
{
    dana__svg_format(svg, "<text class=\"%s\" x=\"%d\" y=\"%d\">", class, x, y);
    dana__svg_escape(svg, text);
    dana__svg_add(svg, "</text>\n");
}

static int x_at(const dana_chart *chart, size_t i)
{
    if (chart->label_count < 2) {
        return (LEFT + RIGHT) / 2;
    }
    return LEFT + (int)(i * (RIGHT - LEFT) / (chart->label_count - 1));
}

static int y_at(int64_t value, int64_t top)
{
    return TOP + PLOT_HEIGHT - (int)(value * PLOT_HEIGHT / top);
}

/* A gap in the values is a gap in the curve; a value between two gaps is a point. */
static void draw_curve(dana__svg *svg, const dana_chart *chart, size_t c, int64_t top)
{
    const double *values = chart->curves[c].values;
    bool drawing = false;

    dana__svg_format(svg, "<path class=\"s l%d d%d\" d=\"", (int)(c % COLOURS),
                     (int)(c / COLOURS % DASHES));
    for (size_t i = 0; i < chart->label_count; i++) {
        if (values[i] < 0.0) {
            drawing = false;
            continue;
        }
        dana__svg_format(svg, drawing ? "L%d %d" : "M%d %dh.1", x_at(chart, i),
                         y_at(units_of(values[i]), top));
        drawing = true;
    }
    dana__svg_add(svg, "\" stroke-linecap=\"round\"/>\n");
}

static void draw_axes(dana__svg *svg, const dana_chart *chart, int64_t top)
{
    int64_t step = dana__axis_step(top, Y_TICKS);
    size_t every = chart->label_count / X_LABELS + 1;

    for (int64_t v = 0; v <= top; v += step) {
        int y = y_at(v, top);

        dana__svg_format(svg,
                         "<path class=\"grid\" d=\"M%d %dH%d\"/><text class=\"soft end\" x=\"%d\" "
                         "y=\"%d\">",
                         LEFT, y, RIGHT, LEFT - 10, y + 7);
        dana__svg_decimal(svg, v / (UNITS / 1000), 3);
        dana__svg_add(svg, "</text>\n");
    }
    for (size_t i = 0; i < chart->label_count; i += every) {
        const char *class = i == 0 ? "soft" : "soft mid";

        add_text(svg, class, x_at(chart, i), TOP + PLOT_HEIGHT + 30, chart->labels[i]);
    }
    dana__svg_format(svg, "<path class=\"axis\" d=\"M%d %dV%dH%d\"/>\n", LEFT, TOP,
                     TOP + PLOT_HEIGHT, RIGHT);
    add_text(svg, "mid", (LEFT + RIGHT) / 2, TOP + PLOT_HEIGHT + 60, chart->x_title);
    dana__svg_format(svg, "<text class=\"mid\" transform=\"translate(24 %d) rotate(-90)\">",
                     TOP + PLOT_HEIGHT / 2);
    dana__svg_escape(svg, chart->y_title);
    dana__svg_add(svg, "</text>\n");
}

/* One row a curve, so that long names have room. */
static void draw_legend(dana__svg *svg, const dana_chart *chart, int y)
{
    for (size_t c = 0; c < chart->curve_count; c++, y += LEGEND_ROW) {
        dana__svg_format(svg, "<path class=\"s l%d d%d\" d=\"M%d %dh60\"/>", (int)(c % COLOURS),
                         (int)(c / COLOURS % DASHES), LEFT, y - 7);
        add_text(svg, "", LEFT + 76, y, chart->curves[c].name);
    }
}

/* Names each curve with its largest value and where it lies. */
static void describe(dana__svg *text, const dana_chart *chart)
{
    for (size_t c = 0; c < chart->curve_count && chart->label_count > 0; c++) {
        const double *values = chart->curves[c].values;
        size_t best = 0;

        for (size_t i = 1; i < chart->label_count; i++) {
            best = values[i] > values[best] ? i : best;
        }
        dana__svg_add(text, c > 0 ? " " : "");
        dana__svg_view(text, chart->curves[c].name);
        dana__svg_add(text, ": highest ");
        dana__svg_decimal(text, units_of(values[best]) / (UNITS / 1000), 3);
        dana__svg_add(text, " at ");
        dana__svg_view(text, chart->labels[best]);
        dana__svg_add(text, ".");
    }
}

static dana_status open_chart(dana__svg *svg, dana_arena *arena, const dana_chart *chart,
                              int height, dana_error *err)
{
    dana__svg sentence;

    dana__svg_init(svg, arena, err);
    dana__svg_init(&sentence, arena, err);
    describe(&sentence, chart);
    if (sentence.status != DANA_OK) {
        return sentence.status;
    }
    dana__svg_open(svg, WIDTH, height, chart->title,
                   (dana_view){sentence.buffer.data, sentence.buffer.length});
    add_text(svg, "head", LEFT, 36, chart->title);
    return DANA_OK;
}

dana_status dana_plot_curves(dana_arena *arena, const dana_chart *chart, dana_view *out,
                             dana_error *err)
{
    dana_error *why = DANA__ERROR(err);
    dana__svg svg;
    int legend = TOP + PLOT_HEIGHT + 110;
    int height = legend + (int)chart->curve_count * LEGEND_ROW;
    int64_t top = largest(chart);
    dana_status status = open_chart(&svg, arena, chart, height, why);

    if (status != DANA_OK) {
        return status;
    }
    draw_axes(&svg, chart, top);
    for (size_t c = 0; c < chart->curve_count; c++) {
        draw_curve(&svg, chart, c, top);
    }
    draw_legend(&svg, chart, legend);
    return dana__svg_close(&svg, out);
}

static void draw_bar(dana__svg *svg, const dana_chart *chart, size_t group, size_t c, int y)
{
    double value = chart->curves[c].values[group];

    add_text(svg, "soft end", BARS_LEFT - 10, y + BAR - 5, chart->curves[c].name);
    if (value < 0.0) {
        add_text(svg, "soft", BARS_LEFT + 8, y + BAR - 5, (dana_view){"none", 4});
        return;
    }
    int width = (int)(units_of(value) * (BARS_RIGHT - BARS_LEFT) / UNITS);

    dana__svg_format(
        svg,
        "<rect class=\"f%d\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/><text x=\"%d\" "
        "y=\"%d\">",
        (int)(c % COLOURS), BARS_LEFT, y + 2, width, BAR - 4, BARS_LEFT + width + 10, y + BAR - 5);
    dana__svg_decimal(svg, (units_of(value) + UNITS / 2000) / (UNITS / 1000), 3);
    dana__svg_add(svg, "</text>\n");
}

dana_status dana_plot_bars(dana_arena *arena, const dana_chart *chart, dana_view *out,
                           dana_error *err)
{
    dana_error *why = DANA__ERROR(err);
    dana__svg svg;
    int group_height = (int)chart->curve_count * BAR + GROUP_GAP;
    int y = TOP;
    dana_status status = open_chart(&svg, arena, chart,
                                    TOP + (int)chart->label_count * group_height + 20, why);

    if (status != DANA_OK) {
        return status;
    }
    for (size_t i = 0; i < chart->label_count; i++, y += group_height) {
        add_text(&svg, "", 20, y + 24, chart->labels[i]);
        for (size_t c = 0; c < chart->curve_count; c++) {
            draw_bar(&svg, chart, i, c, y + GROUP_GAP - 10 + (int)c * BAR);
        }
    }
    return dana__svg_close(&svg, out);
}
