#include "extractors/site/page_tree.h"

#include "base/hash.h"
#include "page/page.h"
#include "select/read_tree.h"

/* Elements that are kept: one per so many source bytes, and some more for small pages. */
#define BYTES_PER_NODE ((size_t)16)
#define NODES_MORE     ((size_t)1024)

/* Elements without text of their own, or none that is read. */
#define DROPPED (DANA__RAW | DANA__NESTED | DANA__NOSCRIPT | DANA__TITLE)

/* A tree being read. */
typedef struct {
    const char *source;
    dana__site_node *nodes;
    size_t count;
    size_t limit;
} reading;

/* The node that an open element is, or that holds it: the reader's own member of it. */
static uint32_t *node_of(dana__open_node *open)
{
    return &open->spans[0];
}

static bool is_left_out(const dana__open_node *open)
{
    dana__kind kind = dana__kind_of(open->flags);

    return (open->flags & DROPPED) != 0 || kind == DANA__KIND_META || kind == DANA__KIND_BR ||
           kind == DANA__KIND_HEAD;
}

/* A hash of a name in lower case. */
static uint32_t hash_name(const dana__open_node *open)
{
    uint64_t hash = dana__hash(dana__hash(DANA__HASH_EMPTY, open->name.key), open->name.length);

    for (size_t i = sizeof(open->name.key); i < open->name.length; i++) {
        hash = dana__hash(hash, (unsigned char)dana__to_lower(open->name_text[i]));
    }
    return (uint32_t)(hash ^ hash >> 32);
}

static void add_child(reading *r, uint32_t parent, uint32_t child)
{
    dana__site_node *node = &r->nodes[parent];

    if (node->first == DANA__SITE_NONE) {
        node->first = child;
    } else {
        r->nodes[node->last].next = child;
    }
    node->last = child;
    node->children++;
    node->sequence = dana__hash(node->sequence, r->nodes[child].name);
}

static dana__site_node new_node(uint32_t start, uint32_t parent, uint32_t name)
{
    return (dana__site_node){.sequence = DANA__HASH_EMPTY,
                             .start = start,
                             .end = start,
                             .name = name,
                             .parent = parent,
                             .first = DANA__SITE_NONE,
                             .next = DANA__SITE_NONE};
}

static void on_open(void *state, dana__open_node *parent, dana__open_node *node,
                    const dana__markup *tag)
{
    reading *r = state;
    uint32_t around = *node_of(parent);

    (void)tag;
    *node_of(node) = around;
    if (is_left_out(node) || r->count == r->limit) {
        return;
    }
    *node_of(node) = (uint32_t)r->count;
    r->nodes[r->count++] = new_node((uint32_t)(node->start - r->source), around, hash_name(node));
    add_child(r, around, *node_of(node));
}

/* An element that is left out has the node of the one around it: that one ends last, and rightly.
 */
static void on_close(void *state, const dana__open_node *node, const char *end)
{
    reading *r = state;

    r->nodes[node->spans[0]].end = (uint32_t)(end - r->source);
}

/* Finds the node of each unit: the innermost one that is open where it begins. */
static void place_units(const dana_scan *scan, const dana__site_node *nodes, size_t count,
                        uint32_t *unit_nodes)
{
    uint32_t node = 0;
    size_t next = 1;

    for (size_t i = 0; i < scan->unit_count; i++) {
        uint32_t at = scan->units[i].start;

        for (; next < count && nodes[next].start <= at; next++) {
            node = (uint32_t)next;
        }
        while (node != 0 && nodes[node].end <= at) {
            node = nodes[node].parent;
        }
        unit_nodes[i] = node;
    }
}

/* Reserves all of a tree, so that it does not move. */
static dana_status reserve(dana_page *page, dana__page_tree *out, size_t limit, dana_error *err)
{
    dana_status status = dana_buffer_reserve(page->arena, &out->memory[0], limit, err);

    return status == DANA_OK
               ? dana_buffer_reserve(page->arena, &out->memory[1], out->scan->unit_count, err)
               : status;
}

dana_status dana__read_page_tree(dana_page *page, dana__page_tree *out, dana_error *err)
{
    const dana_scan_options options = {0};
    reading r = {.source = page->source.data,
                 .limit = page->source.length / BYTES_PER_NODE + NODES_MORE};
    const dana__tree_reader reader = {&r, on_open, NULL, on_close};

    *out = (dana__page_tree){.nodes = NULL};
    dana_buffer_init(&out->memory[0], sizeof(dana__site_node));
    dana_buffer_init(&out->memory[1], sizeof(uint32_t));
    dana_status status = dana_scan_page(page, &options, &out->scan, err);

    if (status == DANA_OK) {
        status = reserve(page, out, r.limit, err);
    }
    if (status == DANA_OK) {
        r.nodes = out->memory[0].data;
        r.nodes[r.count++] = new_node(0, 0, 0);
        status = dana__read_tree(page, &reader, err);
    }
    if (status != DANA_OK) {
        dana__release_page_tree(page, out);
        return status;
    }
    place_units(out->scan, r.nodes, r.count, out->memory[1].data);
    out->nodes = r.nodes;
    out->count = r.count;
    out->unit_nodes = out->memory[1].data;
    return DANA_OK;
}

void dana__release_page_tree(dana_page *page, dana__page_tree *tree)
{
    dana_buffer_release(page->arena, &tree->memory[0]);
    dana_buffer_release(page->arena, &tree->memory[1]);
}
