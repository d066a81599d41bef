/*
 * The sign of a heading's link to itself ("#", "¶"): no text of the page.
 */
#ifndef DANA_TEXT_PERMALINK_H
#define DANA_TEXT_PERMALINK_H

#include "dana/scan.h"
#include "dana/view.h"

#include <stdbool.h>

/* Longest source of such a sign: a reference. */
#define DANA__PERMALINK_MAX 8

/* Returns whether a unit of a scan, in a heading and a link, is such a sign. */
bool dana__is_permalink(dana_view source, const dana_scan *scan, const dana_unit *unit);

#endif
