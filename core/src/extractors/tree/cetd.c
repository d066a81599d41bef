/*
 * CETD, content extraction via text density (thesis 3.2.7, Algorithm 4, formulas 3.1 and 3.2).
 *
 * What the thesis leaves out, DensitySum and the marking of nodes, is read from the original paper
 * (Sun, Song, Liao, SIGIR 2011) and its authors' program (github.com/FeiSun/ContentExtraction).
 */
#include "base/ascii.h"
#include "extractors/tree/units.h"
#include "page/ops.h"
#include "page/page.h"

#include <math.h>

enum { DENSITY, THRESHOLD };
enum { COMPOSITE, PLAIN };
enum { BODY, PATH };

static const char *const density_choices[] = {"composite", "text", NULL};
static const char *const threshold_choices[] = {"body", "path", NULL};

static const dana_param cetd_params[] = {
    [DENSITY] = {.name = "density",
                 .type = DANA_PARAM_CHOICE,
                 .choices = density_choices,
                 .default_value = COMPOSITE,
                 .unit = "",
                 .doc = "Composite text density, which knows links (formula 3.2), or plain text "
                        "density (formula 3.1)."},
    [THRESHOLD] = {.name = "threshold",
                   .type = DANA_PARAM_CHOICE,
                   .choices = threshold_choices,
                   .default_value = PATH,
                   .unit = "",
                   .doc = "Least density of content: the body's, or the lowest on the path from "
                          "the node of the greatest density sum up to the body, as in the authors' "
                          "program."},
};

#define NO_NODE UINT32_MAX

/* What is known of a node. */
typedef struct {
    double density;
    double sum;    /* DensitySum: of the densities of its children and its own text */
    uint32_t best; /* index of the node with the greatest sum in its subtree */
    bool marked;   /* content */
} score;

typedef struct {
    const dana__dom *dom;
    score *scores;
    uint8_t *keep;
    size_t body;
    double link_share; /* LC_b / C_b */
    bool composite;
} cetd;

static double at_least_one(uint32_t count)
{
    return count > 0 ? count : 1.0;
}

/* Formula 3.2. A count of zero is 1, as in the authors' program. */
static double composite_density(const cetd *c, uint32_t chars, uint32_t link_chars, uint32_t tags,
                                uint32_t links)
{
    double all = chars;
    double tag_count = at_least_one(tags);
    double link = at_least_one(link_chars);
    double other = at_least_one(chars - link_chars);
    double base = log(all / other * link + c->link_share * all + exp(1.0));

    if (chars == 0) {
        return 0.0;
    }
    return all / tag_count * log(all / link * (tag_count / at_least_one(links))) / log(base);
}

/* Algorithm 4 and formula 3.1, or formula 3.2. */
static double density_of(const cetd *c, uint32_t chars, uint32_t link_chars, uint32_t tags,
                         uint32_t links)
{
    return c->composite ? composite_density(c, chars, link_chars, tags, links)
                        : chars / at_least_one(tags);
}

static void compute_densities(cetd *c)
{
    for (size_t i = 0; i < c->dom->node_count; i++) {
        const dana__node *node = &c->dom->nodes[i];

        c->scores[i].best = NO_NODE;
        c->scores[i].density = density_of(c, dana__node_chars(c->dom, node),
                                          dana__node_link_chars(c->dom, node),
                                          dana__node_tags(c->dom, i), dana__node_links(c->dom, i));
    }
}

/* DensitySum (SIGIR 2011, 4.3): the densities of the children; text between them counts as a child
 * with one tag and no link, which is close to the program's own formula for it. An element without
 * children has its own density. */
static void sum_densities(cetd *c)
{
    const dana__dom *dom = c->dom;

    for (size_t i = 1; i < dom->node_count; i++) {
        c->scores[dom->nodes[i].parent].sum += c->scores[i].density;
    }
    for (size_t i = 0; i < dom->unit_count; i++) {
        c->scores[dom->unit_nodes[i]].sum += density_of(c, dana__unit_chars(dom, i), 0, 0, 0);
    }
    for (size_t i = 0; i < dom->node_count; i++) {
        if (dana__node_tags(dom, i) == 0) {
            c->scores[i].sum = c->scores[i].density;
        }
    }
}

