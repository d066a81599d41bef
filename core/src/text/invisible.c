#include "text/invisible.h"

#include "html/references.h"

#include <string.h>

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

size_t dana__write_c1(uint32_t c, char *out)
{
    uint32_t meaning = dana__c1_meaning(c);

    return dana__is_c1(meaning) ? 0 : dana__utf8_encode(meaning, out);
}

/* The first control of C1 in [p, end), NULL where there is none. */
static const char *find_c1(const char *p, const char *end)
{
    for (; p < end; p++) {
        p = memchr(p, 0xC2, (size_t)(end - p));
        if (p == NULL || dana__is_c1_at(p, end)) {
            return p;
        }
    }
    return NULL;
}

dana_status dana__spell_c1(dana_arena *arena, dana_view text, dana_view *out, dana_error *err)
{
    const char *p = text.data;
    const char *end = p + text.length;
    const char *next = text.length > 0 ? find_c1(p, end) : NULL;
    size_t length = 0;

    *out = text;
    if (next == NULL) {
        return DANA_OK;
    }
    char *room = dana_arena_alloc(arena, DANA__DECODED_BOUND(text.length), err);

    if (room == NULL) {
        return err->status;
    }
    for (; next != NULL; next = find_c1(p, end)) {
        memcpy(room + length, p, (size_t)(next - p));
        length += (size_t)(next - p);
        length += dana__write_c1((unsigned char)next[1], room + length);
        p = next + 2;
    }
    memcpy(room + length, p, (size_t)(end - p));
    *out = (dana_view){room, length + (size_t)(end - p)};
    return DANA_OK;
}

bool dana__is_spelling(uint32_t c, const char *text, const char *p, size_t length, const char *end)
{
    uint32_t before = letter_before(text, p);
    size_t bytes;
    bool is_behind = (size_t)(end - p) > length &&
                     is_complex(dana__character_at(p + length, end, &bytes));

    return dana__is_joiner(c) ? is_joined(before) || is_behind : is_complex(before) && is_behind;
}
