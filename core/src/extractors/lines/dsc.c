/*
 * DSC (Pinto and others 2002; thesis 3.3.1.2, Algorithm 6): the tokens where the curve of the
 * number of tags is flat.
 */
#include "extractors/lines/dsc.h"

#include "base/ascii.h"
#include "page/ops.h"
#include "page/walk.h"
#include "text/span_builder.h"

/* Algorithm 6: window sizes of small and large pages, and the line between them. */
#define SMALL_PAGE 200
#define LARGE_PAGE 5000
#define SMALL_SIZE 8
#define LARGE_SIZE 50

size_t dana__dsc_size(size_t tokens)
{
    if (tokens > LARGE_PAGE) {
        return LARGE_SIZE;
    }
    /* ceil(0.00875 N + 6.25) = ceil((7 N + 5000) / 800) */
    return tokens >= SMALL_PAGE ? (7 * tokens + 5000 + 799) / 800 : SMALL_SIZE;
}

size_t dana__dsc_count(size_t tokens, size_t size)
{
    return tokens > size ? (tokens - 1 - size) / (size / 2) + 1 : 0;
}

/* Whether something held of the last windows: the last one is bit 0. */
typedef unsigned history;

#define LAST_THREE 7u

static history remember(history before, bool holds)
{
    return (before << 1 | (holds ? 1u : 0u)) & LAST_THREE;
}

void dana__dsc_judge(dana__dsc_window *windows, size_t count, size_t size, size_t tags,
                     size_t tokens, dana__dsc_end end)
{
    double average = (double)tags / (double)tokens;
    history low = 0;
    /* Algorithm 6: h begins with two windows that are not low. */
    history ending = end == DANA__DSC_END_ALGORITHM ? LAST_THREE : 0;
    bool inside = false; /* lr */

    for (size_t i = 0; i < count; i++) {
        double slope = (double)(windows[i].last - windows[i].first) / (double)size;
        bool is_low = slope < 0.5 * average;

        low = remember(low, is_low);
        ending = remember(ending, end == DANA__DSC_END_ALGORITHM ? !is_low : slope > average);
        if (!inside && low == LAST_THREE) {
            inside = true;
        } else if (inside && ending == LAST_THREE) {
            inside = false;
        }
        windows[i].low = inside;
    }
}

bool dana__dsc_is_low(const dana__dsc_window *windows, size_t count, size_t size, size_t token)
{
    size_t step = size / 2;
    size_t window = token / step;

    if (count == 0) {
        return false;
    }
    if (window >= count) {
        window = count - 1;
    }
    return windows[window].low && token < window * step + size;
}

static const char *const end_choices[] = {
    [DANA__DSC_END_ALGORITHM] = "algorithm", [DANA__DSC_END_PROSE] = "prose", NULL};

enum { END };

static const dana_param dsc_params[] = {
    [END] = {.name = "end",
             .type = DANA_PARAM_CHOICE,
             .choices = end_choices,
             .default_value = DANA__DSC_END_ALGORITHM,
             .unit = "",
             .doc = "A region ends after three windows that are not flat (Algorithm 6), or after "
                    "three that are steeper than the page (3.3.1.2)."},
};

/* A pass over the tokens of a page; each pass has another visitor. */
typedef struct {
    size_t tokens;
    size_t tags;
    size_t size;
    dana__dsc_end end;
    dana__dsc_window *windows;
    size_t window_count;
    dana__spans *spans;
} slope_pass;

typedef dana_status token_visit(slope_pass *pass, bool is_tag, const char *start, const char *end);

