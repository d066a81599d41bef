#include "renderer/tree/markup.h"

#include "renderer/tree/elements.h"
#include "renderer/tree/slots.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Longest name of an element or attribute that is written. */
#define NAME_SIZE 64

/* What is to be written of a node: all of it, or its end. */
typedef struct {
    int node;
    bool ends;
    size_t place;
} task;

typedef struct {
    const svc_tree *tree;
    svc_markup *markup;
    task *tasks;
    size_t task_count;
    bool *written; /* by node: a node is written once */
    bool failed;
} writer;

static void add(writer *w, const char *bytes, size_t length)
{
    w->failed |= length > 0 && !svc_buffer_add(&w->markup->html, bytes, length);
}

static void add_text(writer *w, const char *text)
{
    add(w, text, strlen(text));
}

/* Writes text, escaped; quotes too within attributes. */
static void add_escaped(writer *w, const char *text, size_t length)
{
    size_t begun = 0;

    for (size_t i = 0; i < length; i++) {
        const char *escape = text[i] == '&'    ? "&amp;"
                             : text[i] == '<'  ? "&lt;"
                             : text[i] == '>'  ? "&gt;"
                             : text[i] == '"'  ? "&quot;"
                             : text[i] == '\0' ? ""
                                               : NULL;
        if (escape != NULL) {
            add(w, text + begun, i - begun);
            add_text(w, escape);
            begun = i + 1;
        }
    }
    add(w, text + begun, length - begun);
}

static void push(writer *w, int node, bool ends, size_t place)
{
    task *grown = svc_array_grow(w->tasks, w->task_count, sizeof *w->tasks);

    if (grown == NULL) {
        w->failed = true;
        return;
    }
    w->tasks = grown;
    w->tasks[w->task_count++] = (task){node, ends, place};
}

/* Puts the tasks since `from` in their order: the last is worked on first. */
static void reverse(writer *w, size_t from)
{
    for (size_t low = from, high = w->task_count; low + 1 < high; low++) {
        task swapped = w->tasks[low];

        w->tasks[low] = w->tasks[--high];
        w->tasks[high] = swapped;
    }
}

/* Returns the number of the place; for the end tag. */
static size_t add_place(writer *w, int node)
{
    svc_markup *m = w->markup;
    svc_place *grown = svc_array_grow(m->places, m->place_count, sizeof *m->places);

    if (grown == NULL) {
        w->failed = true;
        return 0;
    }
    m->places = grown;
    m->places[m->place_count] = (svc_place){node, m->html.length, m->html.length};
    return m->place_count++;
}

/* Whether a name can be written; scripts can make others. */
static bool is_name(const char *name, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        if (!isalnum((unsigned char)name[i]) && strchr("-_.:@", name[i]) == NULL) {
            return false;
        }
    }
    return length > 0 && length < NAME_SIZE;
}

/* Writes the name of an element in small letters; one that cannot be written is a span. */
static const char *name_of(const writer *w, int node, char name[NAME_SIZE])
{
    size_t length;
    const char *text = svc_tree_text(w->tree, w->tree->nodes[node].name, &length);

    if (!is_name(text, length) || !isalpha((unsigned char)text[0])) {
        snprintf(name, NAME_SIZE, "span");
        return name;
    }
    for (size_t i = 0; i <= length; i++) {
        name[i] = (char)tolower((unsigned char)text[i]);
    }
    return name;
}

/* --- what is below a node */

/* Pushes what is put into a slot. Returns false where nothing is. */
static bool push_assigned(writer *w, int slot)
{
    const svc_node *nodes = w->tree->nodes;
    size_t length;
    const char *name = svc_tree_text(w->tree, svc_tree_attribute(w->tree, &nodes[slot], "name"),
                                     &length);
    int host = svc_slot_host(w->tree, slot);
    size_t before = w->task_count;

    for (int i = host != SVC_NONE ? nodes[host].first_child : SVC_NONE; i != SVC_NONE;
         i = nodes[i].next_sibling) {
        if (svc_slot_takes(w->tree, &nodes[i], name)) {
            push(w, i, false, 0);
        }
    }
    return w->task_count > before;
}

