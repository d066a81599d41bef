/*
 * The DOM view on the pages of the corpora: libxml2 must report the text units in order, each once,
 * and every node must hold what its children hold. Prints how many units were mapped, per set.
 *   CORPORA=... corpus_dom [SET]
 */
#include "corpus.h"
#include "dana/extract.h"
#include "dana/library.h"
#include "dom/dom.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_SETS     32
#define LEAST_MAPPED 0.97

typedef struct {
    size_t pages;
    size_t refused;
    size_t wrong;
    size_t units;
    size_t unmapped;
    size_t nodes;
    size_t deepest;
} tally;

/* Whether a node lies in its parent and comes behind the one before it. */
static bool node_is_sound(const dana__dom *dom, size_t i)
{
    const dana__node *node = &dom->nodes[i];
    const dana__node *parent = &dom->nodes[node->parent];

    return node->parent < i && node->end > i && node->end <= parent->end &&
           node->first_unit >= parent->first_unit && node->unit_end <= parent->unit_end &&
           node->first_unit <= node->unit_end && node->first_unit >= dom->nodes[i - 1].first_unit;
}

/* Whether the walk over the units goes forward only: no unit comes before a node that holds it. */
static bool unit_is_sound(const dana__dom *dom, size_t unit)
{
    const dana__node *node = &dom->nodes[dom->unit_nodes[unit]];

    return node->first_unit <= unit && unit < node->unit_end;
}

static bool is_sound(const dana__dom *dom)
{
    for (size_t i = 1; i < dom->node_count; i++) {
        if (!node_is_sound(dom, i)) {
            return false;
        }
    }
    for (size_t i = 0; i < dom->unit_count; i++) {
        if (!unit_is_sound(dom, i)) {
            return false;
        }
    }
    return true;
}

static size_t depth_of(const dana__dom *dom)
{
    size_t deepest = 0;

    for (size_t i = 0; i < dom->node_count; i++) {
        size_t depth = 0;

        for (size_t n = i; n != 0; n = dom->nodes[n].parent) {
            depth++;
        }
        deepest = depth > deepest ? depth : deepest;
    }
    return deepest;
}

static bool check_page(const corpus_page *page, void *arg)
{
    tally *t = arg;
    dana_page *opened;
    const dana__dom *dom;

    if (dana_page_open(page->html, page->html_length, 0, NULL, &opened, NULL) != DANA_OK) {
        return true; /* other charsets are no subject here */
    }
    t->pages++;
    if (dana__dom_view(opened, &dom, NULL) != DANA_OK) {
        t->refused++;
        printf("  refused: %s\n", page->id);
    } else {
        size_t depth = depth_of(dom);

        t->wrong += is_sound(dom) ? 0 : 1;
        t->units += dom->unit_count;
        t->unmapped += dom->unmapped;
        t->nodes += dom->node_count;
        t->deepest = depth > t->deepest ? depth : t->deepest;
    }
    dana_page_close(opened);
    return true;
}

static bool check_set(const char *folder, const char *set)
{
    tally t = {0};

    corpus_each(folder, set, check_page, &t);
    bool mapped = (double)(t.units - t.unmapped) >= LEAST_MAPPED * (double)t.units;
    bool fine = t.wrong == 0 && t.refused == 0 && mapped;

    printf("%-18s %5zu pages %8zu nodes %8zu units %6zu unmapped, depth %4zu%s\n", set, t.pages,
           t.nodes, t.units, t.unmapped, t.deepest, fine ? "" : "  FAILED");
    return fine;
}

int main(int argc, char **argv)
{
    const char *folder = getenv("CORPORA");
    char *sets[MAX_SETS];
    size_t passed = 0;
    size_t failed = 0;

    if (folder == NULL) {
        printf("skipped: CORPORA names no folder of corpora\n");
        printf("tests: 0 passed, 0 failed, 1 skipped\n");
        return 0;
    }
    dana_library_init();
    size_t count = corpus_sets(folder, sets, MAX_SETS);

    for (size_t i = 0; i < count; i++) {
        if (argc < 2 || strcmp(argv[1], sets[i]) == 0) {
            if (check_set(folder, sets[i])) {
                passed++;
            } else {
                failed++;
            }
        }
        free(sets[i]);
    }
    printf("tests: %zu passed, %zu failed\n", passed, failed);
    return failed == 0 && passed > 0 ? 0 : 1;
}
