#include "text/invisible.h"

#include "base/utf8.h"

/* Invisible characters before one that are passed. */
#define RUN_MOST 8

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

/* Letters that joiners join, and signs: what is no letter of Europe, no space and no
 * punctuation. */
static bool is_joined(uint32_t c)
{
    return c >= 0x600 && !(c >= 0x2000 && c < 0x2070) && !(c >= 0x3000 && c < 0x3040);
}

/* The character before p, but for invisible ones; 0: there is none. */
static uint32_t letter_before(const char *text, const char *p)
{
    const char *before = p;
    size_t bytes;

    for (int passed = 0; passed < RUN_MOST && before > text; passed++) {
        before = step_back(text, before);
        if (dana__invisible_length(before, p) == 0) {
            return dana__utf8_decode(before, &bytes);
        }
    }
    return 0;
}

bool dana__is_spelling(uint32_t c, const char *text, const char *p, size_t length, const char *end)
{
    uint32_t before = letter_before(text, p);
    size_t bytes;
    bool is_behind = (size_t)(end - p) > length &&
                     is_complex(dana__utf8_decode(p + length, &bytes));

    return dana__is_joiner(c) ? is_joined(before) || is_behind : is_complex(before) && is_behind;
}
