/*
 * CETR (Weninger, Hsu, Han 2010; thesis 3.3.3.1, Algorithm 9): the ratio of text to tags of each
 * line, smoothed, and the lines whose ratio is not among the small ones.
 */
#include "base/ascii.h"
#include "page/ops.h"
#include "page/walk.h"
#include "text/span_builder.h"

#include <math.h>

enum { LINES, MODEL, CLUSTERS };
enum { MODEL_2D, MODEL_1D, MODEL_THRESHOLD };

#define THOUSAND 1000

/* deviation: the thesis names the steps without their settings. Sigma of the smoothing, alpha (the
 * lines that the slope looks ahead), three clusters and the one fixed to the origin are those of a
 * public implementation for comparison (dragnet); tau is lambda sigma in the paper, lambda = 1 is
 * ours. */
#define SIGMA          1.0
#define REACH          4
#define AHEAD          3
#define CLUSTERS_MAX   10
#define ITERATIONS_MAX 50
#define SLOPE_STEPS    65535.0

static const char *const line_choices[] = {"block", "start", "source", NULL};
static const char *const model_choices[] = {"2d", "1d", "threshold", NULL};

static const dana_param cetr_params[] = {
    [LINES] = {.name = "lines",
               .type = DANA_PARAM_CHOICE,
               .choices = line_choices,
               .default_value = DANA_LINES_BLOCK,
               .unit = "",
               .doc = "What begins a line: a block-level start tag or br, every start tag, or the "
                      "source's own newlines (the paper's)."},
    [MODEL] = {.name = "model",
               .type = DANA_PARAM_CHOICE,
               .choices = model_choices,
               .default_value = MODEL_2D,
               .unit = "",
               .doc = "Cluster ratio and slope (CETR), the ratio alone (CETR-KM), or cut the ratio "
                      "at its standard deviation (CETR-TM)."},
    [CLUSTERS] = {.name = "clusters",
                  .type = DANA_PARAM_INTEGER,
                  .minimum = 2,
                  .maximum = CLUSTERS_MAX,
                  .default_value = 3,
                  .unit = "",
                  .doc = "Number of clusters; all but the one at the origin are content."},
};

/* The state of one extraction. slopes: in steps of slope_step, so that a dense page stays under its
 * cap. */
typedef struct {
    dana_page *page;
    dana_error *err;
    const dana_scan *scan;
    float *ratios;
    uint16_t *slopes;
    double slope_step;
    double weights[2 * REACH + 1];
} ratio_model;

/* Algorithm 9: T_i = x / y, the characters of text over the tags of a line, at least one. */
static dana_status measure_lines(ratio_model *m)
{
    dana__walk walk;
    dana__piece piece;
    size_t line = 0;
    uint32_t tags = 0;

    for (size_t i = 0; i < m->scan->line_count; i++) {
        m->ratios[i] = (float)m->scan->lines[i].content;
    }
    dana__walk_start(&walk, m->page, m->err);
    while (dana__walk_next(&walk, &piece)) {
        size_t offset = (size_t)(piece.start - m->page->source.data);

        while (line + 1 < m->scan->line_count && m->scan->lines[line + 1].start <= offset) {
            m->ratios[line++] /= (float)(tags > 0 ? tags : 1);
            tags = 0;
        }
        tags += !piece.is_text;
    }
    m->ratios[line] /= (float)(tags > 0 ? tags : 1);
    return walk.status;
}

static void make_weights(ratio_model *m)
{
    for (int j = -REACH; j <= REACH; j++) {
        m->weights[j + REACH] = exp(-(double)j * j / (2.0 * SIGMA * SIGMA));
    }
}

/* A window of 2 REACH + 1 values that moves over a row; the one at `in` enters next. */
typedef struct {
    double values[2 * REACH + 1];
    size_t in;
} window;

static void enter(window *w, double value)
{
    w->values[w->in++ % (2 * REACH + 1)] = value;
}

/* The weighted mean of the values around row `middle`, of those of `count` that exist. */
static double mean_around(const ratio_model *m, const window *w, size_t middle, size_t count)
{
    double sum = 0.0;
    double weights = 0.0;

    for (size_t j = 0; j <= 2 * REACH; j++) {
        size_t row = middle + j;

        if (row >= REACH && row - REACH < count) {
            sum += m->weights[j] * w->values[(row - REACH) % (2 * REACH + 1)];
            weights += m->weights[j];
        }
    }
    return sum / weights;
}

