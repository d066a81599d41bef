#include "text/invisible.h"

#include "base/utf8.h"

/* Letters of Arabic, Indic and South East Asian scripts. */
static bool is_complex(uint32_t c)
{
    return (c >= 0x600 && c < 0x10A0) || (c >= 0x1780 && c < 0x1800) ||
           (c >= 0x1950 && c < 0x1AB0) || (c >= 0xFB50 && c < 0xFEFF);
}

/* The character before p. */
static const char *step_back(const char *text, const char *p)
{
    do {
        p--;
    } while (p > text && dana__utf8_continues((unsigned char)*p));
    return p;
}

bool dana__parts_words(const char *text, const char *p, size_t length, const char *end)
{
    const char *before = p;
    size_t bytes;

    do {
        if (before == text) {
            return false;
        }
        before = step_back(text, before);
    } while (dana__invisible_length(before, p) > 0);
    return (size_t)(end - p) > length && is_complex(dana__utf8_decode(before, &bytes)) &&
           is_complex(dana__utf8_decode(p + length, &bytes));
}
