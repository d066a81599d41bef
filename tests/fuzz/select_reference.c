#include "select_reference.h"

#include "base/ascii.h"
#include "dana/scan.h"
#include "dana/text.h"
#include "html/attribute.h"
#include "html/tokenizer.h"
#include "random.h"
#include "select/match.h"
#include "select/parse.h"
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

/* The value of an attribute, decoded and owned; NULL: the element has none. */
static char *attribute_of(const reference_node *node, const char *name, size_t *length)
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
    char *value = attribute_of(node, name, &length);

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

/* Copies a text that is a name without its white space and NUL; false: it is too long or empty. */
static bool copy_word(char *out, const char *text, size_t length)
{
    if (length == 0 || length >= REFERENCE_NAME || memchr(text, '\0', length) != NULL) {
        return false;
    }
    memcpy(out, text, length);
    out[length] = '\0';
    return true;
}

/* A random word of an attribute's value, or nothing. */
static void take_word(const reference_node *node, const char *name, char *out)
{
    size_t length;
    char *value = attribute_of(node, name, &length);
    size_t start = value != NULL ? random_below(length + 1) : 0;

    if (value == NULL) {
        return;
    }
    while (start > 0 && !dana__is_space(value[start - 1])) {
        start--;
    }
    size_t end = start;

    while (end < length && !dana__is_space(value[end])) {
        end++;
    }
    if (!copy_word(out, value + start, end - start)) {
        out[0] = '\0';
    }
    free(value);
}

static void take_attribute(const reference_node *node, reference_compound *c)
{
    static const char *const names[] = {"href", "title", "lang", "rel", "src", "data-a", "style"};
    static const char signs[] = {'\0', '=', '~', '^', '$', '*', '|'};
    const char *name = names[random_below(DANA__COUNT(names))];
    size_t length;
    char *value = attribute_of(node, name, &length);

    if (value == NULL) {
        return;
    }
    snprintf(c->attribute, sizeof(c->attribute), "%s", name);
    c->operator_sign = signs[random_below(DANA__COUNT(signs))];
    size_t start = c->operator_sign == '$' || c->operator_sign == '*' ? random_below(length) : 0;
    size_t end = c->operator_sign == '^' || c->operator_sign == '*'
                     ? start + random_below(length - start + 1)
                     : length;

    if (!copy_word(c->value, value + start, end - start)) {
        c->value[0] = '\0';
    }
    c->ignores_case = random_below(3) == 0;
    free(value);
}

static void random_compound(const reference_node *node, reference_compound *c)
{
    if (random_below(3) > 0 && !copy_word(c->name, node->name.data, node->name.length)) {
        c->name[0] = '\0';
    }
    if (random_below(2) == 0) {
        take_word(node, "class", c->class_name);
    }
    if (random_below(5) == 0) {
        take_word(node, "id", c->id);
    }
    if (random_below(6) == 0) {
        take_word(node, "class", c->not_class);
    }
    if (random_below(4) == 0) {
        take_attribute(node, c);
    }
    c->has_nth = random_below(5) == 0;
    c->a = (int)random_below(7) - 3;
    c->b = (int)random_below(9) - 3;
    c->is_last = random_below(10) == 0;
}

/* An element that stands to a node as a combinator says; -1: none. */
static long related(const reference_tree *tree, long index, char before)
{
    const reference_node *node = &tree->nodes[index];
    bool goes_up = before == ' ' || before == '>';
    long found = goes_up ? node->parent : node->previous;

    while (found >= 0 && (before == ' ' || before == '~') && random_below(2) == 0) {
        long next = goes_up ? tree->nodes[found].parent : tree->nodes[found].previous;

        found = next >= 0 ? next : found;
    }
    return found;
}

void reference_random(const reference_tree *tree, reference_selector *out)
{
    static const char signs[] = {' ', ' ', '>', '+', '~'};
    reference_compound made[4];
    size_t wanted = 1 + random_below(4);
    long index = (long)random_below(tree->count);

    *out = (reference_selector){.count = 0};
    memset(made, 0, sizeof(made));
    while (out->count < wanted) {
        reference_compound *c = &made[out->count++];

        random_compound(&tree->nodes[index], c);
        c->before = signs[random_below(DANA__COUNT(signs))];
        long next = related(tree, index, c->before);

        if (next < 0 || out->count == wanted) {
            c->before = '\0';
            break;
        }
        index = next;
    }
    for (size_t i = 0; i < out->count; i++) {
        out->compounds[i] = made[out->count - 1 - i];
    }
}

static void put(char *out, size_t room, const char *text)
{
    size_t used = strlen(out);

    snprintf(out + used, room - used, "%s", text);
}

/* A name with escapes where CSS needs them, and sometimes where it does not. */
static void put_name(char *out, size_t room, const char *name)
{
    char piece[12];

    for (size_t i = 0; name[i] != '\0'; i++) {
        char c = name[i];
        bool plain = dana__is_alphanumeric(c) || c == '_' || (unsigned char)c >= 0x80;

        if ((dana__is_digit(c) && i == 0) || (plain && (unsigned char)c < 0x80 && i % 7 == 6)) {
            snprintf(piece, sizeof(piece), "\\%x ", (unsigned)(unsigned char)c);
        } else if (plain || (c == '-' && i > 0)) {
            snprintf(piece, sizeof(piece), "%c", c);
        } else {
            snprintf(piece, sizeof(piece), "\\%c", c);
        }
        put(out, room, piece);
    }
}

