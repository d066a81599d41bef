/*
 * The forms that a day has: numbers with punctuation between, names of months, a machine's digits.
 */
#ifndef DANA_DATES_FORMS_H
#define DANA_DATES_FORMS_H

#include "dates/calendar.h"
#include "dates/reader.h"

/*
 * Reads a day at token `first`, in the first form that fits there and is a day of the calendar.
 * Returns true with the date; *r then stands after it.
 */
bool dana__read_day(dana__date_reader *r, size_t first, dana__date *out);

#endif
