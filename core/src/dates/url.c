#include "dates/url.h"

#include "base/ascii.h"
#include "dates/words.h"

#include <string.h>

/* Reads a number of `fewest` to `most` digits at *at, which it passes; -1, where it stays: none. */
static int read_digits(dana_view url, size_t *at, size_t fewest, size_t most)
{
    size_t i = *at;
    int value = 0;

    while (i < url.length && i - *at <= most && dana__is_digit(url.data[i])) {
        value = value * 10 + (url.data[i++] - '0');
    }
    if (i - *at < fewest || i - *at > most) {
        return -1;
    }
    *at = i;
    return value;
}

/* 20200824 */
static bool read_compact(dana_view url, size_t *at, dana__date *out)
{
    int digits = read_digits(url, at, 8, 8);

    *out = (dana__date){.year = digits / 10000, .month = digits / 100 % 100, .day = digits % 100};
    return digits > 0;
}

/* Longest name of a month in a URL. */
#define MONTH_MAX 12

/* Reads the name of a month at *at, which it passes; -1: there is none. */
static int read_month_name(dana_view url, size_t *at)
{
    size_t i = *at;

    while (i < url.length && i - *at < MONTH_MAX && dana__is_letter(url.data[i])) {
        i++;
    }
    const dana__date_word *word = i > *at + 2
                                      ? dana__find_date_word((dana_view){url.data + *at, i - *at})
                                      : NULL;

    if (word == NULL || word->kind != DANA__WORD_MONTH) {
        return -1;
    }
    *at = i;
    return word->value;
}

/* 2020/8/24, 2020-08-24, 2020_08_24, 2020/aug/24 */
static bool read_separated(dana_view url, size_t *at, dana__date *out)
{
    *out = (dana__date){.year = read_digits(url, at, 4, 4)};
    char separator = dana__byte_at(url, *at);

    if (out->year < 0 || (separator != '/' && separator != '-' && separator != '_')) {
        return false;
    }
    ++*at;
    out->month = read_digits(url, at, 1, 2);
    if (out->month < 0) {
        out->month = read_month_name(url, at);
    }
    if (dana__byte_at(url, *at) != separator) {
        return false;
    }
    ++*at;
    out->day = read_digits(url, at, 1, 2);
    return true;
}

static bool read_url_date(dana_view url, size_t at, dana__date *out)
{
    return (read_compact(url, &at, out) || read_separated(url, &at, out)) &&
           !dana__is_digit(dana__byte_at(url, at)) && out->year >= 1990 &&
           out->year <= DANA__YEAR_LAST && out->month >= 1 && out->month <= 12 && out->day >= 1 &&
           out->day <= dana__month_length(out->year, out->month);
}

bool dana__find_url_date(dana_view url, dana__date *out)
{
    for (size_t i = 0; i + 8 <= url.length && url.data[i] != '?' && url.data[i] != '#'; i++) {
        bool starts = i > 0 && strchr("/-_.", url.data[i - 1]) != NULL && url.data[i - 1] != '\0';

        if (starts && read_url_date(url, i, out)) {
            return true;
        }
    }
    return false;
}
