/*
 * Days of the Gregorian and the solar Hijri calendar.
 */
#ifndef DANA_DATES_CALENDAR_H
#define DANA_DATES_CALENDAR_H

#include <stdbool.h>
#include <stdint.h>

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

/* Years that a page may have been written in. */
#define DANA__YEAR_FIRST       1900
#define DANA__YEAR_LAST        2100
#define DANA__SOLAR_YEAR_FIRST 1300
#define DANA__SOLAR_YEAR_LAST  1499

/* The last of them where no month tells the calendar: what is above is a lunar Hijri year. */
#define DANA__SOLAR_YEAR_PLAIN 1430

/* What Kurdish years are ahead of solar Hijri ones: the months and days are the same. */
#define DANA__KURDISH_YEARS 1321

/* What Buddhist years, which Thailand counts in, are ahead: the months and days are the same. */
#define DANA__BUDDHIST_YEARS 543

/* Returns whether two dates name the same day. */
bool dana__same_day(const dana__date *a, const dana__date *b);

/* Returns whether a Gregorian year has 366 days. */
bool dana__is_leap_year(int64_t year);

/* Returns the days of a Gregorian month, 1 to 12. */
int64_t dana__month_length(int64_t year, int64_t month);

/* Returns the days of a month, 1 to 12, of a solar Hijri year. */
int64_t dana__solar_month_length(int64_t year, int64_t month);

/* Adds days to a date, fewer than some hundred. */
void dana__add_days(dana__date *date, int days);

/* Makes a solar Hijri day of the years above Gregorian: counts days from 1 Farvardin 1300, which
 * was 21 March 1921. */
void dana__from_solar(int64_t year, int64_t month, int64_t day, dana__date *date);

#endif
