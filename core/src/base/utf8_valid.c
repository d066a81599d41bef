#include "base/utf8_valid.h"

#include "base/bytes16.h"
#include "base/utf8.h"
#include "base/utf8_wide.h"
#include "dana/text.h"

/* Bytes of ASCII that are passed at a time. */
#define ASCII_BLOCK ((size_t)4 * DANA__STEP)

/* Shorter texts are not worth the way. */
#define WIDE_LEAST ((size_t)2 * DANA__STEP)

/* Returns the length of the valid character at p (limit bytes are readable), 0 if invalid.
 * Bounds of the second byte: Unicode 15, table 3-7. */
static size_t valid_character(const unsigned char *p, size_t limit)
{
    unsigned char lead = p[0];
    unsigned char low = 0x80;
    unsigned char high = 0xBF;
    size_t length = dana__utf8_length(lead);

    if (lead < 0x80) {
        return 1;
    }
    if (lead < 0xC2 || lead > 0xF4 || length > limit) {
        return 0;
    }
    if (lead == 0xE0) {
        low = 0xA0;
    } else if (lead == 0xED) {
        high = 0x9F;
    } else if (lead == 0xF0) {
        low = 0x90;
    } else if (lead == 0xF4) {
        high = 0x8F;
    }
    if (p[1] < low || p[1] > high) {
        return 0;
    }
    for (size_t i = 2; i < length; i++) {
        if (!dana__utf8_continues(p[i])) {
            return 0;
        }
    }
    return length;
}

size_t dana__ascii_length(const char *data, size_t length)
{
    size_t i = 0;

    for (; i + ASCII_BLOCK <= length; i += ASCII_BLOCK) {
        const char *p = data + i;

        if (dana__bits16(dana__load16(p) | dana__load16(p + DANA__STEP) |
                         dana__load16(p + 2 * DANA__STEP) | dana__load16(p + 3 * DANA__STEP)) !=
            0) {
            break;
        }
    }
    for (; i + DANA__STEP <= length; i += DANA__STEP) {
        unsigned found = dana__bits16(dana__load16(data + i));

        if (found != 0) {
            return i + dana__first16(found);
        }
    }
    return i;
}

size_t dana__utf8_valid_plain(const char *data, size_t length)
{
    size_t i = 0;

    while (i < length) {
        i += dana__ascii_length(data + i, length - i);
        /* A character beyond ASCII is seldom alone. */
        for (size_t end = i + DANA__STEP; i < length && i < end;) {
            size_t step = valid_character((const unsigned char *)data + i, length - i);

            if (step == 0) {
                return i;
            }
            i += step;
        }
    }
    return length;
}

size_t dana_utf8_valid_length(const char *data, size_t length)
{
    size_t passed = 0;

#ifdef DANA__UTF8_WIDE
    if (length >= WIDE_LEAST && dana__can_validate_wide()) {
        /* A character that begins among the first bytes ends in twice as many. */
        passed = dana__utf8_valid_plain(data, (size_t)2 * DANA__UTF8_BEFORE);
        if (passed < DANA__UTF8_BEFORE) {
            return passed;
        }
        passed = dana__utf8_pass_valid(data, passed, length);
    }
#endif
    return passed + dana__utf8_valid_plain(data + passed, length - passed);
}
