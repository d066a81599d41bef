#include "evidence/date_digits.h"

#include "base/ascii.h"
#include "base/bytes16.h"

#include <string.h>

/* Longest text in which a date with a year of two digits counts. */
#define SHORT_MAX 48

/* Whether a text holds two digits, a dot or a slash, twice, and two digits: 24.08.20. */
static bool has_short_date(dana_view text)
{
    static const char form[] = "dd.dd.dd";

    for (size_t i = 0; text.length <= SHORT_MAX && i + sizeof(form) - 1 <= text.length; i++) {
        size_t fits = 0;

        while (form[fits] != '\0' &&
               (form[fits] == 'd' ? dana__is_digit(text.data[i + fits])
                                  : text.data[i + fits] == text.data[i + 2] &&
                                        (text.data[i + 2] == '.' || text.data[i + 2] == '/'))) {
            fits++;
        }
        if (form[fits] == '\0') {
            return true;
        }
    }
    return false;
}

/* What of sixteen bytes are digits of ASCII, and what may begin others: those of Arabic, of India,
 * of Burma and wide ones. */
static inline dana__bytes16 wide_leads(dana__bytes16 bytes)
{
    return (dana__bytes16)(bytes - 0xD9 <= 0xE1 - 0xD9) | dana__equal16(bytes, '\xEF');
}

static inline dana__bytes16 digits_of(dana__bytes16 bytes)
{
    return (dana__bytes16)(bytes - '0' <= 9);
}

/* Digits of a text. */
typedef struct {
    bool wide;       /* some may be no ASCII; then nothing else is said */
    bool four;       /* four in a row */
    unsigned digits; /* how many */
} digit_look;

static digit_look look_at_digits(dana_view text)
{
    digit_look look = {false, false, 0};
    const char *end = text.data + text.length;
    unsigned row = 0; /* the last three bytes before, and the sixteen at hand */

    for (const char *p = text.data; p < end && !look.wide; p += DANA__STEP) {
        dana__bytes16 bytes = dana__load_part16(p, (size_t)(end - p));
        unsigned digits = dana__bits16(digits_of(bytes));

        row = row >> DANA__STEP | digits << 3;
        look.wide = dana__bits16(wide_leads(bytes)) != 0;
        look.digits += digits != 0 ? (unsigned)__builtin_popcount(digits) : 0;
        look.four = look.four || (row & row >> 1 & row >> 2 & row >> 3) != 0;
    }
    return look;
}

/* The noughts of scripts, each followed by nine digits, by their first bytes in order: Arabic and
 * Persian, Devanagari, Bengali, Gurmukhi, Gujarati, Oriya, Tamil, Telugu, Kannada, Malayalam, Thai,
 * Burmese, wide ones. */
static const char *const noughts[] = {
    "\xD9\xA0",     "\xDB\xB0",     "\xE0\xA5\xA6", "\xE0\xA7\xA6", "\xE0\xA9\xA6",
    "\xE0\xAB\xA6", "\xE0\xAD\xA6", "\xE0\xAF\xA6", "\xE0\xB1\xA6", "\xE0\xB3\xA6",
    "\xE0\xB5\xA6", "\xE0\xB9\x90", "\xE1\x81\x80", "\xEF\xBC\x90"};

/* Bytes of the digit at p, which is not ASCII; 0: it is none. */
static size_t wide_digit_length(const char *p, size_t left)
{
    for (size_t i = 0; i < DANA__COUNT(noughts) && noughts[i][0] <= *p; i++) {
        const char *nought = noughts[i];
        size_t last = nought[2] != '\0' ? 2 : 1;

        if (*p == nought[0] && left > last && (last == 1 || p[1] == nought[1]) &&
            (unsigned char)(p[last] - nought[last]) <= 9) {
            return last + 1;
        }
    }
    return 0;
}

/* Looks at the digits of any script. */
static digit_look look_at_wide_digits(dana_view text)
{
    digit_look look = {true, false, 0};
    unsigned run = 0;

    for (size_t i = 0; i < text.length && run < 4;) {
        char c = text.data[i];
        size_t length = dana__is_digit(c) ? 1 : 0;

        if ((unsigned char)c >= 0xD9 && ((unsigned char)c <= 0xE1 || c == '\xEF')) {
            length = wide_digit_length(text.data + i, text.length - i);
        }
        run = length > 0 ? run + 1 : 0;
        look.digits += length > 0;
        i += length > 0 ? length : 1;
    }
    look.four = run == 4;
    return look;
}

bool dana__may_hold_date(dana_view text)
{
    digit_look look = look_at_digits(text);

    if (look.wide) {
        look = look_at_wide_digits(text);
    }
    return look.four || (look.digits >= 6 && has_short_date(text));
}

