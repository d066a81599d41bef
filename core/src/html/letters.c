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

/* The places of sixteen where letters of a word that leads to people begin, as bits. "u" alone ends
 * before what is no small letter. */
static inline unsigned leads_at(dana__bytes16 bytes, dana__bytes16 after, dana__bytes16 third)
{
    dana__bytes16 first = bytes | 0x20;
    dana__bytes16 second = after | 0x20;

    third |= 0x20;
    return dana__bits16((dana__equal16(first, 'u') & (dana__bytes16)(after - 'a' >= 26)) |
                        dana__letters_at(first, second, third, "aut") |
                        dana__letters_at(first, second, third, "con") |
                        dana__letters_at(first, second, third, "mem") |
                        dana__letters_at(first, second, third, "peo") |
                        dana__letters_at(first, second, third, "pro") |
                        dana__letters_at(first, second, third, "use") |
                        dana__letters_at(first, second, third, "vie") |
                        dana__letters_at(first, second, third, "wri") |
                        dana__letters_at(first, second, third, "byl"));
}

/* The same of the sixteen places at p, behind which two more bytes stand. */
static inline unsigned leads_before(const char *p)
{
    return leads_at(dana__load16(p), dana__load16(p + 1), dana__load16(p + 2));
}

/* The same of the last bytes of a URL, from one on: behind some of them nothing stands. */
static unsigned leads_at_end(dana_view href, size_t from)
{
    const char *p = href.data + from;
    size_t left = href.length - from;

    return leads_at(dana__load_part16(p, left), dana__load_part16(p + 1, left - 1),
                    left > 1 ? dana__load_part16(p + 2, left - 2) : (dana__bytes16){0}) &
           ((1u << (left < DANA__STEP ? left : DANA__STEP)) - 1);
}

/* As dana__next_of_people, of a URL of less than DANA__THREE_STEP bytes. */
static size_t next_of_short(dana_view href, size_t from)
{
    for (; from < href.length; from += DANA__STEP) {
        unsigned found = leads_at_end(href, from);

        if (found != 0) {
            return from + dana__first16(found);
        }
    }
    return href.length;
}

/* Whether one of the last two bytes of a URL is an "u" that no small letter follows. */
static inline bool is_u_alone(dana_view href, size_t at)
{
    return (href.data[at] | 0x20) == 'u' &&
           (at + 1 == href.length || href.data[at + 1] < 'a' || href.data[at + 1] > 'z');
}

size_t dana__next_of_people(dana_view href, size_t from)
{
    for (; from + DANA__THREE_STEP <= href.length; from += DANA__STEP) {
        unsigned found = leads_before(href.data + from);

        if (found != 0) {
            return from + dana__first16(found);
        }
    }
    if (href.length < DANA__THREE_STEP) {
        return next_of_short(href, from);
    }
    size_t last = href.length - DANA__THREE_STEP; /* some of the places again */
    unsigned found = from + 2 < href.length ? leads_before(href.data + last) >> (from - last) : 0;

    if (found != 0) {
        return from + dana__first16(found);
    }
    from = from + 2 < href.length ? href.length - 2 : from;
    while (from < href.length && !is_u_alone(href, from)) {
        from++;
    }
    return from < href.length ? from : href.length;
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
