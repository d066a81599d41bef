#include "math/mathml_tree.h"

#include "base/ascii.h"
#include "dana/scan.h"
#include "html/tokenizer.h"

#include <string.h>

/* Most elements of a formula. */
#define NODES_MAX 8192

/* Elements that an end tag is looked for in. */
#define CLIMB_MAX 64

static const struct {
    uint64_t key;
    dana__mathml_kind kind;
} kinds[] = {
    {DANA__NAME_KEY('m', 'i'), DANA__MATHML_IDENTIFIER},
    {DANA__NAME_KEY('m', 'n'), DANA__MATHML_NUMBER},
    {DANA__NAME_KEY('m', 'o'), DANA__MATHML_OPERATOR},
    {DANA__NAME_KEY('m', 't', 'e', 'x', 't'), DANA__MATHML_TEXT},
    {DANA__NAME_KEY('m', 's'), DANA__MATHML_TEXT},
    {DANA__NAME_KEY('m', 's', 'p', 'a', 'c', 'e'), DANA__MATHML_SPACE},
    {DANA__NAME_KEY('m', 'f', 'r', 'a', 'c'), DANA__MATHML_FRACTION},
    {DANA__NAME_KEY('m', 's', 'q', 'r', 't'), DANA__MATHML_SQRT},
    {DANA__NAME_KEY('m', 'r', 'o', 'o', 't'), DANA__MATHML_ROOT},
    {DANA__NAME_KEY('m', 's', 'u', 'p'), DANA__MATHML_SUP},
    {DANA__NAME_KEY('m', 's', 'u', 'b'), DANA__MATHML_SUB},
    {DANA__NAME_KEY('m', 'o', 'v', 'e', 'r'), DANA__MATHML_SUP},
    {DANA__NAME_KEY('m', 'u', 'n', 'd', 'e', 'r'), DANA__MATHML_SUB},
    {DANA__NAME_KEY('m', 's', 'u', 'b', 's', 'u', 'p'), DANA__MATHML_SUBSUP},
    {DANA__NAME_KEY('m', 'u', 'n', 'd', 'e', 'r', 'o', 'v'), DANA__MATHML_SUBSUP},
    {DANA__NAME_KEY('m', 'm', 'u', 'l', 't', 'i', 's', 'c'), DANA__MATHML_SUBSUP},
    {DANA__NAME_KEY('m', 'f', 'e', 'n', 'c', 'e', 'd'), DANA__MATHML_FENCED},
    {DANA__NAME_KEY('m', 't', 'a', 'b', 'l', 'e'), DANA__MATHML_TABLE},
    {DANA__NAME_KEY('m', 't', 'r'), DANA__MATHML_ROW_OF_TABLE},
    {DANA__NAME_KEY('m', 'l', 'a', 'b', 'e', 'l', 'e', 'd'), DANA__MATHML_ROW_OF_TABLE},
    {DANA__NAME_KEY('m', 'p', 'h', 'a', 'n', 't', 'o', 'm'), DANA__MATHML_NOTHING},
    {DANA__NAME_KEY('a', 'n', 'n', 'o', 't', 'a', 't', 'i'), DANA__MATHML_NOTHING},
};

static dana__mathml_node *at(dana__mathml_tree *tree, uint32_t index)
{
    return &((dana__mathml_node *)tree->nodes.data)[index];
}

/* The key of a tag's name without a prefix ("mml:mi"). */
static uint64_t local_key(const dana__markup *tag)
{
    const char *name = tag->name_text;
    const char *colon = memchr(name, ':', tag->name.length);
    size_t length = tag->name.length;
    uint64_t key = 0;

    if (colon == NULL) {
        return tag->name.key;
    }
    length -= (size_t)(colon + 1 - name);
    for (size_t i = 0; i < length && i < sizeof(key); i++) {
        char c = colon[1 + i];

        key |= (uint64_t)(unsigned char)(dana__is_letter(c) ? c | 0x20 : c) << (8 * i);
    }
    return key;
}

static dana__mathml_kind kind_of(uint64_t key)
{
    for (size_t i = 0; i < sizeof(kinds) / sizeof(*kinds); i++) {
        if (kinds[i].key == key) {
            return kinds[i].kind;
        }
    }
    return DANA__MATHML_GROUP;
}

static bool is_token(dana__mathml_kind kind)
{
    return kind >= DANA__MATHML_IDENTIFIER && kind <= DANA__MATHML_TEXT;
}

/* Appends an element to `parent`; 0 where there is no room. */
static uint32_t add_node(dana_arena *arena, dana__mathml_tree *tree, dana__mathml_node node,
                         dana_status *status, dana_error *err)
{
    uint32_t index = (uint32_t)tree->nodes.length;

    if (index > NODES_MAX) {
        return 0;
    }
    *status = dana_buffer_append(arena, &tree->nodes, &node, 1, err);
    if (*status != DANA_OK) {
        return 0;
    }
    if (node.parent == 0) {
        tree->root = tree->root != 0 ? tree->root : index;
        return index;
    }
    dana__mathml_node *parent = at(tree, node.parent);

    if (parent->child == 0) {
        parent->child = index;
    } else {
        at(tree, parent->last)->next = index;
        at(tree, index)->position = at(tree, parent->last)->position + 1;
    }
    parent->last = index;
    return index;
}

