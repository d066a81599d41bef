#include "renderer/tree/tree.h"

#include "base/buffer.h"

#include <stdlib.h>
#include <string.h>

static int int_at(const json_t *array, size_t index)
{
    const json_t *value = json_array_get(array, index);

    return json_is_integer(value) ? (int)json_integer_value(value) : SVC_NONE;
}

static int int_of(const json_t *object, const char *name)
{
    const json_t *value = json_object_get(object, name);

    return json_is_integer(value) ? (int)json_integer_value(value) : SVC_NONE;
}

const char *svc_tree_text(const svc_tree *tree, int text, size_t *length)
{
    const json_t *value = text >= 0 ? json_array_get(tree->texts, (size_t)text) : NULL;

    *length = json_string_length(value);
    return value != NULL && json_is_string(value) ? json_string_value(value) : "";
}

int svc_tree_attribute(const svc_tree *tree, const svc_node *node, const char *name)
{
    size_t length;

    for (size_t i = 0; i + 1 < json_array_size(node->attributes); i += 2) {
        if (strcmp(svc_tree_text(tree, int_at(node->attributes, i), &length), name) == 0) {
            return int_at(node->attributes, i + 1);
        }
    }
    return SVC_NONE;
}

/* The nodes of a document, which are to be read. */
typedef struct {
    svc_tree *tree;
    const json_t *json;
    int first;
    int count;
} reading;

/* Calls set for each entry of a list of some nodes: their indices, and values where it has some. */
static void each_rare(const reading *r, const char *name,
                      void (*set)(const reading *r, svc_node *node, int value))
{
    const json_t *rare = json_object_get(r->json, name);
    const json_t *indices = json_object_get(rare, "index");
    const json_t *values = json_object_get(rare, "value");

    for (size_t i = 0; i < json_array_size(indices); i++) {
        int index = int_at(indices, i);

        if (index >= 0 && index < r->count) {
            set(r, &r->tree->nodes[r->first + index], int_at(values, i));
        }
    }
}

static void set_shadow(const reading *r, svc_node *node, int value)
{
    size_t length;
    const char *type = svc_tree_text(r->tree, value, &length);

    node->shadow = strcmp(type, "user-agent") == 0 ? SVC_SHADOW_BROWSER : SVC_SHADOW_PAGE;
}

static void set_pseudo(const reading *r, svc_node *node, int value)
{
    (void)r;
    (void)value;
    node->is_pseudo = true;
}

static void set_content(const reading *r, svc_node *node, int value)
{
    if (value > node->document && (size_t)value < r->tree->document_count &&
        r->tree->documents[value].frame == SVC_NONE) {
        node->content = value;
        r->tree->documents[value].frame = (int)(node - r->tree->nodes);
    }
}

static void read_nodes(const reading *r, int document)
{
    const json_t *parents = json_object_get(r->json, "parentIndex");
    const json_t *types = json_object_get(r->json, "nodeType");
    const json_t *names = json_object_get(r->json, "nodeName");
    const json_t *values = json_object_get(r->json, "nodeValue");
    const json_t *ids = json_object_get(r->json, "backendNodeId");
    const json_t *attributes = json_object_get(r->json, "attributes");

    for (int i = 0; i < r->count; i++) {
        int parent = int_at(parents, (size_t)i);
        int type = int_at(types, (size_t)i);

        r->tree->nodes[r->first + i] = (svc_node){
            .parent = parent >= 0 && parent < i ? r->first + parent : SVC_NONE,
            .first_child = SVC_NONE,
            .next_sibling = SVC_NONE,
            .document = document,
            .content = SVC_NONE,
            .name = int_at(names, (size_t)i),
            .value = int_at(values, (size_t)i),
            .layout = SVC_NONE,
            .type = type > 0 && type <= SVC_DOCTYPE ? (uint8_t)type : 0,
            .backend_id = (long)json_integer_value(json_array_get(ids, (size_t)i)),
            .attributes = json_array_get(attributes, (size_t)i)};
    }
    each_rare(r, "shadowRootType", set_shadow);
    each_rare(r, "pseudoType", set_pseudo);
    each_rare(r, "contentDocumentIndex", set_content);
}

static void read_layout(const reading *r, const json_t *layout)
{
    const json_t *indices = json_object_get(layout, "nodeIndex");

    for (size_t i = json_array_size(indices); i > 0; i--) { /* the first of a node stays */
        int index = int_at(indices, i - 1);

        if (index >= 0 && index < r->count) {
            r->tree->nodes[r->first + index].layout = (int)(i - 1);
        }
    }
}

/* Children in their order, and which of them are the top of a shadow tree. */
static void link_children(const reading *r, bool *is_nested)
{
    svc_node *nodes = r->tree->nodes;

    for (int i = r->first + r->count - 1; i >= r->first; i--) {
        int parent = nodes[i].parent;

        if (parent == SVC_NONE) {
            continue;
        }
        nodes[i].next_sibling = nodes[parent].first_child;
        nodes[parent].first_child = i;
        nodes[i].is_shadow_child = nodes[i].shadow == SVC_SHADOW_PAGE &&
                                   nodes[parent].shadow == SVC_SHADOW_NONE;
        *is_nested |= nodes[i].shadow == SVC_SHADOW_PAGE && nodes[parent].shadow == SVC_SHADOW_PAGE;
    }
}