/* Pushes the children of a node that are written where it stands. */
static void push_children(writer *w, int node)
{
    const svc_node *nodes = w->tree->nodes;
    bool is_host = svc_slot_has_tree(w->tree, node);
    size_t before = w->task_count;

    if (!svc_slot_is(w->tree, &nodes[node]) || !push_assigned(w, node)) {
        for (int i = nodes[node].first_child; i != SVC_NONE; i = nodes[i].next_sibling) {
            if (nodes[i].is_shadow_child == is_host) {
                push(w, i, false, 0);
            }
        }
    }
    reverse(w, before);
}

/* Pushes what is in the body of a frame's document. */
static void push_frame(writer *w, int document)
{
    const svc_node *nodes = w->tree->nodes;
    int root = w->tree->documents[document].root;
    int html = root != SVC_NONE ? nodes[root].first_child : SVC_NONE;
    char name[NAME_SIZE];

    while (html != SVC_NONE && nodes[html].type != SVC_ELEMENT) {
        html = nodes[html].next_sibling;
    }
    for (int i = html != SVC_NONE ? nodes[html].first_child : SVC_NONE; i != SVC_NONE;
         i = nodes[i].next_sibling) {
        if (nodes[i].type == SVC_ELEMENT && strcmp(name_of(w, i, name), "head") != 0) {
            push_children(w, i);
            return;
        }
    }
}

/* --- nodes */

static void add_attribute(writer *w, const char *name, size_t name_length, const char *value,
                          size_t value_length)
{
    add_text(w, " ");
    add(w, name, name_length);
    if (value_length > 0) {
        add_text(w, "=\"");
        add_escaped(w, value, value_length);
        add_text(w, "\"");
    }
}

static void add_attributes(writer *w, const svc_node *node)
{
    for (size_t i = 0; i + 1 < json_array_size(node->attributes); i += 2) {
        int name = (int)json_integer_value(json_array_get(node->attributes, i));
        int value = (int)json_integer_value(json_array_get(node->attributes, i + 1));
        size_t name_length;
        size_t value_length;
        const char *name_text = svc_tree_text(w->tree, name, &name_length);
        const char *value_text = svc_tree_text(w->tree, value, &value_length);

        if (is_name(name_text, name_length)) {
            add_attribute(w, name_text, name_length, value_text, value_length);
        }
    }
}

/* A frame is a box with what its document shows. */
static void write_frame(writer *w, int node)
{
    const svc_node *n = &w->tree->nodes[node];
    size_t length;
    const char *url = n->content != SVC_NONE
                          ? svc_tree_text(w->tree, w->tree->documents[n->content].url, &length)
                          : "";
    size_t place = add_place(w, node);

    add_text(w, "<div");
    add_attribute(w, "data-frame", strlen("data-frame"), url, strlen(url));
    add_text(w, ">");
    push(w, node, true, place);
    if (n->content != SVC_NONE) {
        push_frame(w, n->content);
    }
}

static void write_element(writer *w, int node)
{
    const svc_node *n = &w->tree->nodes[node];
    char name[NAME_SIZE];
    unsigned kind = svc_element_kind(name_of(w, node, name));

    if ((kind & SVC_HIDDEN) != 0 || n->is_pseudo) {
        return;
    }
    if (svc_slot_is(w->tree, n)) {
        push_children(w, node);
        return;
    }
    if ((kind & SVC_FRAME) != 0 || n->content != SVC_NONE) {
        write_frame(w, node);
        return;
    }
    size_t place = add_place(w, node);

    add_text(w, "<");
    add_text(w, name);
    add_attributes(w, n);
    add_text(w, ">");
    if ((kind & SVC_VOID) != 0) {
        w->markup->places[place].end = w->markup->html.length;
        return;
    }
    push(w, node, true, place);
    if ((kind & SVC_EMPTY) == 0) {
        push_children(w, node);
    }
}

