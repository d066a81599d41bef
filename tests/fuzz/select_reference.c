#include "select_reference.h"

#include "base/ascii.h"
#include "dana/scan.h"
#include "html/attribute.h"
#include "html/tokenizer.h"
#include "select/read_tree.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void on_open(void *state, dana__open_node *parent, dana__open_node *node,
                    const dana__markup *tag)
{
    reference_tree *tree = state;

    if (tree->count == tree->room) {
        tree->room = 2 * tree->room + 64;
        tree->nodes = realloc(tree->nodes, tree->room * sizeof(*tree->nodes));
    }
    reference_node *made = &tree->nodes[tree->count++];

    *made = (reference_node){.parent = (long)parent->serial - 1,
                             .previous = -1,
                             .start = (size_t)(node->start - dana_page_source(tree->page).data),
                             .name = {node->name_text, node->name.length},
                             .place = 1};
    if (tag != NULL) {
        made->tags[0] = (dana_view){tag->start, (size_t)(tag->end - tag->start)};
    }
    for (long i = (long)tree->count - 2; i > made->parent; i--) {
        if (tree->nodes[i].parent == made->parent) {
            made->previous = i;
            made->place = tree->nodes[i].place + 1;
            tree->nodes[i].is_last = false;
            break;
        }
    }
    made->is_last = true;
}

static void on_merge(void *state, dana__open_node *parent, dana__open_node *node,
                     const dana__markup *tag)
{
    reference_tree *tree = state;
    reference_node *made = &tree->nodes[node->serial - 1];

    (void)parent;
    tree->merged = true;
    made->tags[made->tags[0].length > 0] = (dana_view){tag->start, (size_t)(tag->end - tag->start)};
}

static void on_close(void *state, const dana__open_node *node, const char *end)
{
    reference_tree *tree = state;

    if (node->serial > 0) {
        tree->nodes[node->serial - 1].end = (size_t)(end - dana_page_source(tree->page).data);
    }
}

bool reference_read(dana_page *page, reference_tree *tree)
{
    const dana__tree_reader reader = {tree, on_open, on_merge, on_close};
    dana_error err;

    *tree = (reference_tree){.page = page};
    return dana__read_tree(page, &reader, &err) == DANA_OK;
}

void reference_clear(reference_tree *tree)
{
    free(tree->nodes);
}

char *reference_attribute(const reference_node *node, const char *name, size_t *length)
{
    dana_view raw;
    bool found = false;

    for (size_t i = 0; i < 2 && !found; i++) {
        found = node->tags[i].length > 0 && dana_tag_attribute(node->tags[i], name, &raw);
    }
    if (!found) {
        return NULL;
    }
    char *value = malloc(dana__decoded_value_bound(raw.length) + 1);

    *length = dana__decode_value(raw, value);
    value[*length] = '\0';
    return value;
}

static void copy_lower(char *text, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        text[i] = dana__to_lower(text[i]);
    }
}

static bool has_word(const char *value, size_t length, const char *word)
{
    size_t wanted = strlen(word);

    for (size_t i = 0; i + wanted <= length; i++) {
        if ((i == 0 || dana__is_space(value[i - 1])) &&
            (i + wanted == length || dana__is_space(value[i + wanted])) && wanted > 0 &&
            memcmp(value + i, word, wanted) == 0) {
            return true;
        }
    }
    return false;
}

static bool value_fits(const char *value, size_t length, char sign, const char *wanted)
{
    size_t size = strlen(wanted);
    bool begins = length >= size && memcmp(value, wanted, size) == 0;

    switch (sign) {
    case '\0':
        return true;
    case '=':
        return begins && length == size;
    case '~':
        return strpbrk(wanted, " \t\n\r\f") == NULL && has_word(value, length, wanted);
    case '|':
        return begins && (length == size || value[size] == '-');
    case '^':
        return begins && size > 0;
    case '$':
        return size > 0 && length >= size && memcmp(value + length - size, wanted, size) == 0;
    default:
        for (size_t i = 0; size > 0 && i + size <= length; i++) {
            if (memcmp(value + i, wanted, size) == 0) {
                return true;
            }
        }
        return false;
    }
}

static bool attribute_fits(const reference_node *node, const char *name, char sign,
                           const char *wanted, bool ignores_case)
{
    char lower[REFERENCE_NAME];
    size_t length;
    char *value = reference_attribute(node, name, &length);

    if (value == NULL) {
        return false;
    }
    snprintf(lower, sizeof(lower), "%s", wanted);
    if (ignores_case) {
        copy_lower(value, length);
        copy_lower(lower, strlen(lower));
    }
    bool fits = value_fits(value, length, sign, lower);

    free(value);
    return fits;
}

/* n from 0 is tried one after another. */
static bool is_nth(long place, int a, int b)
{
    for (long n = 0; n <= place + (b < 0 ? -b : b); n++) {
        if (a * n + b == place) {
            return true;
        }
    }
    return false;
}

static bool compound_fits(const reference_node *node, const reference_compound *c)
{
    return (c->name[0] == '\0' || dana__is_text(node->name, c->name)) &&
           (c->id[0] == '\0' || attribute_fits(node, "id", '=', c->id, false)) &&
           (c->class_name[0] == '\0' || attribute_fits(node, "class", '~', c->class_name, false)) &&
           (c->not_class[0] == '\0' || !attribute_fits(node, "class", '~', c->not_class, false)) &&
           (c->attribute[0] == '\0' ||
            attribute_fits(node, c->attribute, c->operator_sign, c->value, c->ignores_case)) &&
           (!c->has_nth || is_nth(node->place, c->a, c->b)) && (!c->is_last || node->is_last);
}

static bool fits(const reference_tree *tree, const reference_selector *s, long index, size_t k)
{
    const reference_node *node = &tree->nodes[index];
    char before = s->compounds[k].before;
    bool goes_up = before == ' ' || before == '>';
    bool once = before == '>' || before == '+';

    if (!compound_fits(node, &s->compounds[k])) {
        return false;
    }
    if (k == 0) {
        return true;
    }
    for (long i = goes_up ? node->parent : node->previous; i >= 0;
         i = goes_up ? tree->nodes[i].parent : tree->nodes[i].previous) {
        if (fits(tree, s, i, k - 1)) {
            return true;
        }
        if (once) {
            break;
        }
    }
    return false;
}

void reference_mark(const reference_tree *tree, const reference_selector *selector,
                    unsigned char *map)
{
    for (size_t i = 0; i < tree->count; i++) {
        const reference_node *node = &tree->nodes[i];

        if (node->end > node->start && fits(tree, selector, (long)i, selector->count - 1)) {
            memset(map + node->start, 1, node->end - node->start);
        }
    }
}
