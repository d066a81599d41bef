/*
 * The texts that a page states of itself in its JSON-LD, beside what is taken.
 */
#ifndef DANA_EXTRACTORS_BOUNDS_STATED_H
#define DANA_EXTRACTORS_BOUNDS_STATED_H

#include "blocks/blocks.h"

/*
 * Where half of what is taken stands in the articleBody that the page states: takes what else of it
 * the page shows behind its beginning, and leaves out what is taken between its parts and behind
 * its end without standing in it, where the learned step was not sure of that. Tables, code and the
 * headings of what follows stay. Then takes the questions, answers and steps that the page states
 * and shows, on a thread posts as well. Nothing changes on other pages. Linear.
 * Errors: DANA_TOO_COMPLEX, DANA_NO_MEMORY.
 */
DANA_MUST_USE dana_status dana__follow_stated(dana_page *page, dana__blocks *blocks, bool is_thread,
                                              dana_error *err);

#endif