/* Bytes of the digit of any script at p; 0: it is none. */
static size_t digit_length(const char *p, const char *end)
{
    if ((unsigned char)*p < 0xD9) {
        return dana__is_digit(*p) ? 1 : 0;
    }
    return wide_digit_length(p, (size_t)(end - p));
}

/* What a digit counts, by its last byte: those of India begin with A6. */
static unsigned digit_value(unsigned char last, size_t length)
{
    return length == 3 && last >= 0xA6 ? last - 0xA6u : last & 15u;
}

/* Reads a number of digits of any script. Returns how many it has. */
static size_t read_number(const char **p, const char *end, unsigned *value)
{
    size_t digits = 0;
    size_t length;

    for (*value = 0; *p < end && (length = digit_length(*p, end)) > 0; *p += length) {
        unsigned digit = digit_value((unsigned char)(*p)[length - 1], length);

        *value = *value % 1000 * 10 + digit;
        digits++;
    }
    return digits;
}

/* Reads the numbers of a date from p on: day and month, and a year of four digits. Returns where
 * they end. */
static const char *read_numbers(const char *p, const char *end, unsigned numbers[2], bool *found)
{
    unsigned year;
    size_t digits = read_number(&p, end, &numbers[0]);
    char mark = p < end ? *p : '\0';

    *found = false;
    if (digits > 2 || (mark != '-' && mark != '/')) {
        return p;
    }
    p++;
    digits = read_number(&p, end, &numbers[1]);
    if (digits == 0 || digits > 2 || p == end || *p != mark) {
        return p;
    }
    p++;
    *found = read_number(&p, end, &year) == 4;
    return p;
}

unsigned dana__order_of_days(dana_view text)
{
    const char *end = text.data + text.length;

    for (const char *p = text.data; p < end;) {
        unsigned numbers[2];
        bool found = false;

        if (digit_length(p, end) == 0) {
            p++;
            continue;
        }
        p = read_numbers(p, end, numbers, &found);
        if (found && numbers[0] > 12 && numbers[0] <= 31 && numbers[1] - 1 < 12) {
            return DANA__DAY_FIRST;
        }
        if (found && numbers[1] > 12 && numbers[1] <= 31 && numbers[0] - 1 < 12) {
            return DANA__MONTH_FIRST;
        }
    }
    return 0;
}

/* Longest title of a time, and longest text of the element that has it. */
#define TITLE_MAX  48
#define INSIDE_MAX 32

/* Whether a time of day stands in a text: a colon between digits. */
static bool has_time(dana_view text)
{
    for (size_t i = 1; i + 2 < text.length; i++) {
        if (text.data[i] == ':' && dana__is_digit(text.data[i - 1]) &&
            dana__is_digit(text.data[i + 1]) && dana__is_digit(text.data[i + 2])) {
            return true;
        }
    }
    return false;
}

/* Whether a text begins as a day of ISO 8601 with a time of day. */
static bool is_machine_time(dana_view text)
{
    static const char form[] = "dddd-dd-dd dd:dd";

    for (size_t i = 0; i + 1 < sizeof(form); i++) {
        char c = i < text.length ? text.data[i] : '\0';

        if (form[i] == 'd'   ? !dana__is_digit(c)
            : form[i] == ' ' ? c != ' ' && c != 'T'
                             : c != form[i]) {
            return false;
        }
    }
    return true;
}

bool dana__is_time_stamp(dana_view title, dana_view inside)
{
    if (is_machine_time(title)) {
        return true;
    }
    if (title.length > TITLE_MAX || !has_time(title) || !dana__may_hold_date(title)) {
        return false;
    }
    size_t most = inside.length < INSIDE_MAX ? inside.length : INSIDE_MAX;
    const char *close = memchr(inside.data, '<', most);

    return close != NULL && close > inside.data;
}

/* Longest text that is read for the date that a paragraph begins with. */
#define DATELINE_MAX 48

dana_view dana__dateline_of(dana_view text)
{
    const char *end = text.data + (text.length < DATELINE_MAX ? text.length : DATELINE_MAX);
    const char *p = text.data;

    if (*p == '(') {
        const char *close = memchr(p, ')', (size_t)(end - p));

        text = dana__between(p + 1, close != NULL ? close : p + 1);
    } else {
        while (p < end && (dana__is_digit(*p) || *p == '.' || *p == '/')) {
            p++;
        }
        text = dana__between(text.data, p);
        /* Two parts of two digits and a year: 7.1.2022 is the shortest. */
        text.length = text.length >= 8 && p < end && *p == ' ' ? text.length : 0;
    }
    return text.length > 0 && dana__may_hold_date(text) ? text : (dana_view){NULL, 0};
}
