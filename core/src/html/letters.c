#include "html/letters.h"

#include "base/ascii.h"
#include "html/three_letters.h"

#include <string.h>

/* Letters of which one row stands in each tag that counts: in the words and names above, and in
 * "interactionType" and its like. */
static const char telling[][4] = {{'c', 'o', 'r', 'e'}, {'v', 'o', 't', 'e'}, {'v', 'o', 't', 'i'},
                                  {'p', 'o', 'i', 'n'}, {'l', 'i', 'k', 'e'}, {'e', 'r', 'a', 'c'}};

/* Whether the four bytes at p are those of a row, in any case. */
static bool begins_telling(const char *p)
{
    uint32_t bytes;
    uint32_t row;

    memcpy(&bytes, p, sizeof(bytes));
    bytes |= UINT32_C(0x20202020);
    for (size_t i = 0; i < DANA__COUNT(telling); i++) {
        memcpy(&row, telling[i], sizeof(row));
        if (bytes == row) {
            return true;
        }
    }
    return false;
}

/* The places of sixteen where the first and the third letter of a row stand, as bits. */
static inline unsigned may_begin(dana__bytes16 first, dana__bytes16 third)
{
    return dana__bits16((dana__equal16(first, 'c') & dana__equal16(third, 'r')) |
                        (dana__equal16(first, 'v') & dana__equal16(third, 't')) |
                        (dana__equal16(first, 'p') & dana__equal16(third, 'i')) |
                        (dana__equal16(first, 'l') & dana__equal16(third, 'k')) |
                        (dana__equal16(first, 'e') & dana__equal16(third, 'a')));
}

/* Whether letters that count begin at one of the places of a text that are set in `found`. */
static bool tells_at(const char *p, unsigned found)
{
    for (; found != 0; found &= found - 1) {
        if (begins_telling(p + dana__first16(found))) {
            return true;
        }
    }
    return false;
}

/* Whether they begin at one of the sixteen places at p, behind which three more bytes stand. */
static inline bool tells_in(const char *p)
{
    return tells_at(p, may_begin(dana__load16(p) | 0x20, dana__load16(p + 2) | 0x20));
}

/* Bytes at whose first sixteen places four bytes stand. */
#define TELL_STEP (DANA__STEP + 3)

bool dana__may_count(const dana__markup *tag)
{
    const char *p = tag->name_text;
    size_t left = tag->is_bare ? 0 : (size_t)(tag->end - p);

    if (left < TELL_STEP) {
        size_t places = left > 3 ? left - 3 : 0;

        return places > 0 && tells_at(p, may_begin(dana__load_part16(p, places) | 0x20,
                                                   dana__load_part16(p + 2, places) | 0x20) &
                                             ((1u << places) - 1));
    }
    for (; tag->end - p >= TELL_STEP; p += DANA__STEP) {
        if (tells_in(p)) {
            return true;
        }
    }
    return tells_in(tag->end - TELL_STEP);
}

/* Whether letters of a word that leads to people, or '@', begin at one of the sixteen places at p,
 * behind which two more bytes stand. "u" alone ends before what is no small letter. */
static bool leads_in(const char *p)
{
    dana__bytes16 bytes = dana__load16(p);
    dana__bytes16 after = dana__load16(p + 1);
    dana__bytes16 first = bytes | 0x20;
    dana__bytes16 second = after | 0x20;
    dana__bytes16 third = dana__load16(p + 2) | 0x20;

    return dana__bits16(dana__equal16(bytes, '@') |
                        (dana__equal16(first, 'u') & (dana__bytes16)(after - 'a' >= 26)) |
                        dana__letters_at(first, second, third, "aut") |
                        dana__letters_at(first, second, third, "con") |
                        dana__letters_at(first, second, third, "mem") |
                        dana__letters_at(first, second, third, "peo") |
                        dana__letters_at(first, second, third, "pro") |
                        dana__letters_at(first, second, third, "use") |
                        dana__letters_at(first, second, third, "vie") |
                        dana__letters_at(first, second, third, "wri") |
                        dana__letters_at(first, second, third, "byl")) != 0;
}

bool dana__may_lead_to_person(dana_view href)
{
    const char *p = href.data;
    const char *end = p + href.length;

    if (href.length < DANA__THREE_STEP || end[-1] == '@' || end[-2] == '@' ||
        (end[-1] | 0x20) == 'u' || (end[-2] | 0x20) == 'u') {
        return true;
    }
    for (; end - p >= DANA__THREE_STEP; p += DANA__STEP) {
        if (leads_in(p)) {
            return true;
        }
    }
    return leads_in(end - DANA__THREE_STEP);
}

static inline dana__bytes16 caption_letters(dana__bytes16 first, dana__bytes16 second,
                                            dana__bytes16 third)
{
    return dana__letters_at(first, second, third, "apt") |
           dana__letters_at(first, second, third, "red") |
           dana__letters_at(first, second, third, "utl") |
           dana__letters_at(first, second, third, "ege") |
           dana__letters_at(first, second, third, "ild");
}

bool dana__may_name_caption(dana_view tag)
{
    return dana__has_letters(tag, caption_letters);
}

static inline dana__bytes16 player_letters(dana__bytes16 first, dana__bytes16 second,
                                           dana__bytes16 third)
{
    return dana__letters_at(first, second, third, "ube");
}

bool dana__may_be_player(dana_view tag)
{
    return dana__has_letters(tag, player_letters);
}

static inline dana__bytes16 span_letters(dana__bytes16 first, dana__bytes16 second,
                                         dana__bytes16 third)
{
    return dana__letters_at(first | 0x20, second | 0x20, third | 0x20, "pan");
}

bool dana__may_span(dana_view tag)
{
    return dana__has_letters(tag, span_letters);
}
