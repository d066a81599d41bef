/*
 * The time beside a date: hours to seconds, the half of the day, the zone.
 */
#ifndef DANA_DATES_TIME_H
#define DANA_DATES_TIME_H

#include "dates/calendar.h"
#include "dates/reader.h"

/* Reads the time after a date; without one the date stays as it is. */
void dana__read_time(dana__date_reader *r, dana__date *out);

/* Reads the time that ends where the date at token `date` begins: "14:05, 12 May 2026". Returns the
 * token at which it begins, `date` where there is none. */
size_t dana__read_time_before(dana__date_reader *r, size_t date, dana__date *out);

#endif
