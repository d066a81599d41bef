/*
 * Content-Seeker (Louvan 2009; thesis 3.2.6).
 *
 * From the body down, a decision tree asks whether a node is a segment of good granularity, a
 * uniform unit; one that is not is parted into its children. A second tree asks whether a segment
 * is content. Then one of two heuristics removes noise: on pages whose content stands in rows of
 * one pattern, as forums' posts do, only that counts; on others, what lies around the largest block
 * of text.
 */
#include "base/ascii.h"
#include "extractors/tree/segments.h"
#include "extractors/tree/units.h"
#include "page/ops.h"
#include "page/page.h"

enum { HEURISTICS };
enum { HEURISTICS_BOTH, HEURISTICS_NONE };

/* Fewest rows of a pattern, fewest parts with text of each: an author and what is said. */
#define PATTERN_ROWS  3
#define PATTERN_PARTS 2
/* A pattern counts, and the largest block grows no further, where it holds half of what is taken.
 */
#define ENOUGH(part, whole) (2 * (uint64_t)(part) >= (whole))

static const char *const heuristics_choices[] = {"both", "none", NULL};

static const dana_param content_seeker_params[] = {
    [HEURISTICS] = {.name = "heuristics",
                    .type = DANA_PARAM_CHOICE,
                    .choices = heuristics_choices,
                    .default_value = HEURISTICS_BOTH,
                    .unit = "",
                    .doc = "After the classification: the largest block of text, or the rows of a "
                           "pattern where the page has them; or neither."},
};

/* A question of a decision tree: whether a feature is over a threshold. The answer is the next
 * question, or below 0 the end: NO or YES. */
typedef struct {
    uint8_t feature;
    float threshold;
    int16_t next[2];
} question;

enum { NO = -2, YES = -1 };

#define F(name) ((uint8_t)(offsetof(dana__segment_features, name) / sizeof(float)))
#include "extractors/tree/content_seeker_table.inc"
#undef F

static bool ask(const question *tree, const dana__segment_features *features)
{
    const float *values = (const float *)features;
    int at = 0;

    do {
        at = tree[at].next[values[tree[at].feature] > tree[at].threshold];
    } while (at >= 0);
    return at == YES;
}

/* What was decided of a node: bits. */
enum { SEGMENT = 1 << 0, CONTENT = 1 << 1 };

/* Rows of one pattern among the children of a node. */
typedef struct {
    uint32_t text; /* that is taken of the rows */
    uint32_t key;  /* their element and how many of their children have text */
    uint32_t votes;
    uint32_t rows;
} pattern;

typedef struct {
    const dana__dom *dom;
    dana__segments segments;
    uint8_t *states;   /* of nodes */
    uint8_t *keep;     /* of units */
    uint32_t *kept;    /* code points taken before each unit, and of all */
    pattern *patterns; /* of nodes */
} seeker;

/* Texts outside block elements go with the block that holds them; of one that is no segment they
 * are judged as it is. */
static void classify(seeker *s)
{
    for (size_t i = 1; i < s->dom->node_count; i++) {
        const dana__node *node = &s->dom->nodes[i];
        uint8_t above = s->states[node->parent];

        if ((above & SEGMENT) != 0 || node->is_block == 0 || dana__node_chars(s->dom, node) == 0) {
            s->states[i] = above;
            continue;
        }
        dana__segment_features f = dana__measure_segment(&s->segments, i);
        bool whole = s->segments.counts[i].own == dana__node_chars(s->dom, node);

        s->states[i] = (uint8_t)((whole || ask(granularity_tree, &f) ? SEGMENT : 0) |
                                 (ask(content_tree, &f) ? CONTENT : 0));
    }
    for (size_t i = 0; i < s->dom->unit_count; i++) {
        s->keep[i] = (s->states[s->dom->unit_nodes[i]] & CONTENT) != 0;
    }
}

/* Leaves only what lies in [first, end) of the units. */
static void clip(seeker *s, uint32_t first, uint32_t end)
{
    for (size_t i = 0; i < s->dom->unit_count; i++) {
        s->keep[i] = s->keep[i] != 0 && i >= first && i < end;
    }
}

static void count_kept(seeker *s)
{
    s->kept[0] = 0;
    for (size_t i = 0; i < s->dom->unit_count; i++) {
        s->kept[i + 1] = s->kept[i] + (s->keep[i] != 0 ? dana__unit_chars(s->dom, i) : 0);
    }
}

static uint32_t kept_in(const seeker *s, size_t node)
{
    return s->kept[s->dom->nodes[node].unit_end] - s->kept[s->dom->nodes[node].first_unit];
}

/* Returns whether a node may be a row, and its key. */
static bool is_row(const seeker *s, size_t node, uint32_t *key)
{
    uint32_t parts = s->segments.counts[node].filled;

    *key = (uint32_t)s->dom->nodes[node].element << 16 | parts;
    return s->dom->nodes[node].is_block != 0 && parts >= PATTERN_PARTS && kept_in(s, node) > 0;
}

