#include "json/document.h"

#include "dana/text.h"
#include "json/parse.h"
#include "json/surrogates.h"
#include "json/values.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* jansson takes no deeper text. */
#define DEPTH_MAX 2048

/* An array or an object whose values are being looked at. */
typedef struct {
    json_t *container;
    void *member; /* of an object */
    size_t index; /* in an array */
} level;

/* A walk through a tree. */
typedef struct {
    const api__json *json;
    const char *const *texts;
    level *levels;
    size_t depth;
    bool failed;
} walk;

static bool is_named(const char *const *names, const char *name)
{
    for (; names != NULL && *names != NULL; names++) {
        if (strcmp(*names, name) == 0) {
            return true;
        }
    }
    return false;
}

/* The string that a placeholder stands for: a new reference. NULL: it is none, or memory is out. */
static json_t *copy_long(walk *w, const json_t *value)
{
    const api__long_string *found = api__long_string_of(&w->json->strings, value);

    if (found == NULL) {
        return NULL;
    }
    json_t *copy = api__text_value(found->text);

    w->failed |= copy == NULL;
    return copy;
}

static void enter(walk *w, json_t *value)
{
    if (json_is_object(value) || json_is_array(value)) {
        w->levels[w->depth++] = (level){value, json_object_iter(value), 0};
    }
}

/* Looks at the next member of the object on top. Returns false where there is none. */
static bool step_object(walk *w, level *top)
{
    void *member = top->member;

    if (member == NULL) {
        return false;
    }
    json_t *value = json_object_iter_value(member);
    bool stays = w->depth == 1 && is_named(w->texts, json_object_iter_key(member));
    json_t *copy = stays ? NULL : copy_long(w, value);

    top->member = json_object_iter_next(top->container, member);
    if (copy != NULL) {
        json_object_iter_set_new(top->container, member, copy);
    } else {
        enter(w, value);
    }
    return true;
}

static bool step_array(walk *w, level *top)
{
    size_t index = top->index++;
    json_t *value = json_array_get(top->container, index);
    json_t *copy = copy_long(w, value);

    if (value == NULL) {
        return false;
    }
    if (copy != NULL) {
        json_array_set_new(top->container, index, copy);
    } else {
        enter(w, value);
    }
    return true;
}

/* Copies long strings into the tree, but those that are read as texts. */
static bool copy_all(api__json *json, const char *const *texts)
{
    walk w = {.json = json, .texts = texts, .levels = malloc((DEPTH_MAX + 1) * sizeof(level))};

    if (w.levels == NULL) {
        return false;
    }
    json_t *copy = copy_long(&w, json->root);

    if (copy != NULL) {
        json_decref(json->root);
        json->root = copy;
    } else {
        enter(&w, json->root);
    }
    while (w.depth > 0 && !w.failed) {
        level *top = &w.levels[w.depth - 1];
        bool more = json_is_object(top->container) ? step_object(&w, top) : step_array(&w, top);

        w.depth -= !more;
    }
    free(w.levels);
    return !w.failed;
}

/* Whether all long strings are those that are read as texts. */
static bool is_all_texts(const api__json *json, const char *const *texts)
{
    size_t found = 0;

    for (; texts != NULL && *texts != NULL; texts++) {
        const json_t *value = json_object_get(json->root, *texts);

        found += api__long_string_of(&json->strings, value) != NULL;
    }
    return found == api__long_strings_count(&json->strings);
}

/*
 * A NUL is no JSON, wherever it stands. jansson's lexer uses it as a mark of its own: behind a
 * number it does not see it. So it reads only what is before it. This is the error, unless there
 * is another one before it.
 */
static json_t *refuse_nul(json_t *root, dana_view before, json_error_t *error)
{
    size_t line_start = 0;

    if (root == NULL &&
        (error->text[0] == '\0' || json_error_code(error) != json_error_premature_end_of_input)) {
        return NULL;
    }
    json_decref(root);
    error->line = 1;
    for (size_t i = 0; i < before.length; i++) {
        if (before.data[i] == '\n') {
            error->line++;
            line_start = i + 1;
        }
    }
    dana_view line = {before.data + line_start, before.length - line_start};

    error->column = (int)dana_count_code_points(line) + 1;
    error->position = (int)before.length + 1;
    snprintf(error->text, sizeof(error->text) - 1, "%s", "a NUL byte is no JSON");
    error->text[sizeof(error->text) - 1] = (char)json_error_invalid_syntax;
    return NULL;
}

/* Parses the rest. Without memory *error is empty. */
static json_t *parse_rest(api__json *json, json_error_t *error)
{
    dana_view rest = json->strings.rest;
    char *copy = NULL;
    const char *nul = rest.length > 0 ? memchr(rest.data, '\0', rest.length) : NULL;

    rest.length = nul != NULL ? (size_t)(nul - rest.data) : rest.length;
    bool replaced = api__replace_surrogates(rest.data, rest.length, &copy);

    json->surrogates_replaced = replaced || json->strings.lone;
    if (replaced && copy == NULL) {
        return NULL;
    }
    json_t *root = api__parse_json(copy != NULL ? copy : rest.data, rest.length,
                                   JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL | JSON_DECODE_ANY,
                                   error);

    free(copy);
    return nul != NULL ? refuse_nul(root, rest, error) : root;
}

bool api__json_read(dana_view text, const char *const *texts, api__json *out, json_error_t *error)
{
    bool fine = false;

    *out = (api__json){.root = NULL};
    error->text[0] = '\0';
    api__long_strings_split(text, &out->strings);
    if (!out->strings.failed) {
        out->root = parse_rest(out, error);
        if (out->root == NULL && error->text[0] != '\0') {
            api__long_strings_locate(&out->strings, error);
        }
        fine = out->root != NULL && (is_all_texts(out, texts) || copy_all(out, texts));
        api__buffer_clear(&out->strings.written); /* the rest was read */
    }
    if (!fine) {
        api__json_clear(out);
    }
    return fine;
}

dana_view api__json_text(const api__json *json, const json_t *value)
{
    const api__long_string *found = api__long_string_of(&json->strings, value);

    return found != NULL ? found->text : api__view_of(value);
}

json_t *api__json_take_root(api__json *json)
{
    json_t *root = json->root;

    json->root = NULL;
    api__json_clear(json);
    return root;
}

void api__json_clear(api__json *json)
{
    json_decref(json->root);
    api__long_strings_clear(&json->strings);
    free(json->source);
    *json = (api__json){.root = NULL};
}
