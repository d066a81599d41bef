#include "dates/calendar.h"
#include "dates/date.h"

#include <string.h>

/* The number of `digits` ASCII digits at p, -1 where there are others or more. */
static int digits_at(dana_view url, size_t *at, size_t fewest, size_t most)
{
    size_t i = *at;
    int value = 0;

    while (i < url.length && i - *at <= most && url.data[i] >= '0' && url.data[i] <= '9') {
        value = value * 10 + (url.data[i++] - '0');
    }
    if (i - *at < fewest || i - *at > most) {
        return -1;
    }
    *at = i;
    return value;
}

/* Reads year, month and day at `at`; with the same separator, or with none and eight digits. */
static bool url_date_at(dana_view url, size_t at, dana__date *out)
{
    size_t i = at;
    int compact = digits_at(url, &i, 8, 8);

    if (compact > 0) {
        *out = (dana__date){
            .year = compact / 10000, .month = compact / 100 % 100, .day = compact % 100};
    } else {
        i = at;
        out->year = digits_at(url, &i, 4, 4);
        char separator = i < url.length ? url.data[i] : '\0';

        if (out->year < 0 || (separator != '/' && separator != '-' && separator != '_')) {
            return false;
        }
        i++;
        out->month = digits_at(url, &i, 1, 2);
        if (out->month < 0 || i >= url.length || url.data[i] != separator) {
            return false;
        }
        i++;
        out->day = digits_at(url, &i, 1, 2);
    }
    bool ends = i >= url.length || url.data[i] < '0' || url.data[i] > '9';

    return ends && out->year >= 1990 && out->year <= DANA__YEAR_LAST && out->month >= 1 &&
           out->month <= 12 && out->day >= 1 &&
           out->day <= dana__month_length(out->year, out->month);
}

bool dana__find_url_date(dana_view url, dana__date *out)
{
    for (size_t i = 0; i + 8 <= url.length && url.data[i] != '?' && url.data[i] != '#'; i++) {
        bool starts = i > 0 && strchr("/-_.", url.data[i - 1]) != NULL && url.data[i - 1] != '\0';

        *out = (dana__date){0};
        if (starts && url_date_at(url, i, out)) {
            return true;
        }
    }
    return false;
}
