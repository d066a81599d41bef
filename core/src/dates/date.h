/*
 * Dates in text: ISO 8601 and its relatives, numbers with punctuation between, names of months in
 * many languages, with a time and a zone where they follow. Solar Hijri dates become Gregorian.
 */
#ifndef DANA_DATES_DATE_H
#define DANA_DATES_DATE_H

#include "dates/calendar.h"
#include "dates/reader.h"

/* Longest form of a date: "2020-08-24T09:23:13+03:00". */
#define DANA__DATE_MAX 32

/*
 * Finds the first date in a text (valid UTF-8, of which at most the first 600 bytes are read).
 * Returns true with the date and the bytes it takes. Linear, no allocation.
 */
bool dana__find_date(dana_view text, dana__date_reading reading, dana__date *out, dana_span *span);

/* Returns whether a text, without punctuation around it, is a day of the week, which stands before
 * dates as names do. */
bool dana__is_weekday(dana_view text);

/* Writes a date as ISO 8601, the time and the zone only where they are given. Returns the length;
 * a NUL follows. */
size_t dana__write_date(const dana__date *date, char out[DANA__DATE_MAX]);

#endif
