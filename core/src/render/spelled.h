/*
 * What abbreviations stand for, in forms that have no element for it: "RNLI (Royal National
 * Lifeboat Institution)", where it comes first.
 */
#ifndef DANA_RENDER_SPELLED_H
#define DANA_RENDER_SPELLED_H

#include "render/renderer.h"

/* Returns whether a title spells something out: words, no date or number. */
bool dana__is_spelling(dana_view title);

/* Writes the title of the abbreviation that closes, the innermost of r->inlines, where it has not
 * been written yet and does not stand shortly before. */
void dana__spell_out(dana__renderer *r);

#endif
