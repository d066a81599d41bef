/*
 * Where a tag ends, by 64 bytes at a time.
 */
#ifndef DANA_WIDE_TAG_END_WIDE_H
#define DANA_WIDE_TAG_END_WIDE_H

#include "html/tag_end.h"
#include "wide/bytes64.h"

#ifdef DANA__BYTES64

/* As dana__tag_end. */
dana__tag_ender dana__tag_end_wide;

/* As dana__tag_end, but of what is seen it tells DANA__SEEN_ASCII alone. */
dana__tag_ender dana__bare_end_wide;

#endif

#endif
