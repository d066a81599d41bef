/*
 * The elements that a program makes of its data, as a page of their own.
 */
#ifndef DANA_DATA_ELEMENTS_H
#define DANA_DATA_ELEMENTS_H

#include "data/compose.h"
#include "data/read/flight.h"
#include "page/page.h"

/*
 * Makes a composition of the elements of flight data; their HTML is taken from there. page: that of
 * the data. Errors: DANA_TOO_COMPLEX, DANA_NO_MEMORY.
 */
DANA_MUST_USE dana_status dana__take_composition(const dana_page *page, dana__flight *flight,
                                                 dana__composition *out, dana_error *err);

#endif
