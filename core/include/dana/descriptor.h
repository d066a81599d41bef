/*
 * Descriptors: what an algorithm is called, what it finds, which parameters it has. Types only.
 */
#ifndef DANA_DESCRIPTOR_H
#define DANA_DESCRIPTOR_H

#include <stdbool.h>
#include <stddef.h>

/* Most parameters that one algorithm has. */
#define DANA_PARAMS_MAX 12

/* Longest value of a TEXT parameter, in bytes. */
#define DANA_PARAM_TEXT_MAX 255

/* Value of an integer parameter set to "auto". */
#define DANA_PARAM_AUTO (-1)

/* What an algorithm finds. */
typedef enum { DANA_KIND_CONTENT, DANA_KIND_HEADLINE } dana_kind;

/* How close an algorithm is to its source: all of it is in our papers, or details were completed
 * from another publication or from public code (dana_algorithm.notes says which). */
typedef enum { DANA_FIDELITY_EXACT, DANA_FIDELITY_COMPLETED } dana_fidelity;

/* Types of parameters. */
typedef enum {
    DANA_PARAM_INTEGER,
    DANA_PARAM_CHOICE,
    DANA_PARAM_BOOLEAN,
    DANA_PARAM_TEXT,
} dana_param_type;

/*
 * A parameter. Its value is an int: the number, the index of the choice, or 0 and 1. The one TEXT
 * parameter that an algorithm may have has its value in dana_params.text.
 */
typedef struct {
    const char *name;
    dana_param_type type;
    int minimum;                /* INTEGER */
    int maximum;                /* INTEGER */
    bool allows_auto;           /* INTEGER: "auto" is a value too */
    const char *const *choices; /* CHOICE: names, NULL-terminated */
    int default_value;
    const char *default_text; /* TEXT */
    const char *unit;         /* "" where it has none */
    const char *doc;          /* one line */
} dana_param;

/* Effective values, in the order of the descriptor's parameters. */
typedef struct {
    int values[DANA_PARAMS_MAX];
    char text[DANA_PARAM_TEXT_MAX + 1]; /* of the TEXT parameter, NUL-terminated; else empty */
} dana_params;

/* A descriptor; constant, lives as long as the program. */
typedef struct dana_algorithm {
    const char *id;       /* on the wire */
    const char *title;    /* for people */
    const char *citation; /* paper and section */
    int revision;         /* grows when results change */
    dana_fidelity fidelity;
    const char *notes; /* what was completed and from where */
    dana_kind kind;
    const dana_param *params;
    size_t param_count;
    bool needs_boxes;                     /* for rendered pages alone: see dana/boxes.h */
    const struct dana_algorithm_ops *ops; /* core's own */
} dana_algorithm;

/* An algorithm of the papers that is not built. */
typedef struct {
    const char *id;
    const char *title;
    const char *citation;
    const char *why; /* what is missing */
} dana_algorithm_absent;

#endif
