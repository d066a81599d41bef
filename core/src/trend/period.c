/*
 * Days count from 1 January 0001 of the proleptic Gregorian calendar, a Monday, as number 0.
 */
#include "trend/period.h"

#include "base/ascii.h"
#include "dates/calendar.h"

#include <stdbool.h>
#include <stdio.h>

typedef struct {
    int year; /* 1 to 9999 */
    int month;
    int day;
    int parts; /* how many of them are given */
} date_parts;

static int days_before_year(int year)
{
    int y = year - 1;

    return y * 365 + y / 4 - y / 100 + y / 400;
}

/* Reads `width` digits at *at. */
static bool read_digits(dana_view text, size_t *at, size_t width, int *value)
{
    *value = 0;
    if (text.length - *at < width) {
        return false;
    }
    for (size_t end = *at + width; *at < end; (*at)++) {
        char c = text.data[*at];

        if (!dana__is_digit(c)) {
            return false;
        }
        *value = *value * 10 + (c - '0');
    }
    return true;
}

/* Reads "-" and two digits, 1 to `most`, where more follows. Returns false where that is no part.
 */
static bool read_part(dana_view text, size_t *at, date_parts *d, int *value, int most)
{
    if (*at == text.length || text.data[*at] != '-') {
        return true;
    }
    ++*at;
    d->parts++;
    return read_digits(text, at, 2, value) && *value >= 1 && *value <= most;
}

static bool read_date(dana_view text, date_parts *d)
{
    size_t at = 0;

    *d = (date_parts){.month = 1, .day = 1, .parts = 1};
    if (!read_digits(text, &at, 4, &d->year) || d->year < 1 ||
        !read_part(text, &at, d, &d->month, 12)) {
        return false;
    }
    if (d->parts == 2 &&
        !read_part(text, &at, d, &d->day, (int)dana__month_length(d->year, d->month))) {
        return false;
    }
    return at == text.length || (d->parts == 3 && (text.data[at] == 'T' || text.data[at] == ' '));
}

static int day_number(const date_parts *d)
{
    int days = days_before_year(d->year) + d->day - 1;

    for (int month = 1; month < d->month; month++) {
        days += (int)dana__month_length(d->year, month);
    }
    return days;
}

dana_status dana__period_of(dana_view date, dana_period period, uint32_t *number, dana_error *err)
{
    static const int parts_needed[DANA_PERIOD_COUNT] = {
        [DANA_PERIOD_DAY] = 3, [DANA_PERIOD_WEEK] = 3, [DANA_PERIOD_MONTH] = 2};
    date_parts d;

    if (!read_date(date, &d)) {
        return dana_error_set(err, DANA_INVALID_PARAM, 0, "a date must be as 2010-05-03");
    }
    if (d.parts < parts_needed[period]) {
        return dana_error_set(err, DANA_INVALID_PARAM, 0, "the date does not tell its %s",
                              dana_period_name(period));
    }
    switch (period) {
    case DANA_PERIOD_DAY:
        *number = (uint32_t)day_number(&d);
        break;
    case DANA_PERIOD_WEEK:
        *number = (uint32_t)(day_number(&d) / 7);
        break;
    case DANA_PERIOD_MONTH:
        *number = (uint32_t)(d.year * 12 + d.month - 1);
        break;
    default:
        *number = (uint32_t)d.year;
        break;
    }
    return DANA_OK;
}

static int year_of_day(int day)
{
    int year = day / 366 + 1;

    while (days_before_year(year + 1) <= day) {
        year++;
    }
    return year;
}

static void label_day(int day, char label[16])
{
    int year = year_of_day(day);
    int month = 1;
    int left = day - days_before_year(year);

    while (left >= (int)dana__month_length(year, month)) {
        left -= (int)dana__month_length(year, month);
        month++;
    }
    snprintf(label, 16, "%04u-%02u-%02u", (unsigned)year % 10000u, (unsigned)month % 100u,
             (unsigned)(left + 1) % 100u);
}

/* ISO 8601: a week belongs to the year of its Thursday. */
static void label_week(int week, char label[16])
{
    int thursday = week * 7 + 3;
    int year = year_of_day(thursday);

    snprintf(label, 16, "%04u-W%02u", (unsigned)year % 10000u,
             (unsigned)((thursday - days_before_year(year)) / 7 + 1) % 100u);
}

void dana__period_label(dana_period period, uint32_t number, char label[16])
{
    switch (period) {
    case DANA_PERIOD_DAY:
        label_day((int)number, label);
        break;
    case DANA_PERIOD_WEEK:
        label_week((int)number, label);
        break;
    case DANA_PERIOD_MONTH:
        snprintf(label, 16, "%04u-%02u", number / 12 % 10000u, number % 12 + 1);
        break;
    default:
        snprintf(label, 16, "%04u", number % 10000u);
        break;
    }
}

const char *dana_period_name(size_t period)
{
    static const char *const names[DANA_PERIOD_COUNT] = {
        [DANA_PERIOD_DAY] = "day",
        [DANA_PERIOD_WEEK] = "week",
        [DANA_PERIOD_MONTH] = "month",
        [DANA_PERIOD_YEAR] = "year",
    };

    return period < DANA_PERIOD_COUNT ? names[period] : NULL;
}