/* The most frequent key among the children of each node, if most rows have it (Boyer and Moore). */
static void vote(seeker *s)
{
    for (size_t i = 1; i < s->dom->node_count; i++) {
        pattern *p = &s->patterns[s->dom->nodes[i].parent];
        uint32_t key;

        if (!is_row(s, i, &key)) {
            continue;
        }
        if (p->votes == 0) {
            p->key = key;
        }
        p->votes = p->key == key ? p->votes + 1 : p->votes - 1;
    }
}

/* Returns the node whose rows hold most of what is taken; 0: no node has enough rows. */
static size_t find_pattern(seeker *s)
{
    size_t best = 0;
    uint32_t best_text = 0;

    vote(s);
    for (size_t i = 1; i < s->dom->node_count; i++) {
        size_t parent = s->dom->nodes[i].parent;
        pattern *p = &s->patterns[parent];
        uint32_t key;

        if (is_row(s, i, &key) && key == p->key) {
            p->rows++;
            p->text += kept_in(s, i);
        }
        if (p->rows >= PATTERN_ROWS && p->text > best_text) {
            best = parent;
            best_text = p->text;
        }
    }
    return ENOUGH(best_text, s->kept[s->dom->unit_count]) ? best : 0;
}

/* The node whose own text and that of the block elements right below it are longest, as far as they
 * are taken; from there up until it holds enough. */
static size_t find_largest(seeker *s)
{
    const dana__node *nodes = s->dom->nodes;
    size_t best = 0;

    for (size_t i = 0; i < s->dom->node_count; i++) {
        s->patterns[i].text = 0;
    }
    for (size_t i = 1; i < s->dom->node_count; i++) {
        if (nodes[i].is_block != 0 && (s->states[i] & CONTENT) != 0) {
            s->patterns[i].text += s->segments.counts[i].own;
            s->patterns[nodes[i].parent].text += s->segments.counts[i].own;
        }
    }
    for (size_t i = 1; i < s->dom->node_count; i++) {
        if (s->patterns[i].text > s->patterns[best].text) {
            best = i;
        }
    }
    while (best != 0 && !ENOUGH(kept_in(s, best), s->kept[s->dom->unit_count])) {
        best = nodes[best].parent;
    }
    return best;
}

static void remove_noise(seeker *s)
{
    count_kept(s);
    size_t container = find_pattern(s);

    if (container == 0) {
        container = find_largest(s);
    }
    clip(s, s->dom->nodes[container].first_unit, s->dom->nodes[container].unit_end);
}

static dana_status allocate(seeker *s, dana_page *page, dana_error *err)
{
    size_t nodes = s->dom->node_count;
    size_t units = s->dom->unit_count;

    s->states = dana_arena_zeroed(page->arena, nodes, 1, err);
    s->keep = s->states != NULL ? dana_arena_zeroed(page->arena, units, 1, err) : NULL;
    s->kept = s->keep != NULL ? dana_arena_zeroed(page->arena, units + 1, sizeof(*s->kept), err)
                              : NULL;
    s->patterns = s->kept != NULL ? dana_arena_zeroed(page->arena, nodes, sizeof(*s->patterns), err)
                                  : NULL;
    return s->patterns != NULL ? DANA_OK : err->status;
}

static dana_status extract_content_seeker(dana_page *page, dana_result *result, dana_error *err)
{
    seeker s = {.dom = NULL};
    dana_status status = dana__begin_dom(page, result, &s.dom, err);

    if (status == DANA_OK) {
        status = dana__count_segments(page, result->scan, s.dom, &s.segments, err);
    }
    if (status == DANA_OK) {
        status = allocate(&s, page, err);
    }
    if (status != DANA_OK) {
        return status;
    }
    classify(&s);
    if (result->params.values[HEURISTICS] == HEURISTICS_BOTH) {
        remove_noise(&s);
    }
    return dana__select_units(page, result->scan, s.keep, &result->selection, err);
}

static const struct dana_algorithm_ops content_seeker_ops = {.scan_options = dana__default_scan,
                                                             .extract = extract_content_seeker};

const dana_algorithm dana__content_seeker = {
    .id = "content-seeker",
    .title = "Content-Seeker",
    .citation = "Louvan: Extracting the Main Content from Web Documents, Eindhoven 2009; thesis "
                "3.2.6",
    .revision = 1,
    .fidelity = DANA_FIDELITY_COMPLETED,
    .notes =
        "Of its four classifiers the decision tree. Features are those that need no rendering: "
        "images, links, stop words (English), place in the tree, text; width and height are "
        "missing, and frames, which the scan drops. Labels are derived from gold texts: a segment "
        "is of good granularity where .9 of its text is content or none is. The thesis names the "
        "two heuristics; how they work is ours (core/README.md).",
    .kind = DANA_KIND_CONTENT,
    .params = content_seeker_params,
    .param_count = DANA__COUNT(content_seeker_params),
    .ops = &content_seeker_ops,
};
