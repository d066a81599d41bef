/*
 * The DOM view on the pages of the corpora: libxml2 must report the text units in order, each once,
 * and every node must contain what its children contain. The reference is the tree that libxml2
 * builds of the page itself: as many of its text nodes as possible must be in the same elements.
 *   CORPORA=... corpus_dom [--all] [SET]
 */
#include "common.h"
#include "corpus.h"
#include "dana/extract.h"
#include "dana/library.h"
#include "dom/dom.h"
#include "html_tree.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LEAST_MAPPED 0.97

/* Least share of text nodes in the same elements, over all pages; below the measured share. One
 * cause of the difference: for libxml2 "<div/>" is an empty element, in HTML it is not. */
#define LEAST_SAME_PATHS 0.98

typedef struct {
    size_t pages;
    size_t refused;
    size_t wrong;
    size_t units;
    size_t unmapped;
    size_t nodes;
    size_t deepest;
    size_t references; /* text nodes of libxml2's own tree */
    size_t same;       /* those in the same elements as one of ours */
    double memory;     /* most bytes of the arena per byte of a page of 16 KiB or more */
} tally;

/* The elements around each text of a page, as hashes. */
typedef struct {
    uint64_t *hashes;
    size_t count;
    size_t capacity;
} path_list;

/* Whether a node is inside its parent and after the node before it. */
static bool node_is_sound(const dana__dom *dom, size_t i)
{
    const dana__node *node = &dom->nodes[i];
    const dana__node *parent = &dom->nodes[node->parent];

    return node->parent < i && node->end > i && node->end <= parent->end &&
           node->first_unit >= parent->first_unit && node->unit_end <= parent->unit_end &&
           node->first_unit <= node->unit_end && node->first_unit >= dom->nodes[i - 1].first_unit;
}

/* Whether the walk over the units only goes forward: no unit comes before a node that contains it.
 */
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

static void add_path(path_list *list, uint64_t hash)
{
    if (list->count == list->capacity) {
        list->capacity = list->capacity * 2 + 256;
        list->hashes = realloc(list->hashes, list->capacity * sizeof(*list->hashes));
    }
    list->hashes[list->count++] = hash;
}

static uint64_t mix(uint64_t hash, int element)
{
    return (hash ^ (uint64_t)element) * 0x9E3779B97F4A7C15u + 7;
}

static void list_ours(const dana__dom *dom, path_list *list)
{
    for (size_t i = 0; i < dom->unit_count; i++) {
        uint64_t hash = 1;

        for (size_t n = dom->unit_nodes[i]; n != 0; n = dom->nodes[n].parent) {
            hash = mix(hash, dom->nodes[n].element);
        }
        add_path(list, hash);
    }
}

static int element_named(const char *name)
{
    static const struct {
        const char *name;
        dana__element element;
    } rows[] = {
        {"a", DANA__A},
        {"article", DANA__ARTICLE},
        {"body", DANA__BODY_ELEMENT},
        {"button", DANA__BUTTON},
        {"dd", DANA__DD},
        {"div", DANA__DIV},
        {"dl", DANA__DL},
        {"dt", DANA__DT},
        {"form", DANA__FORM},
        {"h1", DANA__H1},
        {"h2", DANA__H2},
        {"h3", DANA__H3},
        {"h4", DANA__H4},
        {"h5", DANA__H5},
        {"h6", DANA__H6},
        {"head", DANA__HEAD},
        {"hr", DANA__HR},
        {"html", DANA__HTML_ELEMENT},
        {"img", DANA__IMG},
        {"input", DANA__INPUT},
        {"li", DANA__LI},
        {"main", DANA__MAIN},
        {"ol", DANA__OL},
        {"p", DANA__P},
        {"section", DANA__SECTION},
        {"select", DANA__SELECT},
        {"table", DANA__TABLE},
        {"td", DANA__TD},
        {"th", DANA__TH},
        {"tr", DANA__TR},
        {"ul", DANA__UL},
    };

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        if (strcmp(rows[i].name, name) == 0) {
            return rows[i].element;
        }
    }
    return DANA__OTHER;
}

/* White space only, including no-break spaces. */
static bool is_blank(const char *text)
{
    return text[strspn(text, " \t\r\n\f\xC2\xA0")] == '\0';
}

static uint64_t path_of(const xmlNode *node)
{
    uint64_t hash = 1;

    for (; node != NULL && node->type == XML_ELEMENT_NODE; node = node->parent) {
        hash = mix(hash, element_named((const char *)node->name));
    }
    return hash;
}

