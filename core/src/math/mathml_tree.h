/*
 * The elements of a formula in MathML, as a small tree.
 */
#ifndef DANA_MATH_MATHML_TREE_H
#define DANA_MATH_MATHML_TREE_H

#include "dana/arena.h"
#include "dana/view.h"

#include <stdbool.h>
#include <stdint.h>

/* What an element is to those who write it. */
typedef enum {
    DANA__MATHML_GROUP, /* its parts one after the other */
    DANA__MATHML_IDENTIFIER,
    DANA__MATHML_NUMBER,
    DANA__MATHML_OPERATOR,
    DANA__MATHML_TEXT,
    DANA__MATHML_SPACE,
    DANA__MATHML_FRACTION,
    DANA__MATHML_STACK, /* a fraction without its line: a binomial */
    DANA__MATHML_SQRT,
    DANA__MATHML_ROOT, /* its index first */
    DANA__MATHML_SUP,
    DANA__MATHML_SUB,
    DANA__MATHML_SUBSUP,
    DANA__MATHML_FENCED,
    DANA__MATHML_TABLE,
    DANA__MATHML_ROW_OF_TABLE,
    DANA__MATHML_NOTHING, /* it shows nothing, nor does what it holds */
    DANA__MATHML_COUNT
} dana__mathml_kind;

/* An element. Indices are those of nodes from 1 on; 0: there is none. */
typedef struct {
    uint8_t kind;   /* dana__mathml_kind */
    bool is_limits; /* SUP, SUB: munder, mover */
    uint32_t parent;
    uint32_t child;    /* the first one */
    uint32_t last;     /* the last one */
    uint32_t next;     /* of the same parent */
    uint32_t position; /* in its parent, from 0 */
    uint64_t key;      /* of its name without a prefix */
    dana_view tag;
    dana_view text; /* of a token: trimmed, references as they are */
} dana__mathml_node;

/* A formula. */
typedef struct {
    dana_buffer nodes; /* of dana__mathml_node; the one at 0 is no element */
    uint32_t root;     /* 0: there is none */
} dana__mathml_tree;

/*
 * Reads markup. The caller releases nodes, also after an error. Linear; elements beyond a bound
 * are left out. Errors: DANA_TOO_COMPLEX, DANA_NO_MEMORY.
 */
DANA_MUST_USE dana_status dana__read_mathml(dana_arena *arena, dana_view markup,
                                            dana__mathml_tree *tree, dana_error *err);

#endif
