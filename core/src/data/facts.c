#include "data/facts.h"

/* How far above the text the object with its title is searched. */
#define STEPS_MAX 6
/* Longest strings that are names. */
#define NAME_MAX_BYTES  200
#define TITLE_MAX_BYTES 1000

static bool is_object(const dana__value *value)
{
    return value->kind == DANA__JSON_OPEN_OBJECT;
}

/* The first string of a value: itself, or what is inside it, under a name that means `inner`, or
 * any where that is DANA__MEANS_NOTHING. */
static dana_view first_string(const dana__tree *tree, uint32_t index, dana__meaning inner)
{
    uint32_t end = dana__value_at(tree, index)->end;

    for (uint32_t i = index; i < end; i++) {
        const dana__value *value = dana__value_at(tree, i);
        bool fits = i == index || value->means == inner ||
                    (inner == DANA__MEANS_NOTHING && value->within != DANA__MEANS_OTHER);

        if (value->kind == DANA__JSON_STRING && value->text_length > 0 && fits) {
            return dana__value_text(value);
        }
    }
    return (dana_view){NULL, 0};
}

static void set_once(dana_view *fact, dana_view text, size_t most)
{
    if (fact->data == NULL && text.data != NULL && text.length <= most) {
        *fact = text;
    }
}

/* Adds the authors that a member names: a text, an object with a name, or a list of these. */
static void add_authors(const dana__tree *tree, uint32_t index, dana__facts *out)
{
    const dana__value *member = dana__value_at(tree, index);
    bool is_list = member->kind == DANA__JSON_OPEN_ARRAY;
    uint32_t first = is_list ? index + 1 : index;

    for (uint32_t i = first; i < member->end && out->author_count < DANA_DATA_AUTHORS_MAX;
         i = dana__value_at(tree, i)->end) {
        dana_view name = first_string(tree, i, DANA__MEANS_NAME);

        if (name.length > 0 && name.length <= NAME_MAX_BYTES) {
            out->authors[out->author_count++] = name;
        }
    }
}

static void read_member(const dana__tree *tree, uint32_t index, dana__facts *out)
{
    const dana_view text = first_string(tree, index, DANA__MEANS_NOTHING);

    switch (dana__value_at(tree, index)->means) {
    case DANA__MEANS_TITLE:
        set_once(&out->title, text, TITLE_MAX_BYTES);
        break;
    case DANA__MEANS_AUTHOR:
        if (out->author_count == 0) {
            add_authors(tree, index, out);
        }
        break;
    case DANA__MEANS_PUBLISHED:
        set_once(&out->published, text, NAME_MAX_BYTES);
        break;
    case DANA__MEANS_MODIFIED:
        set_once(&out->modified, text, NAME_MAX_BYTES);
        break;
    case DANA__MEANS_TEASER:
    case DANA__MEANS_LEAD:
        if (dana__value_at(tree, index)->prose > 0) {
            set_once(&out->excerpt, text, TITLE_MAX_BYTES * 2);
        }
        break;
    default:
        break;
    }
}

/* Reads the members of an object. A name is a title only where there is none. */
static void read_object(const dana__tree *tree, uint32_t object, dana__facts *out)
{
    uint32_t end = dana__value_at(tree, object)->end;
    dana_view name = {NULL, 0};

    for (uint32_t i = object + 1; i < end; i = dana__value_at(tree, i)->end) {
        read_member(tree, i, out);
        if (dana__value_at(tree, i)->means == DANA__MEANS_NAME) {
            set_once(&name, first_string(tree, i, DANA__MEANS_NOTHING), TITLE_MAX_BYTES);
        }
    }
    set_once(&out->title, name, TITLE_MAX_BYTES);
}

void dana__read_facts(const dana__tree *tree, uint32_t chosen, dana__facts *out)
{
    *out = (dana__facts){.author_count = 0};
    for (unsigned i = 0; i < STEPS_MAX && out->title.data == NULL; i++) {
        if (is_object(dana__value_at(tree, chosen))) {
            read_object(tree, chosen, out);
        }
        if (chosen == 0) {
            return;
        }
        chosen = dana__value_at(tree, chosen)->parent;
    }
}
