#include "text/invisible.h"

#include "html/references.h"

/* Letters of Arabic, Indic and South East Asian scripts. */
static bool is_complex(uint32_t c)
{
    return (c >= 0x600 && c < 0x10A0) || (c >= 0x1780 && c < 0x1800) ||
           (c >= 0x1950 && c < 0x1AB0) || (c >= 0xFB50 && c < 0xFEFF);
}

bool dana__parts_words(const char *text, const char *p, size_t length, const char *end)
{
    const char *before = p;
    uint32_t c;
    size_t bytes;

    do {
        if (before == text) {
            return false;
        }
        c = dana__character_before(text, before, &before);
    } while (dana__is_invisible(c));
    return (size_t)(end - p) > length && is_complex(c) &&
           is_complex(dana__character_at(p + length, end, &bytes));
}
