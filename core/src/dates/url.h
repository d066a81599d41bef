/*
 * Dates in URLs.
 */
#ifndef DANA_DATES_URL_H
#define DANA_DATES_URL_H

#include "dana/view.h"
#include "dates/calendar.h"

/* Finds a date in the path of a URL: /2020/8/24/, /2020-08-24-, -20200824, /2020/aug/24/. Returns
 * true with it. */
bool dana__find_url_date(dana_view url, dana__date *out);

#endif
