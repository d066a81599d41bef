#include "unit.h"

#include "support.h"

dana_page *open_page(const char *html)
{
    dana_page *page;

    assert_int_equal(dana_page_open(html, strlen(html), 0, NULL, &page, NULL), DANA_OK);
    return page;
}

dana_view view(const char *text)
{
    return (dana_view){text, strlen(text)};
}

char *repeated(const char *piece, size_t length)
{
    char *text = malloc(length);
    size_t step = strlen(piece);

    for (size_t i = 0; i < length; i++) {
        text[i] = piece[i % step];
    }
    return text;
}

uint32_t next_random(uint32_t *seed, uint32_t limit)
{
    *seed = (uint32_t)((uint64_t)*seed * 48271 % 2147483647);
    return *seed % limit;
}

void assert_same_text(dana_view a, dana_view b)
{
    assert_int_equal(a.length, b.length);
    assert_memory_equal(a.data, b.data, a.length);
}
