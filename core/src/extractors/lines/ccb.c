/*
 * Content Code Blurring (Gottron 2008; thesis 3.3.1.3, Algorithm 7) in three forms:
 *
 *          elements of the vector               range
 *   ccb    characters of tags (0), of text (1)     40
 *   accb   the same, tags of anchors left out      40   ACCB-40 of the tables
 *   tccb   tags (0) and words (1)                  25   TCCB-25; TCCB-18 is range 18
 *
 * The vector is never stored: its values pass a filter that gives each back, blurred, once its
 * neighbours have come in; meanwhile the slots of its elements wait in a ring.
 */
#include "base/ascii.h"
#include "base/utf8.h"
#include "extractors/lines/blur.h"
#include "html/references.h"
#include "page/ops.h"
#include "page/walk.h"
#include "text/span_builder.h"

enum { RANGE, THRESHOLD, STOP, ANCHORS };
enum { ANCHORS_IGNORED, ANCHORS_REMOVED };

#define THOUSAND 1000

/* deviation: Algorithm 7 takes weights, threshold and stop criterion as inputs, and the thesis
 * gives none of them; the ranges are those in the tables' names (CCB has none there: ACCB's). The
 * threshold 0.75 is that of a public Python implementation on tokens (gaussian_filter1d over the
 * token vector without a tags); sigma = range / 3 lets the range hold 99.7 % of a Gaussian; the
 * criterion is a change of at most 1 %, since values that do not change at all are all equal. */
#define CCB_PARAMS(default_range)                                                                  \
    [RANGE] = {.name = "range",                                                                    \
               .type = DANA_PARAM_INTEGER,                                                         \
               .minimum = 1,                                                                       \
               .maximum = 200,                                                                     \
               .default_value = (default_range),                                                   \
               .unit = "elements",                                                                 \
               .doc = "How far to each side a round of blurring reaches (delta of "                \
                      "Algorithm 7)."},                                                            \
    [THRESHOLD] = {.name = "threshold",                                                            \
                   .type = DANA_PARAM_INTEGER,                                                     \
                   .minimum = 0,                                                                   \
                   .maximum = THOUSAND,                                                            \
                   .default_value = 750,                                                           \
                   .unit = "thousandths",                                                          \
                   .doc = "Text whose blurred ratio is greater is content."},                      \
    [STOP] = {.name = "stop",                                                                      \
              .type = DANA_PARAM_INTEGER,                                                          \
              .minimum = 1,                                                                        \
              .maximum = THOUSAND,                                                                 \
              .default_value = 10,                                                                 \
              .unit = "thousandths",                                                               \
              .doc = "Blurring ends when no value at a border of code and content changes by "     \
                     "more than this in a round."}

static const char *const anchor_choices[] = {"ignored", "removed", NULL};

static const dana_param ccb_params[] = {CCB_PARAMS(40)};
static const dana_param tccb_params[] = {CCB_PARAMS(25)};
static const dana_param accb_params[] = {
    CCB_PARAMS(40),
    [ANCHORS] = {.name = "anchors",
                 .type = DANA_PARAM_CHOICE,
                 .choices = anchor_choices,
                 .default_value = ANCHORS_IGNORED,
                 .unit = "",
                 .doc = "The tags of anchors are ignored (thesis 3.3.1.3), or anchors are removed "
                        "with their text (Filter 1, 4.6.1.1)."},
};

/* Source bytes of an element of text; start == NULL: of a tag. */
typedef struct {
    const char *start;
    const char *end;
} slot;

/* The state of one extraction. */
typedef struct {
    dana_page *page;
    dana_error *err;
    const dana_scan *scan;
    bool by_tokens;
    bool ignores_anchors; /* their tags are not in the vector */
    bool removes_anchors; /* nor is what is inside them */
    bool in_anchor;
    uint32_t threshold;
    dana__blur blur;
    slot *slots; /* ring of the elements on their way through the filter */
    size_t slot_count;
    size_t in;  /* elements that went in */
    size_t out; /* elements that came out */
    dana__spans spans;
    int32_t *ratios; /* the signal: one a line */
    size_t line;     /* of the text that came out last */
    uint64_t line_sum;
    uint64_t line_elements;
} blurring;

/* Writes the mean ratio of the line whose text has come out, in thousandths. */
static void end_line(blurring *b)
{
    if (b->line_elements > 0) {
        b->ratios[b->line] = (int32_t)(b->line_sum * THOUSAND / b->line_elements / DANA__BLUR_ONE);
    }
    b->line_sum = 0;
    b->line_elements = 0;
}

