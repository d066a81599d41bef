#include "endpoints/utc.h"

#include <stdint.h>
#include <stdio.h>

#define MINUTES_OF_DAY 1440

/* What is left of a text. */
typedef struct {
    const char *at;
    const char *end;
} cursor;

static bool take(cursor *c, char wanted)
{
    if (c->at < c->end && *c->at == wanted) {
        c->at++;
        return true;
    }
    return false;
}

/* Reads `digits` digits as a number from min to max. */
static bool number(cursor *c, int digits, int min, int max, int *out)
{
    int value = 0;

    if (c->end - c->at < digits) {
        return false;
    }
    for (int i = 0; i < digits; i++) {
        if (c->at[i] < '0' || c->at[i] > '9') {
            return false;
        }
        value = value * 10 + (c->at[i] - '0');
    }
    c->at += digits;
    *out = value;
    return value >= min && value <= max;
}

/* A moment, before and after it is brought to UTC. */
typedef struct {
    int year;
    int month;
    int day;
    int hour;
    int minute;
    int second;
    int millisecond;
    int offset_minutes;
} moment;

static bool read_date(cursor *c, moment *m)
{
    if (!number(c, 4, 0, 9999, &m->year)) {
        return false;
    }
    if (take(c, '-')) {
        if (!number(c, 2, 1, 12, &m->month)) {
            return false;
        }
        if (take(c, '-') && !number(c, 2, 1, 31, &m->day)) {
            return false;
        }
    }
    return true;
}

/* The first three digits of a fraction count. */
static bool read_fraction(cursor *c, moment *m)
{
    int weight = 100;

    if (c->at == c->end || *c->at < '0' || *c->at > '9') {
        return false;
    }
    for (; c->at < c->end && *c->at >= '0' && *c->at <= '9'; c->at++) {
        m->millisecond += (*c->at - '0') * weight;
        weight /= 10;
    }
    return true;
}

static bool read_time(cursor *c, moment *m)
{
    if (!number(c, 2, 0, 23, &m->hour) || !take(c, ':') || !number(c, 2, 0, 59, &m->minute)) {
        return false;
    }
    if (!take(c, ':')) {
        return true;
    }
    if (!number(c, 2, 0, 60, &m->second)) {
        return false;
    }
    return !(take(c, '.') || take(c, ',')) || read_fraction(c, m);
}

static bool read_zone(cursor *c, moment *m)
{
    int hours = 0;
    int minutes = 0;

    if (c->at == c->end || take(c, 'Z') || take(c, 'z')) {
        return true;
    }
    bool west = take(c, '-');
    if ((!west && !take(c, '+')) || !number(c, 2, 0, 23, &hours)) {
        return false;
    }
    take(c, ':');
    if (c->at < c->end && !number(c, 2, 0, 59, &minutes)) {
        return false;
    }
    m->offset_minutes = (west ? -1 : 1) * (hours * 60 + minutes);
    return true;
}

static bool is_leap(int year)
{
    return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

static int days_of_month(int year, int month)
{
    static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

    return days[month - 1] + (month == 2 && is_leap(year) ? 1 : 0);
}

/* Moves by one day, back or on. */
static void step_day(moment *m, int by)
{
    m->day += by;
    if (m->day < 1) {
        m->month = m->month > 1 ? m->month - 1 : 12;
        m->year -= m->month == 12 ? 1 : 0;
        m->day = days_of_month(m->year, m->month);
    } else if (m->day > days_of_month(m->year, m->month)) {
        m->month = m->month < 12 ? m->month + 1 : 1;
        m->year += m->month == 1 ? 1 : 0;
        m->day = 1;
    }
}

/* An offset is less than a day, so that one step is enough. */
static void to_utc(moment *m)
{
    int minutes = m->hour * 60 + m->minute - m->offset_minutes;

    if (minutes < 0) {
        minutes += MINUTES_OF_DAY;
        step_day(m, -1);
    } else if (minutes >= MINUTES_OF_DAY) {
        minutes -= MINUTES_OF_DAY;
        step_day(m, 1);
    }
    m->hour = minutes / 60;
    m->minute = minutes % 60;
    m->offset_minutes = 0;
}

bool api__utc_from_iso(dana_view iso, char out[API__UTC_SIZE])
{
    cursor c = {iso.data, iso.data + iso.length};
    moment m = {.month = 1, .day = 1};

    if (!read_date(&c, &m)) {
        return false;
    }
    if (c.at < c.end &&
        !((take(&c, 'T') || take(&c, ' ')) && read_time(&c, &m) && read_zone(&c, &m))) {
        return false;
    }
    if (c.at < c.end || m.day > days_of_month(m.year, m.month)) {
        return false;
    }
    to_utc(&m);
    if (m.year < 0 || m.year > 9999) {
        return false;
    }
    snprintf(out, API__UTC_SIZE, "%04d-%02d-%02dT%02d:%02d:%02d.%03dZ", m.year, m.month, m.day,
             m.hour, m.minute, m.second < 60 ? m.second : 59, m.millisecond);
    return true;
}