static size_t count_nodes(const json_t *documents, size_t index)
{
    const json_t *nodes = json_object_get(json_array_get(documents, index), "nodes");

    return json_array_size(json_object_get(nodes, "nodeType"));
}

static void read_document(svc_tree *tree, const json_t *json, int index, int first, int count)
{
    const json_t *layout = json_object_get(json, "layout");
    const reading r = {tree, json_object_get(json, "nodes"), first, count};
    svc_document *document = &tree->documents[index];

    document->root = count > 0 ? first : SVC_NONE;
    document->url = int_of(json, "documentURL");
    document->layout = layout;
    document->scroll_x = json_number_value(json_object_get(json, "scrollOffsetX"));
    document->scroll_y = json_number_value(json_object_get(json, "scrollOffsetY"));
    document->width = json_number_value(json_object_get(json, "contentWidth"));
    document->height = json_number_value(json_object_get(json, "contentHeight"));
    read_nodes(&r, index);
    read_layout(&r, layout);
    link_children(&r, &tree->is_nested);
}

bool svc_tree_read(svc_tree *tree, const json_t *snapshot)
{
    const json_t *documents = json_object_get(snapshot, "documents");
    size_t first = 0;

    *tree = (svc_tree){.texts = json_object_get(snapshot, "strings"),
                       .document_count = json_array_size(documents)};
    for (size_t i = 0; i < tree->document_count; i++) {
        tree->node_count += count_nodes(documents, i);
    }
    if (tree->node_count == 0 || tree->node_count > INT32_MAX) {
        return false;
    }
    tree->nodes = calloc(tree->node_count, sizeof *tree->nodes);
    tree->documents = calloc(tree->document_count, sizeof *tree->documents);
    if (tree->nodes == NULL || tree->documents == NULL) {
        svc_tree_clear(tree);
        return false;
    }
    for (size_t i = 0; i < tree->document_count; i++) {
        tree->documents[i].frame = SVC_NONE;
    }
    for (size_t i = 0; i < tree->document_count; i++) {
        size_t count = count_nodes(documents, i);

        read_document(tree, json_array_get(documents, i), (int)i, (int)first, (int)count);
        first += count;
    }
    return true;
}

void svc_tree_clear(svc_tree *tree)
{
    free(tree->nodes);
    free(tree->documents);
    *tree = (svc_tree){.node_count = 0};
}

/* --- shadow trees within shadow trees */

/* A list of ids, or of JSON that is to be looked at. */
typedef struct {
    const json_t **items;
    size_t count;
} pile;

static bool push(pile *p, const json_t *item)
{
    const json_t **grown = item != NULL ? svc_array_grow(p->items, p->count, sizeof *p->items)
                                        : NULL;

    if (grown == NULL) {
        return item == NULL;
    }
    p->items = grown;
    p->items[p->count++] = item;
    return true;
}

static bool push_all(pile *p, const json_t *array)
{
    bool fine = true;

    for (size_t i = 0; i < json_array_size(array) && fine; i++) {
        fine = push(p, json_array_get(array, i));
    }
    return fine;
}

static int compare_ids(const void *a, const void *b)
{
    const long *left = a;
    const long *right = b;

    return (*left > *right) - (*left < *right);
}

/* The ids of the nodes at the top of shadow trees that are the page's. Returns false where memory
 * is out. */
static bool find_tops(const json_t *document, pile *tops)
{
    pile open = {NULL, 0};
    bool fine = push(&open, json_object_get(document, "root"));

    while (fine && open.count > 0) {
        const json_t *node = open.items[--open.count];
        const char *type = json_string_value(json_object_get(node, "shadowRootType"));
        const json_t *children = json_object_get(node, "children");

        if (type != NULL && strcmp(type, "user-agent") != 0) {
            fine = push_all(tops, children);
        }
        fine = fine && push_all(&open, children) &&
               push_all(&open, json_object_get(node, "shadowRoots")) &&
               push(&open, json_object_get(node, "contentDocument"));
    }
    free(open.items);
    return fine;
}

void svc_tree_split(svc_tree *tree, const json_t *document)
{
    pile tops = {NULL, 0};
    long *ids = NULL;

    if (find_tops(document, &tops) && tops.count > 0) {
        ids = calloc(tops.count, sizeof *ids);
    }
    for (size_t i = 0; ids != NULL && i < tops.count; i++) {
        ids[i] = (long)json_integer_value(json_object_get(tops.items[i], "backendNodeId"));
    }
    if (ids != NULL) {
        qsort(ids, tops.count, sizeof *ids, compare_ids);
    }
    for (size_t i = 0; ids != NULL && i < tree->node_count; i++) {
        svc_node *node = &tree->nodes[i];

        node->is_shadow_child |= node->shadow == SVC_SHADOW_PAGE &&
                                 bsearch(&node->backend_id, ids, tops.count, sizeof *ids,
                                         compare_ids) != NULL;
    }
    free(ids);
    free(tops.items);
}