/* Whether a text would end the element that it stands in. */
static bool ends_element(const char *text, size_t length)
{
    for (size_t i = 0; i + 1 < length; i++) {
        if (text[i] == '<' && (text[i + 1] == '/' || text[i + 1] == '!') &&
            (strncasecmp(text + i, "</script", 8) == 0 ||
             strncasecmp(text + i, "</style", 7) == 0 || strncmp(text + i, "<!--", 4) == 0)) {
            return true;
        }
    }
    return false;
}

static void write_text(writer *w, int node)
{
    const svc_node *n = &w->tree->nodes[node];
    char name[NAME_SIZE];
    unsigned kind = n->parent != SVC_NONE ? svc_element_kind(name_of(w, n->parent, name)) : 0;
    size_t length;
    const char *text = svc_tree_text(w->tree, n->value, &length);

    if (length == 0 || ((kind & SVC_RAW) != 0 && ends_element(text, length))) {
        return;
    }
    if ((kind & SVC_FIRST_LINE) != 0 && text[0] == '\n') {
        add_text(w, "\n");
    }
    size_t place = add_place(w, node);

    if ((kind & SVC_RAW) != 0) {
        add(w, text, length);
    } else {
        add_escaped(w, text, length);
    }
    if (w->markup->place_count > place) {
        w->markup->places[place].end = w->markup->html.length;
    }
}

static void write_comment(writer *w, int node)
{
    size_t length;
    const char *text = svc_tree_text(w->tree, w->tree->nodes[node].value, &length);

    if (memchr(text, '>', length) == NULL && strstr(text, "--") == NULL && length > 0 &&
        text[length - 1] != '-') {
        add_text(w, "<!--");
        add(w, text, length);
        add_text(w, "-->");
    }
}

static void write_end(writer *w, const task *t)
{
    const svc_node *n = &w->tree->nodes[t->node];
    char name[NAME_SIZE];
    bool is_frame = n->content != SVC_NONE ||
                    (svc_element_kind(name_of(w, t->node, name)) & SVC_FRAME) != 0;

    add_text(w, "</");
    add_text(w, is_frame ? "div" : name);
    add_text(w, ">");
    if (t->place < w->markup->place_count) {
        w->markup->places[t->place].end = w->markup->html.length;
    }
}

static void write_node(writer *w, int node)
{
    if (w->written[node] || w->tree->nodes[node].shadow == SVC_SHADOW_BROWSER) {
        return;
    }
    w->written[node] = true;
    switch (w->tree->nodes[node].type) {
    case SVC_DOCUMENT:
        push_children(w, node);
        break;
    case SVC_DOCTYPE:
        add_text(w, "<!DOCTYPE html>\n");
        break;
    case SVC_ELEMENT:
        write_element(w, node);
        break;
    case SVC_TEXT:
        write_text(w, node);
        break;
    case SVC_COMMENT:
        write_comment(w, node);
        break;
    default:
        break;
    }
}

bool svc_markup_write(svc_markup *markup, const svc_tree *tree)
{
    writer w = {.tree = tree, .markup = markup};

    *markup = (svc_markup){.place_count = 0};
    w.written = calloc(tree->node_count, sizeof *w.written);
    w.failed = w.written == NULL;
    if (!w.failed) {
        push(&w, 0, false, 0);
    }
    while (!w.failed && w.task_count > 0) {
        const task t = w.tasks[--w.task_count];

        if (t.ends) {
            write_end(&w, &t);
        } else {
            write_node(&w, t.node);
        }
    }
    free(w.tasks);
    free(w.written);
    return !w.failed;
}

void svc_markup_clear(svc_markup *markup)
{
    svc_buffer_clear(&markup->html);
    free(markup->places);
    *markup = (svc_markup){.place_count = 0};
}
