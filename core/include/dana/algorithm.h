/*
 * The family: each algorithm is a constant descriptor in one list. Parameters are data.
 */
#ifndef DANA_ALGORITHM_H
#define DANA_ALGORITHM_H

#include "dana/scan.h"
#include "dana/status.h"

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

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

/* Returns the wire name of a fidelity ("exact", "completed"); static. */
const char *dana_fidelity_name(dana_fidelity fidelity);

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
    const struct dana_algorithm_ops *ops; /* core's own */
} dana_algorithm;

/* Returns the number of algorithms. */
size_t dana_algorithm_count(void);

/* Returns the algorithm at `index` (0-based, in the list's order), NULL beyond the end. */
const dana_algorithm *dana_algorithm_at(size_t index);

/* Returns the algorithm of this kind with this id (id_length bytes), or NULL. */
const dana_algorithm *dana_algorithm_find(dana_kind kind, const char *id, size_t id_length);

/* An algorithm of the papers that is not built. */
typedef struct {
    const char *id;
    const char *title;
    const char *citation;
    const char *why; /* what is missing */
} dana_algorithm_absent;

/* Returns the number of algorithms that are not built. */
size_t dana_algorithm_absent_count(void);

/* Returns the algorithm not built at `index` (0-based), NULL beyond the end. */
const dana_algorithm_absent *dana_algorithm_absent_at(size_t index);

/* Returns the algorithm used where the caller names none. */
const dana_algorithm *dana_algorithm_default(dana_kind kind);

/* Fills *params with the algorithm's defaults. */
void dana_params_defaults(const dana_algorithm *algorithm, dana_params *params);

/* Returns the index of the parameter called `name`, or -1. */
int dana_param_index(const dana_algorithm *algorithm, const char *name);

/*
 * Sets one parameter from text as the command line and JSON strings give it ("20", "auto",
 * "block", "true"). Errors: DANA_UNKNOWN_PARAM, DANA_INVALID_PARAM with a message that names the
 * range or the choices, or says what is wrong with a TEXT and at which byte of it (err->position);
 * *params is then unchanged.
 */
DANA_MUST_USE dana_status dana_params_set_text(const dana_algorithm *algorithm, dana_params *params,
                                               const char *name, const char *text, dana_error *err);

/* Sets one INTEGER parameter, or a BOOLEAN one to 0 or 1. Errors as dana_params_set_text. */
DANA_MUST_USE dana_status dana_params_set_integer(const dana_algorithm *algorithm,
                                                  dana_params *params, const char *name,
                                                  long long value, dana_error *err);

#ifdef __cplusplus
}
#endif
#endif
