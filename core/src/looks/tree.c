#include "looks/tree.h"

#include "html/elements.h"
#include "looks/measure.h"
#include "page/page.h"
#include "select/read_tree.h"

#include <string.h>

/* An element that is open and has a node. */
typedef struct {
    uint32_t node;
    uint32_t serial; /* dana__open_node */
} open_look;

typedef struct {
    const char *source;
    const char *end;
    const dana_box *next; /* the first box that no node has */
    const dana_box *boxes_end;
    dana__look_node *nodes;
    size_t count;
    open_look *stack; /* room for DANA__OPEN_MAX and the page */
    size_t depth;     /* >= 1: the page is always open */
} builder;

static const struct {
    dana__kind kind;
    dana__look look;
} looks_of_kinds[] = {
    {DANA__KIND_TABLE, DANA__LOOK_TABLE}, {DANA__KIND_ROWS, DANA__LOOK_TABLE},
    {DANA__KIND_ROW, DANA__LOOK_ROW},     {DANA__KIND_CELL, DANA__LOOK_CELL},
    {DANA__KIND_P, DANA__LOOK_P},         {DANA__KIND_HEADING, DANA__LOOK_HEADING},
    {DANA__KIND_ITEM, DANA__LOOK_ITEM},   {DANA__KIND_RULE, DANA__LOOK_RULE},
    {DANA__KIND_BR, DANA__LOOK_INLINE},
};

static const char *const replaced[] = {"img",    "video", "audio",    "iframe", "object",
                                       "embed",  "input", "textarea", "select", "svg",
                                       "canvas", "meter", "progress"};

static bool is_replaced(dana__name name)
{
    for (size_t i = 0; i < DANA__COUNT(replaced); i++) {
        if (dana__name_key(replaced[i]) == name.key && strlen(replaced[i]) == name.length) {
            return true;
        }
    }
    return false;
}

static dana__look look_of(const dana__open_node *element)
{
    dana__kind kind = dana__kind_of(element->flags);

    for (size_t i = 0; i < DANA__COUNT(looks_of_kinds); i++) {
        if (looks_of_kinds[i].kind == kind) {
            return looks_of_kinds[i].look;
        }
    }
    if (is_replaced(element->name)) {
        return DANA__LOOK_REPLACED;
    }
    return (element->flags & DANA__BLOCK) != 0 ? DANA__LOOK_OTHER : DANA__LOOK_INLINE;
}

static dana__look_node *add_node(builder *b, const dana_box *box)
{
    uint32_t index = (uint32_t)b->count++;
    dana__look_node *node = &b->nodes[index];
    const dana__look_node *parent = &b->nodes[b->stack[b->depth - 1].node];

    *node = (dana__look_node){.box = box,
                              .parent = b->stack[b->depth - 1].node,
                              .longest = DANA__NO_NODE,
                              .is_link = parent->is_link,
                              .is_closed = parent->is_closed};
    return node;
}

static void add_text(builder *b, const dana_box *box)
{
    const char *start = b->source + box->offset;
    const char *stop = memchr(start, '<', (size_t)(b->end - start));
    dana__look_node *node = add_node(b, box);

    node->look = DANA__LOOK_TEXT;
    node->span = (dana_span){(uint32_t)box->offset,
                             (uint32_t)((stop != NULL ? stop : b->end) - b->source)};
}

/* Takes the texts that begin before `at`; boxes of elements that were not met are left out. */
static void take_texts(builder *b, const char *at)
{
    size_t offset = (size_t)(at - b->source);

    for (; b->next < b->boxes_end && b->next->offset < offset; b->next++) {
        if ((b->next->flags & DANA_BOX_TEXT) != 0) {
            add_text(b, b->next);
        }
    }
}

static void open_element(void *state, dana__open_node *parent, dana__open_node *element,
                         const dana__markup *tag)
{
    builder *b = state;

    if (tag == NULL) {
        return;
    }
    take_texts(b, tag->start);
    while (b->depth > 1 && b->stack[b->depth - 1].serial > parent->serial) {
        b->depth--;
    }
    if (b->next == b->boxes_end || b->next->offset != (size_t)(tag->start - b->source) ||
        (b->next->flags & DANA_BOX_TEXT) != 0) {
        return;
    }
    dana__look_node *node = add_node(b, b->next++);

    node->look = (uint8_t)look_of(element);
    node->row = (uint8_t)dana__element_row(element->name);
    node->is_link = node->is_link || (element->flags & DANA__ANCHOR) != 0;
    node->is_closed = node->is_closed || node->look == DANA__LOOK_REPLACED ||
                      (element->flags & (DANA__RAW | DANA__NESTED)) != 0;
    node->span = (dana_span){(uint32_t)(tag->start - b->source), (uint32_t)(tag->end - b->source)};
    b->stack[b->depth++] = (open_look){(uint32_t)(node - b->nodes), element->serial};
}

static void close_element(void *state, const dana__open_node *element, const char *end)
{
    builder *b = state;

    take_texts(b, end);
    if (b->depth > 1 && b->stack[b->depth - 1].serial == element->serial) {
        b->nodes[b->stack[--b->depth].node].span.end = (uint32_t)(end - b->source);
    }
}

static dana_status allocate(dana_page *page, builder *b, dana_error *err)
{
    const dana_boxes *boxes = page->boxes;

    if (boxes == NULL) {
        return dana_error_set(err, DANA_NO_BOXES, 0,
                              "the page was not rendered: it is not known how it looks");
    }
    if (boxes->count > page->limits.max_nodes) {
        return dana_error_set_limit(err, DANA_TOO_COMPLEX, 0, "nodes", page->limits.max_nodes,
                                    "the page has %zu boxes, the limit is %zu", boxes->count,
                                    page->limits.max_nodes);
    }
    b->source = page->source.data;
    b->end = b->source + page->source.length;
    b->next = boxes->items;
    b->boxes_end = boxes->count > 0 ? boxes->items + boxes->count : NULL;
    b->nodes = dana_arena_alloc(page->arena, (boxes->count + 1) * sizeof(*b->nodes), err);
    b->stack = b->nodes != NULL
                   ? dana_arena_zeroed(page->arena, DANA__OPEN_MAX + 1, sizeof(*b->stack), err)
                   : NULL;
    return b->stack != NULL ? DANA_OK : err->status;
}

dana_status dana__build_look_tree(dana_page *page, dana__look_tree *out, dana_error *err)
{
    builder b = {.depth = 1};
    const dana__tree_reader reader = {&b, open_element, NULL, close_element};

    if (page->look_tree != NULL) {
        *out = *page->look_tree;
        return DANA_OK;
    }
    dana_status status = allocate(page, &b, err);

    if (status != DANA_OK) {
        return status;
    }
    b.nodes[b.count++] = (dana__look_node){.longest = DANA__NO_NODE,
                                           .look = DANA__LOOK_OTHER,
                                           .span = {0, (uint32_t)page->source.length}};
    status = dana__read_tree(page, &reader, err);
    if (status != DANA_OK) {
        return status;
    }
    take_texts(&b, b.end);
    dana__measure_looks(page, b.nodes, b.count);
    *out = (dana__look_tree){b.nodes, b.count};
    dana__look_tree *kept = dana_arena_alloc(page->arena, sizeof(*kept), err);

    if (kept == NULL) {
        return err->status;
    }
    *kept = *out;
    page->look_tree = kept;
    return DANA_OK;
}
