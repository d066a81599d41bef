/* Pages and texts that several unit tests of core make. */
#ifndef TESTS_UNIT_CORE_PAGES_H
#define TESTS_UNIT_CORE_PAGES_H

#include "unit.h"

#include "dana/page.h"

/* Opens a page; html, NUL-terminated, must live as long as it. */
static inline dana_page *open_page(const char *html)
{
    dana_page *page;

    assert_int_equal(dana_page_open(html, strlen(html), 0, NULL, &page, NULL), DANA_OK);
    return page;
}

/* A text of a piece again and again, of exactly `length` bytes; owned by the caller. */
static inline char *repeated(const char *piece, size_t length)
{
    char *text = malloc(length);
    size_t step = strlen(piece);

    for (size_t i = 0; i < length; i++) {
        text[i] = piece[i % step];
    }
    return text;
}

#endif
