/*
 * What flight data says: the elements that React makes, as HTML, and the values that it gives to
 * components which only a browser runs, as JSON.
 */
#ifndef DANA_DATA_READ_FLIGHT_H
#define DANA_DATA_READ_FLIGHT_H

#include "data/read/flight_rows.h"

/*
 * Writes what the rows hold, from the first one that no other has named on. A row that is named
 * twice stands where it is named first, so the whole is linear. Marks the rows. Errors:
 * DANA_TOO_COMPLEX, DANA_NO_MEMORY.
 */
DANA_MUST_USE dana_status dana__read_flight(dana_arena *arena, dana__flight_rows *rows,
                                            dana__flight *out, dana_error *err);

/* Frees what one holds. */
void dana__release_flight(dana_arena *arena, dana__flight *flight);

#endif
