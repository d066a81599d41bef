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