/* Finds the greatest sum of each subtree, the first on ties; children come after their parents. */
static void find_best(cetd *c)
{
    for (size_t i = c->dom->node_count; i-- > 0;) {
        score *own = &c->scores[i];
        score *parent = &c->scores[c->dom->nodes[i].parent];

        if (own->best == NO_NODE || own->sum >= c->scores[own->best].sum) {
            own->best = (uint32_t)i;
        }
        if (i > 0 &&
            (parent->best == NO_NODE || c->scores[own->best].sum >= c->scores[parent->best].sum)) {
            parent->best = own->best;
        }
    }
}

static double find_threshold(const cetd *c, int choice)
{
    double threshold = c->scores[c->body].density;

    if (choice == PATH) {
        for (size_t i = c->scores[c->body].best; i != c->body; i = c->dom->nodes[i].parent) {
            threshold = fmin(threshold, c->scores[i].density);
        }
    }
    return threshold;
}

static void take(cetd *c, size_t index)
{
    const dana__node *node = &c->dom->nodes[index];

    if (c->scores[index].marked) {
        return;
    }
    for (size_t i = index; i < node->end; i++) {
        c->scores[i].marked = true;
    }
    for (size_t i = node->first_unit; i < node->unit_end; i++) {
        c->keep[i] = 1;
    }
}

/* From the body down: where the density reaches the threshold, the node of the greatest sum below
 * is content, and the children are looked at. */
static void mark_content(cetd *c, double threshold)
{
    size_t i = c->body;

    while (i < c->dom->nodes[c->body].end) {
        if (c->scores[i].marked || c->scores[i].density < threshold) {
            i = c->dom->nodes[i].end;
            continue;
        }
        take(c, c->scores[i].best);
        i++;
    }
}

static dana_status extract_cetd(dana_page *page, dana_result *result, dana_error *err)
{
    cetd c = {.composite = result->params.values[DENSITY] == COMPOSITE};
    dana_status status = dana__begin_dom(page, result, &c.dom, err);

    if (status != DANA_OK) {
        return status;
    }
    c.scores = dana_arena_zeroed(page->arena, c.dom->node_count, sizeof(*c.scores), err);
    c.keep = c.scores != NULL ? dana_arena_zeroed(page->arena, c.dom->unit_count, 1, err) : NULL;
    if (c.keep == NULL) {
        return err->status;
    }
    c.body = dana__find_body(c.dom);
    const dana__node *body = &c.dom->nodes[c.body];

    c.link_share = dana__node_link_chars(c.dom, body) / at_least_one(dana__node_chars(c.dom, body));
    compute_densities(&c);
    sum_densities(&c);
    find_best(&c);
    status = dana__poll(page, err);
    if (status != DANA_OK) {
        return status;
    }
    mark_content(&c, find_threshold(&c, result->params.values[THRESHOLD]));
    return dana__select_units(page, result->scan, c.keep, &result->selection, err);
}

static const struct dana_algorithm_ops cetd_ops = {.scan_options = dana__default_scan,
                                                   .extract = extract_cetd};

const dana_algorithm dana__cetd = {
    .id = "cetd",
    .title = "CETD",
    .citation = "Sun, Song, Liao: DOM Based Content Extraction via Text Density, SIGIR 2011; "
                "thesis 3.2.7, Algorithm 4, formulas 3.1 and 3.2",
    .revision = 1,
    .fidelity = DANA_FIDELITY_COMPLETED,
    .notes = "DensitySum, zero counts and the marking of nodes follow the authors' program "
             "(github.com/FeiSun/ContentExtraction); links are a elements only.",
    .kind = DANA_KIND_CONTENT,
    .params = cetd_params,
    .param_count = DANA__COUNT(cetd_params),
    .ops = &cetd_ops,
};
