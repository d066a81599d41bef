/* The lines "select:", "remove:" and "switch:" of a spec case. */
#ifndef TESTS_CONTROLS_H
#define TESTS_CONTROLS_H

#include "dana/result.h"

#include <stdbool.h>

/* Applies selector lists to a page; NULL: none. Returns false, with a message, on failure. */
bool apply_selectors(dana_page *page, const char *select, const char *remove);

/*
 * Applies switches to a result: "no-links", "no-images", "no-tables", "no-comments", "comments",
 * separated by spaces; NULL: none. *text is what is selected, rendered again where that changed it.
 * Returns false, with a message, on failure.
 */
bool apply_switches(dana_page *page, const char *switches, dana_result *result, dana_view *text);

#endif