/* Gaussian smoothing in place: a value is read before the mean of its neighbours replaces it. */
static void smooth_ratios(ratio_model *m)
{
    size_t count = m->scan->line_count;
    window w = {.in = 0};

    for (size_t i = 0; i < count; i++) {
        while (w.in < count && w.in <= i + REACH) {
            enter(&w, m->ratios[w.in]);
        }
        m->ratios[i] = (float)mean_around(m, &w, i, count);
    }
}

/* The slope of the smoothed ratios at a line: how far the mean of the next three is from it. */
static double slope_at(const ratio_model *m, size_t line)
{
    size_t last = line + AHEAD < m->scan->line_count ? line + AHEAD : m->scan->line_count - 1;
    double sum = 0.0;

    if (last == line) {
        return 0.0;
    }
    for (size_t i = line + 1; i <= last; i++) {
        sum += m->ratios[i];
    }
    return fabs(sum / (double)(last - line) - m->ratios[line]);
}

/* Smooths the slopes. Returns the largest; keeps them where `keep`, in steps of m->slope_step. */
static double smooth_slopes(ratio_model *m, bool keep)
{
    size_t count = m->scan->line_count;
    double largest = 0.0;
    window w = {.in = 0};

    for (size_t i = 0; i < count; i++) {
        while (w.in < count && w.in <= i + REACH) {
            enter(&w, slope_at(m, w.in));
        }
        double slope = mean_around(m, &w, i, count);

        largest = fmax(largest, slope);
        if (keep) {
            m->slopes[i] = (uint16_t)fmin(slope / m->slope_step, SLOPE_STEPS);
        }
    }
    return largest;
}

/* The centers of the clusters: x is the ratio, y the slope. */
typedef struct {
    double x[CLUSTERS_MAX];
    double y[CLUSTERS_MAX];
    size_t count;
} centers;

static double slope_of(const ratio_model *m, size_t line)
{
    return m->slopes != NULL ? m->slopes[line] * m->slope_step : 0.0;
}

static size_t nearest(const centers *c, double x, double y)
{
    size_t best = 0;
    double least = INFINITY;

    for (size_t k = 0; k < c->count; k++) {
        double distance = (x - c->x[k]) * (x - c->x[k]) + (y - c->y[k]) * (y - c->y[k]);

        if (distance < least) {
            least = distance;
            best = k;
        }
    }
    return best;
}

/* Moves each center to the mean of its lines; in two dimensions the first stays at the origin.
 * Returns whether one moved. */
static bool move_centers(const ratio_model *m, centers *c)
{
    centers sums = {.count = c->count};
    size_t lines[CLUSTERS_MAX] = {0};
    bool moved = false;

    for (size_t i = 0; i < m->scan->line_count; i++) {
        size_t k = nearest(c, m->ratios[i], slope_of(m, i));

        sums.x[k] += m->ratios[i];
        sums.y[k] += slope_of(m, i);
        lines[k]++;
    }
    for (size_t k = m->slopes != NULL ? 1 : 0; k < c->count; k++) {
        if (lines[k] == 0) {
            continue;
        }
        double x = sums.x[k] / (double)lines[k];
        double y = sums.y[k] / (double)lines[k];

        moved |= fabs(x - c->x[k]) + fabs(y - c->y[k]) > 1e-6 * (x + y);
        c->x[k] = x;
        c->y[k] = y;
    }
    return moved;
}

/* k-means. It starts from centers in equal steps from the origin to the largest ratio and slope:
 * ours, since random starts would give a page other results each time. */
static dana_status find_clusters(const ratio_model *m, size_t count, double largest, centers *c)
{
    dana_status status = DANA_OK;
    bool moved = true;

    *c = (centers){.count = count};
    for (size_t k = 0; k < count; k++) {
        double share = (double)k / (double)(count - 1);

        c->x[k] = largest * share;
        c->y[k] = m->slopes != NULL ? m->slope_step * SLOPE_STEPS * share : 0.0;
    }
    for (int i = 0; moved && i < ITERATIONS_MAX && status == DANA_OK; i++) {
        moved = move_centers(m, c);
        status = dana__poll(m->page, m->err);
    }
    return status;
}

/* In float: gcc 12 for arm64 breaks down at -O3 over fmax() of floats made double. */
static double largest_ratio(const ratio_model *m)
{
    float largest = 0.0F;

    for (size_t i = 0; i < m->scan->line_count; i++) {
        largest = fmaxf(largest, m->ratios[i]);
    }
    return largest;
}

