/*
 * Dates in text: ISO 8601 and its relatives, numbers with marks between, names of months in many
 * languages, with a time and a zone where they follow. Solar Hijri dates become Gregorian.
 */
#ifndef DANA_DATES_DATE_H
#define DANA_DATES_DATE_H

#include "dana/view.h"

#include <stdbool.h>

/* Longest form of a date: "2020-08-24T09:23:13+03:00". */
#define DANA__DATE_MAX 32

/* A date of the Gregorian calendar; zone_minutes counts from UTC, east is positive. */
typedef struct {
    int year;
    int month;
    int day;
    int hour;
    int minute;
    int second;
    bool has_time;
    bool has_seconds;
    bool has_zone;
    int zone_minutes;
} dana__date;

/* How to read what can be read in two ways. All false is the careful reading of running text. */
typedef struct {
    bool month_first; /* 3/4/2020 is the 4th of March */
    bool solar;       /* years 1300 to 1499 are solar Hijri whatever the digits */
    bool machine;     /* an attribute or a member: also 20200824, 24/08/20 and seconds since 1970 */
} dana__date_reading;

/*
 * Finds the first date in a text (valid UTF-8, of which at most the first 600 bytes are read).
 * Returns true with the date and the bytes it takes. Linear, no allocation.
 */
bool dana__find_date(dana_view text, dana__date_reading reading, dana__date *out, dana_span *span);

/* Finds a date in the path of a URL: /2020/8/24/, /2020-08-24-, -20200824. Returns true with it. */
bool dana__find_url_date(dana_view url, dana__date *out);

/* Writes a date as ISO 8601, the time and the zone only where they are given. Returns the length;
 * a NUL follows. */
size_t dana__write_date(const dana__date *date, char out[DANA__DATE_MAX]);

/* Returns whether two dates name the same day. */
bool dana__same_day(const dana__date *a, const dana__date *b);

#endif
