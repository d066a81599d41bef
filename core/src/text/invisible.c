#include "text/invisible.h"

#include "html/references.h"

/* Invisible characters before one that are passed. */
#define RUN_MOST 8

/* Letters of Arabic, Indic and South East Asian scripts. */
static bool is_complex(uint32_t c)
{
    return (c >= 0x600 && c < 0x10A0) || (c >= 0x1780 && c < 0x1800) ||
           (c >= 0x1950 && c < 0x1AB0) || (c >= 0xFB50 && c < 0xFEFF);
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
    for (int passed = 0; passed < RUN_MOST && p > text; passed++) {
        uint32_t c = dana__character_before(text, p, &p);

        if (!dana__is_invisible(c) && !dana__is_joiner(c)) {
            return c;
        }
    }
    return 0;
}

bool dana__is_spelling(uint32_t c, const char *text, const char *p, size_t length, const char *end)
{
    uint32_t before = letter_before(text, p);
    size_t bytes;
    bool is_behind = (size_t)(end - p) > length &&
                     is_complex(dana__character_at(p + length, end, &bytes));

    return dana__is_joiner(c) ? is_joined(before) || is_behind : is_complex(before) && is_behind;
}
