/*
 * Formulas as text.
 */
#ifndef DANA_MATH_WRITE_FORMULA_H
#define DANA_MATH_WRITE_FORMULA_H

#include "dana/arena.h"
#include "math/formula.h"

/*
 * Appends a formula as TeX, or as text, to a buffer of bytes. *is_tex tells which. Nothing is
 * appended where it is empty. Errors: DANA_TOO_COMPLEX, DANA_NO_MEMORY.
 */
DANA_MUST_USE dana_status dana__write_formula(dana_arena *arena, const dana__formula *formula,
                                              dana_buffer *out, bool *is_tex, dana_error *err);

#endif