static void list_theirs(const corpus_page *page, path_list *list)
{
    htmlDocPtr tree = parse_tree(page->html, page->html_length);
    const xmlNode *node = tree != NULL ? xmlDocGetRootElement(tree) : NULL;

    while (node != NULL && node->type != XML_HTML_DOCUMENT_NODE) {
        if (node->type == XML_TEXT_NODE && !is_blank((const char *)node->content)) {
            add_path(list, path_of(node->parent));
        }
        if (node->type == XML_ELEMENT_NODE && node->children != NULL && !is_dropped(node)) {
            node = node->children;
            continue;
        }
        while (node->next == NULL && node->parent != NULL) {
            node = node->parent;
        }
        node = node->next;
    }
    xmlFreeDoc(tree);
}

/* Counts the common paths, as multisets. */
static size_t count_same(path_list *a, path_list *b)
{
    size_t same = 0;
    size_t j = 0;

    if (a->count > 0 && b->count > 0) {
        qsort(a->hashes, a->count, sizeof(*a->hashes), compare_uint64);
        qsort(b->hashes, b->count, sizeof(*b->hashes), compare_uint64);
    }
    for (size_t i = 0; i < a->count; i++) {
        while (j < b->count && b->hashes[j] < a->hashes[i]) {
            j++;
        }
        if (j < b->count && b->hashes[j] == a->hashes[i]) {
            same++;
            j++;
        }
    }
    return same;
}

static void compare_trees(const corpus_page *page, const dana__dom *dom, tally *t)
{
    path_list ours = {0};
    path_list theirs = {0};

    list_ours(dom, &ours);
    list_theirs(page, &theirs);
    t->same += count_same(&ours, &theirs);
    t->references += theirs.count > ours.count ? theirs.count : ours.count;
    free(ours.hashes);
    free(theirs.hashes);
}

static bool check_page(const corpus_page *page, void *arg)
{
    tally *t = arg;
    dana_page *opened;
    const dana__dom *dom;

    if (dana_page_open(page->html, page->html_length, 0, NULL, &opened, NULL) != DANA_OK) {
        return true; /* other charsets are not tested here */
    }
    t->pages++;
    if (dana__dom_view(opened, &dom, &(dana_error){DANA_OK}) != DANA_OK) {
        t->refused++;
        printf("  refused: %s\n", page->id);
    } else {
        size_t depth = depth_of(dom);

        if (page->html_length >= 16384) {
            double memory = (double)dana_arena_peak(dana_page_arena(opened)) /
                            (double)page->html_length;

            t->memory = memory > t->memory ? memory : t->memory;
        }
        compare_trees(page, dom, t);
        t->wrong += is_sound(dom) ? 0 : 1;
        t->units += dom->unit_count;
        t->unmapped += dom->unmapped;
        t->nodes += dom->node_count;
        t->deepest = depth > t->deepest ? depth : t->deepest;
    }
    dana_page_close(opened);
    return true;
}

static bool check_set(const char *folder, const char *set, bool whole, tally *all)
{
    tally t = {0};

    corpus_each_of(folder, set, whole, check_page, &t);
    bool mapped = (double)(t.units - t.unmapped) >= LEAST_MAPPED * (double)t.units;
    bool fine = t.wrong == 0 && t.refused == 0 && mapped;

    printf("%-16s %5zu pages %8zu nodes %7zu units %3zu unmapped, depth %3zu, memory %.1f times, "
           "same elements %.4f%s\n",
           set, t.pages, t.nodes, t.units, t.unmapped, t.deepest, t.memory,
           t.references > 0 ? (double)t.same / (double)t.references : 1.0, fine ? "" : "  FAILED");
    all->same += t.same;
    all->references += t.references;
    return fine;
}

int main(int argc, char **argv)
{
    bool whole = corpus_takes_all(&argc, argv) || argc > 1;
    const char *folder = corpus_folder();
    char *sets[CORPUS_MAX_SETS];
    size_t passed = 0;
    size_t failed = 0;
    tally all = {0};

    if (folder == NULL) {
        return 0;
    }
    dana_library_init();
    size_t count = corpus_sets(folder, sets, CORPUS_MAX_SETS);

    for (size_t i = 0; i < count; i++) {
        if (argc < 2 || strcmp(argv[1], sets[i]) == 0) {
            if (check_set(folder, sets[i], whole, &all)) {
                passed++;
            } else {
                failed++;
            }
        }
        free(sets[i]);
    }
    if (argc < 2 && (double)all.same < LEAST_SAME_PATHS * (double)all.references) {
        printf("FAILED: libxml2's own tree holds %zu of %zu texts in other elements\n",
               all.references - all.same, all.references);
        failed++;
    }
    xmlCleanupParser();
    printf("tests: %zu passed, %zu failed\n", passed, failed);
    return failed == 0 && passed > 0 ? 0 : 1;
}
