/*
 * Dates as numbers of periods.
 */
#ifndef DANA_TREND_PERIOD_H
#define DANA_TREND_PERIOD_H

#include "dana/trend.h"

/*
 * Reads a date and finds the number of its period, which ascends with time.
 * Errors: DANA_INVALID_PARAM.
 */
DANA_MUST_USE dana_status dana__period_of(dana_view date, dana_period period, uint32_t *number,
                                          dana_error *err);

/* Writes the label of a period. */
void dana__period_label(dana_period period, uint32_t number, char label[16]);

#endif
