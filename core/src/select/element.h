/*
 * An element as selectors see it: its name, its attributes, its place; and which compounds match
 * it.
 */
#ifndef DANA_SELECT_ELEMENT_H
#define DANA_SELECT_ELEMENT_H

#include "html/tokenizer.h"
#include "select/selector.h"

/* Compounds as a set of their indices. */
#define DANA__SET_WORDS (DANA__COMPOUNDS_MAX / 64)
typedef struct {
    uint64_t words[DANA__SET_WORDS];
} dana__compounds;

static inline bool dana__has_compound(const dana__compounds *set, size_t index)
{
    return (set->words[index / 64] >> (index % 64) & 1) != 0;
}

static inline void dana__add_compound(dana__compounds *set, size_t index)
{
    set->words[index / 64] |= UINT64_C(1) << (index % 64);
}

static inline void dana__add_compounds(dana__compounds *set, const dana__compounds *more)
{
    for (size_t i = 0; i < DANA__SET_WORDS; i++) {
        set->words[i] |= more->words[i];
    }
}

/* An element that was opened. values: raw, of the program's names, valid where `has` has the bit.
 */
typedef struct {
    dana_view name; /* as it is written */
    uint64_t has;
    dana_view values[DANA_SELECTOR_NAMES_MAX];
    uint32_t place; /* among its siblings, from 1 */
    bool is_last;   /* known where the program asks for it */
} dana__element;

/* Reads those attributes of a start tag that a program asks for; tag NULL: there are none. */
void dana__read_attributes_of(const dana__selector_program *program, const dana__markup *tag,
                              dana__element *out);

/* Room that values are decoded in; set up with dana_buffer_init for bytes. */
typedef struct {
    dana_arena *arena;
    dana_buffer text;
    dana_error *err;
    dana_status status; /* of the last decoding that failed */
} dana__value_room;

/* Returns whether all terms of a compound hold. Sets room->status where memory runs out. */
bool dana__compound_holds(const dana__selector_program *program, const dana__compound *compound,
                          const dana__element *element, dana__value_room *room);

#endif