static void put_string(char *out, size_t room, const char *value)
{
    char piece[12];

    put(out, room, "\"");
    for (size_t i = 0; value[i] != '\0'; i++) {
        char c = value[i];

        if (c == '"' || c == '\\') {
            snprintf(piece, sizeof(piece), "\\%c", c);
        } else if (c == '\n' || c == '\r' || c == '\f') {
            snprintf(piece, sizeof(piece), "\\%x ", (unsigned)c);
        } else {
            snprintf(piece, sizeof(piece), "%c", c);
        }
        put(out, room, piece);
    }
    put(out, room, "\"");
}

static void put_attribute(const reference_compound *c, char *out, size_t room)
{
    const char sign[] = {c->operator_sign != '=' ? c->operator_sign : '\0', '\0'};

    put(out, room, "[");
    put_name(out, room, c->attribute);
    if (c->operator_sign != '\0') {
        put(out, room, sign);
        put(out, room, "=");
        put_string(out, room, c->value);
        put(out, room, c->ignores_case ? " i" : "");
    }
    put(out, room, "]");
}

static void put_compound(const reference_compound *c, char *out, size_t room)
{
    char nth[60];

    if (c->name[0] != '\0') {
        put_name(out, room, c->name);
    } else {
        put(out, room, "*");
    }
    if (c->id[0] != '\0') {
        put(out, room, "#");
        put_name(out, room, c->id);
    }
    if (c->class_name[0] != '\0') {
        put(out, room, ".");
        put_name(out, room, c->class_name);
    }
    if (c->not_class[0] != '\0') {
        put(out, room, ":not(p.nowhere, .");
        put_name(out, room, c->not_class);
        put(out, room, ")");
    }
    if (c->attribute[0] != '\0') {
        put_attribute(c, out, room);
    }
    if (c->has_nth) {
        snprintf(nth, sizeof(nth), ":nth-child(%dn %c %d)", c->a, c->b < 0 ? '-' : '+', abs(c->b));
        put(out, room, nth);
    }
    put(out, room, c->is_last ? ":last-child" : "");
}

void reference_write(const reference_selector *selector, char *out, size_t room)
{
    out[0] = '\0';
    for (size_t i = 0; i < selector->count; i++) {
        const char sign[] = {' ', selector->compounds[i].before, ' ', '\0'};

        if (i > 0) {
            put(out, room, selector->compounds[i].before == ' ' ? " " : sign);
        }
        put_compound(&selector->compounds[i], out, room);
    }
}

/* Whether a name of the selector ends inside a character, as cut words may. */
static bool is_text(const char *css)
{
    return dana_utf8_valid_length(css, strlen(css)) == strlen(css);
}

/* Compares one selector. */
static bool compare(dana_page *page, const reference_tree *tree, const reference_selector *selector,
                    unsigned char *map)
{
    size_t length = dana_page_source(page).length;
    dana__selector_program program;
    dana_selection found[DANA__USE_COUNT];
    dana_arena *arena = dana_arena_new(1 << 20, NULL);
    char css[4 * 6 * 4 * REFERENCE_NAME];
    dana_error err = {.status = DANA_OK};

    reference_write(selector, css, sizeof(css));
    memset(map, 0, length);
    reference_mark(tree, selector, map);
    dana__selectors_start(&program, arena);
    bool fine = !is_text(css) || (dana__read_selectors(&program, (dana_view){css, strlen(css)},
                                                       DANA__USE_REMOVE, &err) == DANA_OK &&
                                  dana__match_page(page, &program, found, &err) == DANA_OK);
    size_t at = 0;

    for (size_t i = 0; fine && is_text(css) && i <= found[DANA__USE_REMOVE].count; i++) {
        const dana_selection *spans = &found[DANA__USE_REMOVE];
        size_t start = i < spans->count ? spans->spans[i].start : length;
        size_t end = i < spans->count ? spans->spans[i].end : length;

        fine = memchr(map + at, 1, start - at) == NULL &&
               memchr(map + start, 0, end - start) == NULL;
        at = end;
    }
    if (!fine) {
        printf("FAILED: %s: %s\n", css, err.status != DANA_OK ? err.message : "other elements");
    }
    dana_arena_free(arena);
    return fine;
}

bool reference_compare(dana_page *page, size_t count)
{
    reference_tree tree;
    reference_selector selector;
    unsigned char *map = malloc(dana_page_source(page).length + 1);
    bool fine = reference_read(page, &tree);

    for (size_t i = 0; fine && tree.count > 0 && !tree.merged && i < count; i++) {
        reference_random(&tree, &selector);
        fine = compare(page, &tree, &selector, map);
    }
    reference_clear(&tree);
    free(map);
    return fine;
}
