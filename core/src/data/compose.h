/*
 * The article of a tree as a page of its own: HTML that is made of its strings, and where each
 * part of it comes from.
 */
#ifndef DANA_DATA_COMPOSE_H
#define DANA_DATA_COMPOSE_H

#include "data/read/tree.h"

/* A part of the HTML, up to the next one, and the string that it was made of. */
typedef struct {
    uint32_t start;   /* byte of the HTML */
    const char *text; /* the raw string */
    uint32_t length;
} dana__part;

/* What is composed. */
typedef struct {
    dana_buffer html;  /* bytes */
    dana_buffer parts; /* dana__part, by start */
    size_t prose;      /* code points of running text */
    size_t trusted;    /* those in paragraphs that cannot be taken for titles or messages */
    size_t stated;     /* those of strings that are called parts of a text, however short */
} dana__composition;

/* Returns the code points of what is a text for sure. The names of JSON-LD are of a vocabulary:
 * what they call a step, an ingredient or an answer is one. */
static inline size_t dana__sure_text(const dana__composition *c, bool is_json_ld)
{
    return is_json_ld && c->stated > c->trusted ? c->stated : c->trusted;
}

/* Begins an empty one. */
void dana__composition_start(dana__composition *out);

/* Frees what one holds. */
void dana__composition_clear(dana_arena *arena, dana__composition *out);

/*
 * Composes the article that the value `chosen` holds. scratch: of bytes, written over. Linear.
 * Errors: DANA_TOO_COMPLEX, DANA_NO_MEMORY.
 */
DANA_MUST_USE dana_status dana__compose(const dana__tree *tree, uint32_t chosen,
                                        dana_buffer *scratch, dana__composition *out,
                                        dana_error *err);

#endif