/* tau of CETR-TM: the standard deviation of the smoothed ratios. */
static double deviation(const ratio_model *m)
{
    double sum = 0.0;
    double squares = 0.0;
    double n = (double)m->scan->line_count;

    for (size_t i = 0; i < m->scan->line_count; i++) {
        sum += m->ratios[i];
        squares += (double)m->ratios[i] * m->ratios[i];
    }
    return sqrt(fmax(squares / n - sum / n * (sum / n), 0.0));
}

/* Selects the lines that are not in the cluster at the origin, or those from tau on (c == NULL). */
static dana_status select_lines(const ratio_model *m, dana_result *result, const centers *c,
                                double tau)
{
    const char *source = m->page->source.data;
    dana__spans spans;
    dana_status status = DANA_OK;

    dana__spans_start(&spans, m->page, m->err);
    for (size_t i = 0; i < m->scan->line_count && status == DANA_OK; i++) {
        bool is_content = c != NULL ? nearest(c, m->ratios[i], slope_of(m, i)) != 0
                                    : m->ratios[i] >= tau;

        if (is_content) {
            status = dana__spans_add(&spans, source + m->scan->lines[i].start,
                                     source + dana_line_end(m->page, &result->profile, i));
        } else {
            dana__spans_skip(&spans);
        }
    }
    result->selection = dana__spans_finish(&spans);
    return status;
}

/* The signal takes the place of the ratios. */
static void publish_ratios(const ratio_model *m, dana_result *result)
{
    int32_t *signal = (int32_t *)(void *)m->ratios;

    for (size_t i = 0; i < m->scan->line_count; i++) {
        signal[i] = (int32_t)fmin(round((double)m->ratios[i] * THOUSAND), INT32_MAX);
    }
    result->profile.smoothed = signal;
    result->profile.signal = "ratio";
}

static dana_status choose_lines(ratio_model *m, dana_result *result, dana_buffer *slopes)
{
    const int *values = result->params.values;
    double largest = largest_ratio(m);
    centers c;

    if (largest <= 0.0) {
        return DANA_OK;
    }
    if (values[MODEL] == MODEL_THRESHOLD) {
        return select_lines(m, result, NULL, deviation(m));
    }
    if (values[MODEL] == MODEL_2D) {
        dana_status status = dana_buffer_reserve(m->page->arena, slopes, m->scan->line_count,
                                                 m->err);

        if (status != DANA_OK) {
            return status;
        }
        m->slope_step = fmax(smooth_slopes(m, false), 1e-9) / SLOPE_STEPS;
        m->slopes = slopes->data;
        smooth_slopes(m, true);
    }
    dana_status status = find_clusters(m, (size_t)values[CLUSTERS], largest, &c);

    return status == DANA_OK ? select_lines(m, result, &c, 0.0) : status;
}

static dana_status extract_cetr(dana_page *page, dana_result *result, dana_error *err)
{
    ratio_model m = {.page = page, .err = err, .scan = result->scan};
    dana_buffer slopes;

    dana__share_profile(result);
    if (result->scan->line_count == 0) {
        return DANA_OK;
    }
    m.ratios = dana_arena_alloc(page->arena, result->scan->line_count * sizeof(*m.ratios), err);
    if (m.ratios == NULL) {
        return err->status;
    }
    make_weights(&m);
    dana_status status = measure_lines(&m);

    if (status != DANA_OK) {
        return status;
    }
    smooth_ratios(&m);
    dana_buffer_init(&slopes, sizeof(*m.slopes));
    status = choose_lines(&m, result, &slopes);
    dana_buffer_release(page->arena, &slopes);
    publish_ratios(&m, result);
    return status;
}

static void scan_lines(const dana_params *params, dana_scan_options *options)
{
    dana__default_scan(params, options);
    options->lines = (dana_line_mode)params->values[LINES];
}

static const struct dana_algorithm_ops cetr_ops = {.scan_options = scan_lines,
                                                   .extract = extract_cetr};

const dana_algorithm dana__cetr = {
    .id = "cetr",
    .title = "CETR",
    .citation = "Weninger, Hsu, Han: CETR: Content Extraction via Tag Ratios, WWW 2010; thesis "
                "3.3.3.1, Algorithm 9",
    .revision = 1,
    .fidelity = DANA_FIDELITY_COMPLETED,
    .notes = "Sigma 1, a slope over three lines and three clusters, one fixed to the origin, are "
             "those of dragnet's public comparison code; the centers' start and block lines "
             "(lines = source is the paper's) are ours.",
    .kind = DANA_KIND_CONTENT,
    .params = cetr_params,
    .param_count = DANA__COUNT(cetr_params),
    .ops = &cetr_ops,
};
