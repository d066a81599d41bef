/*
 * Selector lists as they are matched: compounds with their tests, in the order of the text.
 *
 * Source: Selectors Level 4 (W3C), Level 3 where the text says so.
 */
#ifndef DANA_SELECT_SELECTOR_H
#define DANA_SELECT_SELECTOR_H

#include "dana/select.h"

#include <stdbool.h>

/* What a test asks of an element. */
typedef enum {
    DANA__TEST_ELEMENT, /* its name is `value` */
    DANA__TEST_ANY,     /* nothing: the universal selector */
    DANA__TEST_HAS,     /* it has the attribute */
    DANA__TEST_EQUALS,
    DANA__TEST_WORD,   /* ~=, .class */
    DANA__TEST_DASH,   /* |= */
    DANA__TEST_PREFIX, /* ^= */
    DANA__TEST_SUFFIX, /* $= */
    DANA__TEST_PART,   /* *= */
    DANA__TEST_NTH,    /* its place among its siblings is a n + b, n from 0 */
    DANA__TEST_LAST,   /* it is the last of its siblings */
} dana__test_kind;

/* A test. Texts lie in the arena of the program. */
typedef struct {
    uint8_t kind;      /* dana__test_kind */
    bool ignores_case; /* of ASCII letters in the attribute's value; `value` is in lower case */
    uint16_t name;     /* of the attribute: its index in the program's names */
    int32_t a;
    int32_t b;
    dana_view value;
} dana__test;

/* Tests that must all hold, or with `negated` must not all hold. */
typedef struct {
    uint32_t first; /* of the program's tests */
    uint32_t end;
    bool negated;
} dana__term;

/* What stands before a compound. */
typedef enum {
    DANA__BEFORE_NOTHING,
    DANA__BEFORE_ANCESTOR,
    DANA__BEFORE_PARENT,   /* > */
    DANA__BEFORE_PREVIOUS, /* + */
    DANA__BEFORE_SIBLING,  /* ~ */
} dana__before;

/* What an element that a list matches is to the page. */
typedef enum { DANA__USE_SELECT, DANA__USE_REMOVE, DANA__USE_COUNT } dana__use;

/* A compound selector: terms that must all hold. */
typedef struct {
    uint32_t first; /* of the program's terms */
    uint32_t end;
    uint8_t before; /* dana__before; the compound before it is the program's previous one */
    bool is_subject;
    uint8_t use; /* dana__use */
} dana__compound;

/* Most compounds of a program. */
#define DANA__COMPOUNDS_MAX (DANA__USE_COUNT * DANA_COMPOUNDS_MAX)

/* A program: compounds, terms, tests and names of attributes. What they borrow lies in its arena.
 */
typedef struct {
    dana_arena *arena;
    dana_buffer compounds; /* at most DANA__COMPOUNDS_MAX */
    dana_buffer terms;
    dana_buffer tests;
    dana_view names[DANA_SELECTOR_NAMES_MAX]; /* in lower case */
    size_t name_count;
    bool asks_last; /* some test is DANA__TEST_LAST */
} dana__selector_program;

#endif
