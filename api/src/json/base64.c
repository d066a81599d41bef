#include "json/base64.h"

#include <stdlib.h>

enum { WHITE = -2, WRONG = -1 };

static int value_of(char c)
{
    if (c >= 'A' && c <= 'Z') {
        return c - 'A';
    }
    if (c >= 'a' && c <= 'z') {
        return c - 'a' + 26;
    }
    if (c >= '0' && c <= '9') {
        return c - '0' + 52;
    }
    if (c == '+' || c == '/') {
        return c == '+' ? 62 : 63;
    }
    return c == ' ' || c == '\n' || c == '\r' || c == '\t' ? WHITE : WRONG;
}

/* Checks what follows the last digit: `count` digits lie in the last group of four. */
static bool is_tail(const char *text, size_t length, size_t start, unsigned count, size_t *position)
{
    unsigned pads = count == 2 ? 2 : count == 3 ? 1 : 0;

    for (size_t i = start; i < length; i++) {
        if (text[i] == '=' && pads > 0) {
            pads--;
        } else if (value_of(text[i]) != WHITE) {
            *position = i;
            return false;
        }
    }
    *position = length;
    return pads == 0 && count != 1;
}

bool api__base64_decode(const char *text, size_t length, char **out, size_t *out_length,
                        size_t *position)
{
    char *bytes = malloc(length / 4 * 3 + 4);
    size_t written = 0;
    unsigned group = 0;
    unsigned count = 0;
    size_t i = 0;

    *out = bytes;
    *position = 0;
    if (bytes == NULL) {
        return false;
    }
    for (; i < length; i++) {
        int value = value_of(text[i]);

        if (value == WRONG) {
            break;
        }
        if (value == WHITE) {
            continue;
        }
        group = group << 6 | (unsigned)value;
        count = (count + 1) & 3;
        if (count != 1) {
            bytes[written++] = (char)(group >> (count == 0 ? 0 : count == 3 ? 2 : 4) & 0xFF);
        }
    }
    *out_length = written;
    return is_tail(text, length, i, count, position);
}