static dana_status each_token(dana_page *page, slope_pass *pass, token_visit *visit,
                              dana_error *err)
{
    dana__walk walk;
    dana__piece piece;
    const char *word;
    dana_status status = DANA_OK;

    pass->tokens = 0;
    pass->tags = 0;
    dana__walk_start(&walk, page, err);
    while (status == DANA_OK && dana__walk_next(&walk, &piece)) {
        if (!piece.is_text) {
            pass->tags++;
            status = visit(pass, true, piece.start, piece.end);
            pass->tokens++;
            continue;
        }
        for (const char *p = piece.start;
             status == DANA_OK && dana__walk_word(&p, piece.end, &word);) {
            status = visit(pass, false, word, p);
            pass->tokens++;
        }
    }
    return status == DANA_OK ? walk.status : status;
}

static dana_status count_only(slope_pass *pass, bool is_tag, const char *start, const char *end)
{
    (void)pass;
    (void)is_tag;
    (void)start;
    (void)end;
    return DANA_OK;
}

/* d at the first and the last token of each window. */
static dana_status note_slope(slope_pass *pass, bool is_tag, const char *start, const char *end)
{
    size_t step = pass->size / 2;
    size_t last = pass->size - 1;

    (void)is_tag;
    (void)start;
    (void)end;
    if (pass->tokens % step == 0 && pass->tokens / step < pass->window_count) {
        pass->windows[pass->tokens / step].first = (uint32_t)pass->tags;
    }
    if (pass->tokens >= last && (pass->tokens - last) % step == 0 &&
        (pass->tokens - last) / step < pass->window_count) {
        pass->windows[(pass->tokens - last) / step].last = (uint32_t)pass->tags & INT32_MAX;
    }
    return DANA_OK;
}

static dana_status select_word(slope_pass *pass, bool is_tag, const char *start, const char *end)
{
    if (is_tag) {
        return DANA_OK;
    }
    if (!dana__dsc_is_low(pass->windows, pass->window_count, pass->size, pass->tokens)) {
        dana__spans_skip(pass->spans);
        return DANA_OK;
    }
    return dana__spans_add(pass->spans, start, end);
}

static dana_status make_windows(dana_page *page, slope_pass *pass, dana_error *err)
{
    size_t tags = pass->tags;
    size_t tokens = pass->tokens;

    pass->size = dana__dsc_size(tokens);
    pass->window_count = dana__dsc_count(tokens, pass->size);
    pass->windows = dana_arena_alloc(page->arena, pass->window_count * sizeof(*pass->windows), err);
    if (pass->windows == NULL) {
        return err->status;
    }
    dana_status status = each_token(page, pass, note_slope, err);

    if (status == DANA_OK) {
        dana__dsc_judge(pass->windows, pass->window_count, pass->size, tags, tokens, pass->end);
    }
    return status;
}

static dana_status extract_dsc(dana_page *page, dana_result *result, dana_error *err)
{
    dana__spans spans;
    slope_pass pass = {.spans = &spans, .end = (dana__dsc_end)result->params.values[END]};

    dana__share_profile(result);
    dana__spans_start(&spans, page, err);
    dana_status status = each_token(page, &pass, count_only, err);

    if (status == DANA_OK) {
        status = make_windows(page, &pass, err);
    }
    if (status == DANA_OK) {
        status = each_token(page, &pass, select_word, err);
    }
    if (status == DANA_OK) {
        result->selection = dana__spans_finish(&spans);
    }
    return status;
}

static const struct dana_algorithm_ops dsc_ops = {.scan_options = dana__default_scan,
                                                  .extract = extract_dsc};

const dana_algorithm dana__dsc = {
    .id = "dsc",
    .title = "DSC",
    .citation = "Pinto and others: QuASM, JCDL 2002; thesis 3.3.1.2, Algorithm 6",
    .revision = 1,
    .fidelity = DANA_FIDELITY_EXACT,
    .notes = "All of it is in the thesis; an odd window moves by half its size, rounded down, and "
             "the else of the region's end is read as that of lr = 0. Algorithm 6 and the prose of "
             "3.3.1.2 end a region differently: end chooses.",
    .kind = DANA_KIND_CONTENT,
    .params = dsc_params,
    .param_count = DANA__COUNT(dsc_params),
    .ops = &dsc_ops,
};
