#include "dates/calendar.h"

#include "base/ascii.h"

#include <stddef.h>

bool dana__same_day(const dana__date *a, const dana__date *b)
{
    return a->year == b->year && a->month == b->month && a->day == b->day;
}

bool dana__is_leap_year(int64_t year)
{
    return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

int64_t dana__month_length(int64_t year, int64_t month)
{
    static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

    return days[month - 1] + (month == 2 && dana__is_leap_year(year));
}

void dana__add_days(dana__date *date, int days)
{
    date->day += days;
    while (date->day > dana__month_length(date->year, date->month)) {
        date->day -= (int)dana__month_length(date->year, date->month);
        if (++date->month > 12) {
            date->month = 1;
            date->year++;
        }
    }
}

/*
 * Leap years of the solar Hijri calendar by its cycle of 33 years (Borkowski, The Persian calendar
 * for 3000 years, 1996). deviation: the calendar itself follows the sun; in the years that pages
 * are written in, both agree.
 */
static bool is_solar_leap(int64_t year)
{
    static const int leaps[] = {1, 5, 9, 13, 17, 22, 26, 30};

    for (size_t i = 0; i < DANA__COUNT(leaps); i++) {
        if (year % 33 == leaps[i]) {
            return true;
        }
    }
    return false;
}

int64_t dana__solar_month_length(int64_t year, int64_t month)
{
    if (month <= 6) {
        return 31;
    }
    return month < 12 || is_solar_leap(year) ? 30 : 29;
}

void dana__from_solar(int64_t year, int64_t month, int64_t day, dana__date *date)
{
    int days = (int)day - 1;

    *date = (dana__date){.year = (int)year + 621, .month = 3, .day = 21};
    int solar_leaps = 0;
    int gregorian_leaps = 0;

    for (int64_t y = DANA__SOLAR_YEAR_FIRST; y < year; y++) {
        solar_leaps += is_solar_leap(y);
        gregorian_leaps += dana__is_leap_year(y + 622);
    }
    date->day += solar_leaps - gregorian_leaps;
    days += month <= 7 ? ((int)month - 1) * 31 : 186 + ((int)month - 7) * 30;
    dana__add_days(date, days);
}
