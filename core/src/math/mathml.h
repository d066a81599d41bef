/*
 * Presentation MathML as TeX.
 *
 * Source: MathML Core; the commands are those of LaTeX with amsmath.
 */
#ifndef DANA_MATH_MATHML_H
#define DANA_MATH_MATHML_H

#include "math/tex.h"

/*
 * Writes the MathML in a text of markup as TeX. Elements beyond a bound of a formula, and deeper
 * than one, give their text alone. Linear.
 */
void dana__mathml_to_tex(dana__tex *tex, dana_view markup);

#endif
