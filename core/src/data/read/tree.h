/*
 * The values of one script as a flat list in the order in which they begin: a tree without
 * pointers, in bounded memory.
 */
#ifndef DANA_DATA_READ_TREE_H
#define DANA_DATA_READ_TREE_H

#include "dana/arena.h"
#include "data/read/keys.h"
#include "data/read/values.h"

/* Most values that are kept of one script; later ones are left out. */
#define DANA__VALUES_MAX ((size_t)1 << 16)

/* No value. */
#define DANA__NO_VALUE UINT32_MAX

/* A value. The first one of a tree is a list that holds all others. */
typedef struct {
    const char *key;  /* raw name of the member; NULL in arrays */
    const char *text; /* of strings the raw characters, of other scalars their own */
    uint32_t key_length;
    uint32_t text_length;
    uint32_t parent;
    uint32_t end;   /* index after the last value inside it */
    uint32_t prose; /* strings: code points of running text, 0 for what is none; else their sum */
    float mass;     /* how much of the article it may be */
    dana__json_kind kind;
    dana__meaning means;    /* what its own name says */
    dana__meaning within;   /* what it is by its name and those of what holds it */
    dana__block_kind block; /* objects: the kind of block that they say they are */
    unsigned level : 3;     /* objects: the level of a heading, 0 where they name none */
    bool is_markup : 1;     /* strings: HTML */
    bool is_escaped : 1;    /* strings: HTML whose markup is escaped once more */
    bool is_visible : 1;    /* strings: there are letters or digits */
    bool has_title : 1;     /* objects: they have a title */
    bool has_url : 1;       /* objects: they have an address */
    bool is_page : 1;       /* objects: their title is the page's */
} dana__value;

/* Returns the raw text of a scalar. */
static inline dana_view dana__value_text(const dana__value *value)
{
    return (dana_view){value->text, value->text_length};
}

/* The values. */
typedef struct {
    dana_arena *arena;
    dana_buffer values;       /* dana__value */
    dana__known_names *known; /* of its members, while it is read; else NULL */
} dana__tree;

/* Begins a tree with its list of all others. Errors: DANA_TOO_COMPLEX, DANA_NO_MEMORY. */
DANA_MUST_USE dana_status dana__tree_start(dana__tree *tree, dana_arena *arena, dana_error *err);

/* Frees a tree's memory. */
void dana__tree_clear(dana__tree *tree);

/* Returns the value at an index. */
static inline dana__value *dana__value_at(const dana__tree *tree, uint32_t index)
{
    return (dana__value *)tree->values.data + index;
}

/*
 * Adds the value that begins with an event to an open container. *index: its own; DANA__NO_VALUE
 * where the tree is full, or the page's memory. Errors: DANA_TOO_COMPLEX, DANA_NO_MEMORY.
 */
DANA_MUST_USE dana_status dana__tree_add(dana__tree *tree, uint32_t parent,
                                         const dana__json_event *event, uint32_t *index,
                                         dana_error *err);

/* Adds all that a reader of values has left. Errors: as dana__tree_add. */
DANA_MUST_USE dana_status dana__tree_read(dana__tree *tree, dana__values *values, dana_error *err);

/* Adds what people write as JSON, in a tolerant way. Errors: as dana__tree_add. */
DANA_MUST_USE dana_status dana__tree_read_json(dana__tree *tree, dana_view text, dana_error *err);

/* Finds where every value ends. Called once all are there. */
void dana__tree_finish(dana__tree *tree);

#endif
