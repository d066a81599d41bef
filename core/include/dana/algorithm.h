/*
 * The list of all algorithms, each a constant descriptor; and the parameters of a run.
 */
#ifndef DANA_ALGORITHM_H
#define DANA_ALGORITHM_H

#include "dana/descriptor.h"
#include "dana/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Returns the wire name of a fidelity ("exact", "completed"); static. */
const char *dana_fidelity_name(dana_fidelity fidelity);

/* Returns the number of algorithms. */
size_t dana_algorithm_count(void);

/* Returns the algorithm at `index` (0-based, in the list's order), NULL beyond the end. */
const dana_algorithm *dana_algorithm_at(size_t index);

/* Returns the algorithm of this kind with this id (id_length bytes), or NULL. */
const dana_algorithm *dana_algorithm_find(dana_kind kind, const char *id, size_t id_length);

/* Returns the algorithm used where the caller names none. */
const dana_algorithm *dana_algorithm_default(dana_kind kind);

/* Returns the number of algorithms that are not built. */
size_t dana_algorithm_absent_count(void);

/* Returns the algorithm not built at `index` (0-based), NULL beyond the end. */
const dana_algorithm_absent *dana_algorithm_absent_at(size_t index);

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
