/* Helpers of core's unit tests. Include unit.h first. */
#ifndef TESTS_CORE_SUPPORT_H
#define TESTS_CORE_SUPPORT_H

#include "dana/page.h"
#include "dana/view.h"

#include <stdint.h>

/* Opens a page that can be opened; the caller closes it. */
dana_page *open_page(const char *html);

/* A string as a view. */
dana_view view(const char *text);

/* A string literal, NUL bytes included, as a view. */
#define VIEW(text) ((dana_view){(text), sizeof(text) - 1})

/* Returns a piece again and again, exactly `length` bytes without a NUL; owned by the caller. */
char *repeated(const char *piece, size_t length);

/* A number below a limit, by Park and Miller; the seed is not 0. */
uint32_t next_random(uint32_t *seed, uint32_t limit);

/* Two texts are the same. */
void assert_same_text(dana_view a, dana_view b);

#endif
