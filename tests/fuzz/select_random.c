#include "select_random.h"

#include "base/ascii.h"
#include "random.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
    char *value = reference_attribute(node, name, &length);
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
    char *value = reference_attribute(node, name, &length);

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
