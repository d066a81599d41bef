/*
 * Selector lists from their text.
 */
#ifndef DANA_SELECT_PARSE_H
#define DANA_SELECT_PARSE_H

#include "select/selector.h"

/* Sets up an empty program whose texts and tables go into an arena. */
void dana__selectors_start(dana__selector_program *program, dana_arena *arena);

/*
 * Adds the compounds of a selector list. Errors: DANA_INVALID_PARAM as dana_selectors_check,
 * DANA_TOO_COMPLEX, DANA_NO_MEMORY; the program is then useless.
 */
DANA_MUST_USE dana_status dana__read_selectors(dana__selector_program *program, dana_view list,
                                               dana__use use, dana_error *err);

#endif
