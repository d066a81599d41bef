/*
 * The time after a date: hours to seconds, the half of the day, the zone.
 */
#ifndef DANA_DATES_TIME_H
#define DANA_DATES_TIME_H

#include "dates/calendar.h"
#include "dates/reader.h"

/* Reads the time after a date; without one the date stays as it is. */
void dana__read_time(dana__date_reader *r, dana__date *out);

#endif