/* A root's index is written before what it is of. */
static void close_node(dana__mathml_tree *tree, uint32_t index)
{
    dana__mathml_node *node = at(tree, index);
    uint32_t base = node->child;

    if (node->kind != DANA__MATHML_ROOT || base == 0 || at(tree, base)->next == 0) {
        return;
    }
    uint32_t degree = at(tree, base)->next;

    at(tree, base)->next = 0;
    at(tree, degree)->next = base;
    at(tree, degree)->position = 0;
    at(tree, base)->position = 1;
    node->child = degree;
    node->last = base;
}

/* Closes the element that an end tag names; returns what is open then. */
static uint32_t close_tag(dana__mathml_tree *tree, uint32_t open, uint64_t key)
{
    uint32_t node = open;

    for (int climbed = 0; node != 0 && climbed < CLIMB_MAX; climbed++) {
        uint32_t parent = at(tree, node)->parent;

        if (at(tree, node)->key == key) {
            close_node(tree, node);
            return parent;
        }
        node = parent;
    }
    return open;
}

static dana_view trim(const char *start, const char *end)
{
    while (start < end && dana__is_space(*start)) {
        start++;
    }
    while (end > start && dana__is_space(end[-1])) {
        end--;
    }
    return (dana_view){start, (size_t)(end - start)};
}

static bool has_no_line(const dana__markup *tag)
{
    dana_view value;

    return dana_tag_attribute((dana_view){tag->start, (size_t)(tag->end - tag->start)},
                              "linethickness", &value) &&
           value.length > 0 && value.data[0] == '0';
}

/* Adds a start tag's element; returns what is open then. */
static uint32_t open_tag(dana_arena *arena, dana__mathml_tree *tree, uint32_t open,
                         const dana__markup *tag, dana_status *status, dana_error *err)
{
    uint64_t key = local_key(tag);
    bool is_limits = key == DANA__NAME_KEY('m', 'o', 'v', 'e', 'r') ||
                     key == DANA__NAME_KEY('m', 'u', 'n', 'd', 'e', 'r');
    uint32_t node = add_node(
        arena, tree,
        (dana__mathml_node){.kind = (uint8_t)kind_of(key),
                            .is_limits = is_limits,
                            .parent = open,
                            .key = key,
                            .tag = {tag->start, (size_t)(tag->end - tag->start)}},
        status, err);

    if (node != 0 && at(tree, node)->kind == DANA__MATHML_FRACTION && has_no_line(tag)) {
        at(tree, node)->kind = DANA__MATHML_STACK;
    }
    return node == 0 || tag->end[-2] == '/' ? open : node;
}

/* Adds the text of a token; one that stands in no token is a name of its own. */
static void add_text(dana_arena *arena, dana__mathml_tree *tree, uint32_t open, dana_view text,
                     dana_status *status, dana_error *err)
{
    dana__mathml_node *node = open != 0 ? at(tree, open) : NULL;
    dana_view trimmed = trim(text.data, text.data + text.length);

    if (node == NULL || node->kind == DANA__MATHML_NOTHING) {
        return;
    }
    if (!is_token(node->kind)) {
        if (trimmed.length > 0) {
            add_node(arena, tree,
                     (dana__mathml_node){
                         .kind = DANA__MATHML_IDENTIFIER, .parent = open, .text = trimmed},
                     status, err);
        }
        return;
    }
    if (node->text.length == 0) {
        node->text = node->kind == DANA__MATHML_TEXT ? text : trimmed;
    }
}

dana_status dana__read_mathml(dana_arena *arena, dana_view markup, dana__mathml_tree *tree,
                              dana_error *err)
{
    const char *p = markup.data;
    const char *end = p + markup.length;
    const dana__mathml_node none = {0};
    uint32_t open = 0;

    dana_buffer_init(&tree->nodes, sizeof(dana__mathml_node));
    tree->root = 0;
    dana_status status = dana_buffer_append(arena, &tree->nodes, &none, 1, err);

    while (p < end && status == DANA_OK) {
        const char *found = dana__find_markup(p, end);
        dana__markup tag;

        if (found > p) {
            add_text(arena, tree, open, (dana_view){p, (size_t)(found - p)}, &status, err);
        }
        if (found == end) {
            break;
        }
        dana__read_markup(found, end, &tag);
        p = tag.end;
        if (tag.kind == DANA__END_TAG) {
            open = close_tag(tree, open, local_key(&tag));
        } else if (tag.kind == DANA__START_TAG && open != 0 &&
                   at(tree, open)->kind == DANA__MATHML_NOTHING) {
            continue;
        } else if (tag.kind == DANA__START_TAG) {
            open = open_tag(arena, tree, open, &tag, &status, err);
        }
    }
    return status;
}
