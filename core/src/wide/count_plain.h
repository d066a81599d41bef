/*
 * Texts counted by sixteen bytes at a time.
 */
#ifndef DANA_WIDE_COUNT_PLAIN_H
#define DANA_WIDE_COUNT_PLAIN_H

#include "wide/count_run.h"

/* Counts the text [p, end). Bytes up to `readable` may be read. */
dana__character_run dana__run_plain;

#endif
