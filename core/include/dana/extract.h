/*
 * Extraction: a page and an algorithm in, a selection and a profile out.
 */
#ifndef DANA_EXTRACT_H
#define DANA_EXTRACT_H

#include "dana/algorithm.h"
#include "dana/result.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Returns the wire code of a warning ("no-content"); static. */
const char *dana_warning_code(dana_warning warning);

/* Returns one sentence about a warning; static. */
const char *dana_warning_text(dana_warning warning);

/*
 * Runs the scan that dana_extract with the same arguments will use, so that a caller can time it
 * on its own. params NULL means the defaults. Errors: as dana_extract.
 */
DANA_MUST_USE dana_status dana_prepare(dana_page *page, const dana_algorithm *algorithm,
                                       const dana_params *params, dana_error *err);

/*
 * Runs a content algorithm on a page. An empty selection is no error: see warnings.
 * params NULL means the defaults. *out is the caller's struct, filled with borrowed pointers.
 * Errors: DANA_INVALID_PARAM, DANA_TOO_COMPLEX, DANA_NO_MEMORY.
 */
DANA_MUST_USE dana_status dana_extract(dana_page *page, const dana_algorithm *algorithm,
                                       const dana_params *params, dana_result *out,
                                       dana_error *err);

#ifdef __cplusplus
}
#endif
#endif
