/* What must be true of any page. Choices are random ones (random.h). */
#ifndef TESTS_CHECK_PAGE_H
#define TESTS_CHECK_PAGE_H

#include "dana/view.h"

/* All extractors, headline methods and formats on a page of UTF-8. Returns what is wrong, NULL if
 * nothing is. */
const char *check_page(dana_view html);

/* Decodes bytes as they are labelled, or not. Returns what is wrong, NULL if nothing is. */
const char *check_decoding(dana_view html);

#endif