static void note_ratio(blurring *b, const char *start, uint32_t ratio)
{
    size_t offset = (size_t)(start - b->page->source.data);

    while (b->line + 1 < b->scan->line_count && b->scan->lines[b->line + 1].start <= offset) {
        end_line(b);
        b->line++;
    }
    b->line_sum += ratio;
    b->line_elements++;
}

/* The extraction process of Algorithm 7: text with c[k] > t stays. */
static dana_status take_output(blurring *b, uint32_t ratio)
{
    slot at = b->slots[b->out++ % b->slot_count];

    if (at.start == NULL) {
        return DANA_OK;
    }
    note_ratio(b, at.start, ratio);
    if (ratio <= b->threshold) {
        dana__spans_skip(&b->spans);
        return DANA_OK;
    }
    return dana__spans_add(&b->spans, at.start, at.end);
}

static dana_status add_element(blurring *b, slot at)
{
    uint32_t ratio;

    b->slots[b->in++ % b->slot_count] = at;
    if (!dana__blur_push(&b->blur, at.start != NULL ? DANA__BLUR_ONE : 0, &ratio)) {
        return DANA_OK;
    }
    return take_output(b, ratio);
}

static dana_status add_words(blurring *b, const dana__piece *piece)
{
    const char *word;
    dana_status status = DANA_OK;

    for (const char *p = piece->start;
         status == DANA_OK && dana__walk_word(&p, piece->end, &word);) {
        status = add_element(b, (slot){word, p});
    }
    return status;
}

/* The characters of a word: references are resolved. */
static dana_status add_word_characters(blurring *b, const char *p, const char *end)
{
    dana_status status = DANA_OK;

    while (p < end && status == DANA_OK) {
        uint32_t code_points[2];
        size_t length = *p == '&' ? dana__read_reference(p, end, code_points) : 0;

        if (length == 0) {
            length = dana__utf8_length((unsigned char)*p);
        }
        status = add_element(b, (slot){p, p + length});
        p += length;
    }
    return status;
}

static dana_status add_characters(blurring *b, const dana__piece *piece)
{
    const char *word;
    dana_status status = DANA_OK;

    for (const char *p = piece->start;
         status == DANA_OK && dana__walk_word(&p, piece->end, &word);) {
        status = add_word_characters(b, word, p);
    }
    return status;
}

/* The characters of a tag that are no white space. */
static dana_status add_code(blurring *b, const dana__piece *piece)
{
    dana_status status = DANA_OK;

    for (const char *p = piece->start; p < piece->end && status == DANA_OK; p++) {
        if (!dana__is_space(*p) && !dana__utf8_continues((unsigned char)*p)) {
            status = add_element(b, (slot){NULL, NULL});
        }
    }
    return status;
}

/* An anchor ends at </a>, and where the next one begins. */
static bool is_removed(blurring *b, const dana__piece *piece)
{
    if (!piece->is_text && (piece->markup.flags & DANA__ANCHOR) != 0) {
        b->in_anchor = piece->markup.kind == DANA__START_TAG;
    }
    return b->removes_anchors && b->in_anchor;
}

static dana_status add_piece(blurring *b, const dana__piece *piece)
{
    if (is_removed(b, piece)) {
        return DANA_OK;
    }
    if (piece->is_text) {
        return b->by_tokens ? add_words(b, piece) : add_characters(b, piece);
    }
    /* 3.3.1.3: in ACCB, anchor tags are ignored when the vector is made. */
    if (b->ignores_anchors && (piece->markup.flags & DANA__ANCHOR) != 0) {
        return DANA_OK;
    }
    return b->by_tokens ? add_element(b, (slot){NULL, NULL}) : add_code(b, piece);
}

static dana_status blur_page(blurring *b)
{
    dana__walk walk;
    dana__piece piece;
    uint32_t ratio;
    dana_status status = DANA_OK;

    dana__walk_start(&walk, b->page, b->err);
    while (status == DANA_OK && dana__walk_next(&walk, &piece)) {
        status = add_piece(b, &piece);
    }
    if (status == DANA_OK) {
        status = walk.status;
    }
    while (status == DANA_OK && dana__blur_drain(&b->blur, b->in, &ratio)) {
        status = take_output(b, ratio);
    }
    end_line(b);
    return status;
}

