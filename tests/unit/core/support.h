/* Helpers of core's unit tests. Include unit.h first. */
#ifndef TESTS_CORE_SUPPORT_H
#define TESTS_CORE_SUPPORT_H

#include "dana/page.h"
#include "dana/view.h"

/* Opens a page that can be opened; the caller closes it. */
dana_page *open_page(const char *html);

/* A string as a view. */
dana_view view(const char *text);

/* A string literal, NUL bytes included, as a view. */
#define VIEW(text) ((dana_view){(text), sizeof(text) - 1})

/* Returns a piece again and again, exactly `length` bytes without a NUL; owned by the caller. */
char *repeated(const char *piece, size_t length);

#endif
