/*
 * What the elements of a page are called: hashes of the words in their class and id values.
 */
#ifndef DANA_EXTRACTORS_CHAIN_NAMES_H
#define DANA_EXTRACTORS_CHAIN_NAMES_H

#include "blocks/blocks.h"

/* Most words of an element that are kept. */
#define DANA__NAMES_MAX 6

/* Returns whether a word is wanted. */
typedef bool dana__knows_word(uint32_t hash);

/* Words of all elements; those of element i are [starts[i], starts[i + 1]). */
typedef struct {
    dana_buffer words;  /* uint32_t */
    dana_buffer starts; /* uint32_t, one an element and one more */
} dana__names;

/*
 * Reads the words, in one pass over the start tags; each element keeps the first few that `known`
 * knows, in NULL's case all of them. Errors: DANA_TOO_COMPLEX, DANA_NO_MEMORY.
 */
DANA_MUST_USE dana_status dana__read_names(dana_page *page, const dana__blocks *blocks,
                                           dana__knows_word *known, dana__names *out,
                                           dana_error *err);

/* The same word in a text, in the name of a near element, and in that of one further out are three
 * features. */
static inline uint32_t dana__text_word(uint32_t hash)
{
    return (hash ^ 0x1d2f) * UINT32_C(0x9E3779B1);
}

static inline uint32_t dana__near_name(uint32_t hash)
{
    return (hash ^ 0x5b31) * UINT32_C(0x9E3779B1);
}

static inline uint32_t dana__around_name(uint32_t hash)
{
    return (hash ^ 0x77e3) * UINT32_C(0x9E3779B1);
}

#endif
