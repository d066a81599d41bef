/*
 * The time behind a date: hours to seconds, the half of the day, the zone.
 */
#ifndef DANA_DATES_TIME_H
#define DANA_DATES_TIME_H

#include "dates/reader.h"

/* Reads the time behind a date, if there is one; the date stays as it is if not. */
void dana__read_time(dana__date_reader *r, dana__date *out);

#endif
