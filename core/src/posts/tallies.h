/*
 * Tallies: what readers gave an item (votes, points, likes), as its markup counts them.
 */
#ifndef DANA_POSTS_TALLIES_H
#define DANA_POSTS_TALLIES_H

#include "html/attribute.h"
#include "html/tokenizer.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A count, and the text that shows it, in source bytes: end 0 where it stands in an attribute. */
typedef struct {
    uint32_t start;
    uint32_t end;
    int32_t votes;
    uint8_t worth; /* higher is surer, 0: there is none */
} dana__tally;

/* The tallies of a page in the order of the source. */
typedef struct {
    dana__tally *tallies;
    size_t count;
} dana__tallies;

/* Class values that are remembered at a time; a power of two. */
#define DANA__TALLY_CLASSES 256

/* What a walk over the tags of a page remembers between them. All zero at its beginning. */
typedef struct {
    struct {
        const char *value; /* borrowed from the source */
        uint32_t length;
        bool names_count;
    } classes[DANA__TALLY_CLASSES];
    bool counts_votes; /* the interaction named last is one of readers who like something */
} dana__tally_walk;

/* Reads what a start tag, or the text after it, counts; worth 0 where it counts nothing. `end`: of
 * the source. Looks at no more than the tag and some dozens of bytes after it. */
dana__tally dana__read_tally(dana__tally_walk *walk, const dana__markup *tag, const char *base,
                             const char *end);

/* Reads a whole number as pages write it: "12 points", "1,204", "2.3k", a sign in front. Returns
 * false for all else. */
bool dana__read_votes(dana_view text, int32_t *votes);

/* Whether an attribute tells how deep a reply stands below the first one (Hacker News, Reddit,
 * others). Then `level` is that, -1 for what is no level. */
bool dana__read_level(const dana__attribute *a, int16_t *level);

#endif
