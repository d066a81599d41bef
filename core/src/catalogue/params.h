/*
 * Parameters of a run.
 */
#ifndef DANA_CATALOGUE_PARAMS_H
#define DANA_CATALOGUE_PARAMS_H

#include "dana/algorithm.h"

/*
 * Fills *effective with params, NULL: the defaults, and checks every value against its parameter.
 * Errors: DANA_INVALID_PARAM.
 */
DANA_MUST_USE dana_status dana__effective_params(const dana_algorithm *algorithm,
                                                 const dana_params *params, dana_params *effective,
                                                 dana_error *err);

#endif
