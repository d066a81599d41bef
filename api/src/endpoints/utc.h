/*
 * Dates as JavaScript writes them.
 */
#ifndef API_ENDPOINTS_UTC_H
#define API_ENDPOINTS_UTC_H

#include "dana/view.h"

#include <stdbool.h>

/* Room for a date with its NUL. */
#define API__UTC_SIZE 96

/*
 * Turns an ISO 8601 date (2016, 2016-09, 2016-09-16, with THH:MM, THH:MM:SS or fractions, then Z,
 * +HH:MM or +HHMM) into UTC as Date.prototype.toISOString gives it: 2016-09-16T20:56:00.000Z. What
 * is left out is the first of its kind, and the zone UTC. Returns false where it is no such date.
 */
bool api__utc_from_iso(dana_view iso, char out[API__UTC_SIZE]);

#endif
