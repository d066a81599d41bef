/*
 * Expressions of CombinE: "vote(addanag,cetd,lqf;2)", compiled to a short program.
 *
 *   expression = extractor | operator "(" expression { "," expression } [ ";" votes ] ")"
 *   operator   = "serial" | "union" | "intersection" | "vote"
 *   extractor  = id { ":" parameter "=" value }
 *
 * Spaces may stand between the parts. votes: vote only, and needed there.
 */
#ifndef DANA_CATALOGUE_EXPRESSION_H
#define DANA_CATALOGUE_EXPRESSION_H

#include "dana/algorithm.h"

#include <stdint.h>

/* Most extractors of one expression, and operators open at once. */
#define DANA__EXPRESSION_RUNS  12
#define DANA__EXPRESSION_DEPTH 6

/* A run, and what joins two of them, is one step each; a serial pair has two more. */
#define DANA__EXPRESSION_STEPS (4 * DANA__EXPRESSION_RUNS)

/* What a step of a program does with the stack of selections. */
typedef enum {
    DANA__STEP_RUN,    /* pushes what an extractor finds */
    DANA__STEP_MASK,   /* what follows sees the page masked to the top */
    DANA__STEP_UNMASK, /* ends the last mask; pops two, pushes what lies in both */
    DANA__STEP_JOIN,   /* pops `count`, pushes what lies in at least `votes` of them */
} dana__step_kind;

/* A step. text: the parameters of RUN, "name=value" between colons. */
typedef struct {
    dana__step_kind kind;
    uint16_t count;
    uint16_t votes;
    const dana_algorithm *algorithm;
    const char *text;
    size_t text_length;
} dana__step;

/* A program; borrows from the expression's text. */
typedef struct {
    dana__step steps[DANA__EXPRESSION_STEPS];
    size_t count;
    size_t runs;
} dana__program;

/*
 * Compiles an expression (NUL-terminated). Errors: DANA_INVALID_PARAM with the 0-based byte of the
 * expression in err->position and in the message.
 */
DANA_MUST_USE dana_status dana__compile(const char *text, dana__program *program, dana_error *err);

/* Fills *params with the effective parameters of a RUN step. Errors: as dana_params_set_text. */
DANA_MUST_USE dana_status dana__step_params(const dana__step *step, dana_params *params,
                                            dana_error *err);

#endif