static dana_status make_blurring(blurring *b, const int *values)
{
    double variance = dana__blur_variance((unsigned)values[RANGE]) *
                      dana__blur_rounds((unsigned)values[STOP]);
    dana_status status = dana__blur_make(&b->blur, variance, b->page->arena, b->err);

    if (status != DANA_OK) {
        return status;
    }
    b->threshold = (uint32_t)((uint64_t)values[THRESHOLD] * DANA__BLUR_ONE / THOUSAND);
    b->slot_count = dana__blur_delay(&b->blur) + 1;
    b->slots = dana_arena_alloc(b->page->arena, b->slot_count * sizeof(*b->slots), b->err);
    b->ratios = dana_arena_zeroed(b->page->arena, b->scan->line_count, sizeof(*b->ratios), b->err);
    if (b->slots == NULL || b->ratios == NULL) {
        return b->err->status;
    }
    return DANA_OK;
}

static dana_status extract(blurring *b, dana_result *result)
{
    dana__share_profile(result);
    b->scan = result->scan;
    dana__spans_start(&b->spans, b->page, b->err);
    if (result->scan->line_count == 0) {
        return DANA_OK;
    }
    dana_status status = make_blurring(b, result->params.values);

    if (status == DANA_OK) {
        status = blur_page(b);
    }
    if (status == DANA_OK) {
        result->selection = dana__spans_finish(&b->spans);
        result->profile.smoothed = b->ratios;
        result->profile.signal = "ccr";
    }
    return status;
}

static dana_status extract_ccb(dana_page *page, dana_result *result, dana_error *err)
{
    blurring b = {.page = page, .err = err};

    return extract(&b, result);
}

static dana_status extract_accb(dana_page *page, dana_result *result, dana_error *err)
{
    blurring b = {.page = page,
                  .err = err,
                  .ignores_anchors = true,
                  .removes_anchors = result->params.values[ANCHORS] == ANCHORS_REMOVED};

    return extract(&b, result);
}

static dana_status extract_tccb(dana_page *page, dana_result *result, dana_error *err)
{
    blurring b = {.page = page, .err = err, .by_tokens = true};

    return extract(&b, result);
}

/* Filter 1 takes the text of anchors from the output, too. */
static void scan_accb(const dana_params *params, dana_scan_options *options)
{
    dana__default_scan(params, options);
    if (params->values[ANCHORS] == ANCHORS_REMOVED) {
        options->filter = DANA_FILTER_1;
    }
}

static const struct dana_algorithm_ops ccb_ops = {.scan_options = dana__default_scan,
                                                  .extract = extract_ccb};
static const struct dana_algorithm_ops accb_ops = {.scan_options = scan_accb,
                                                   .extract = extract_accb};
static const struct dana_algorithm_ops tccb_ops = {.scan_options = dana__default_scan,
                                                   .extract = extract_tccb};

#define CITATION                                                                                   \
    "Gottron: Content Code Blurring: A New Approach to Content Extraction, DEXA Workshops 2008; "  \
    "thesis 3.3.1.3, Algorithm 7"
#define NOTES                                                                                      \
    "The thesis takes weights, threshold and stop criterion as inputs: threshold 0.75 is that of " \
    "a "                                                                                           \
    "public Python implementation on tokens, a Gaussian of sigma range / 3 and a change of at "    \
    "most "                                                                                        \
    "1 % are our choice. Blurred by four moving means of the same variance."
#define PARAMS(table) .params = (table), .param_count = DANA__COUNT(table)

const dana_algorithm dana__ccb = {
    .id = "ccb",
    .title = "CCB",
    .citation = CITATION,
    .revision = 1,
    .fidelity = DANA_FIDELITY_COMPLETED,
    .notes = NOTES,
    .kind = DANA_KIND_CONTENT,
    PARAMS(ccb_params),
    .ops = &ccb_ops,
};

const dana_algorithm dana__accb = {
    .id = "accb",
    .title = "ACCB",
    .citation = CITATION,
    .revision = 1,
    .fidelity = DANA_FIDELITY_COMPLETED,
    .notes = NOTES,
    .kind = DANA_KIND_CONTENT,
    PARAMS(accb_params),
    .ops = &accb_ops,
};

const dana_algorithm dana__tccb = {
    .id = "tccb",
    .title = "TCCB",
    .citation = CITATION,
    .revision = 1,
    .fidelity = DANA_FIDELITY_COMPLETED,
    .notes = NOTES,
    .kind = DANA_KIND_CONTENT,
    PARAMS(tccb_params),
    .ops = &tccb_ops,
};
