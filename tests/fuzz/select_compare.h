/* dana_page_select's matcher against the slow one. */
#ifndef TESTS_SELECT_COMPARE_H
#define TESTS_SELECT_COMPARE_H

#include "dana/page.h"

#include <stdbool.h>
#include <stddef.h>

/*
 * Compares `count` random selectors on a page with dana_page_select's matcher; pages that merge are
 * passed over (see select/read_tree.h). Returns false, with a message, where one differs.
 */
bool reference_compare(dana_page *page, size_t count);

#endif
