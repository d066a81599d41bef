/*
 * Texts counted by 64 bytes at a time.
 */
#ifndef DANA_WIDE_COUNT_WIDE_H
#define DANA_WIDE_COUNT_WIDE_H

#include "wide/bytes64.h"
#include "wide/count_run.h"

#ifdef DANA__BYTES64

/* As dana__run_plain. */
dana__character_run dana__run_wide;

#endif

#endif
