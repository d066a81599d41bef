/*
 * UTF-8 that was encoded twice: its bytes were taken for windows-1252 or ISO-8859-1, and what they
 * are there was encoded as UTF-8 ("you’ll" became "youâ€™ll"). Crawlers write pages so whose server
 * names no encoding.
 */
#ifndef DANA_DECODE_TWICE_H
#define DANA_DECODE_TWICE_H

#include "dana/view.h"

#include <stddef.h>

/*
 * Writes `text` (one that dana_is_encoded_twice knows) as it was before it was encoded again, at
 * `out`, which has room for text.length bytes. Returns the number of bytes, fewer than those.
 */
size_t dana__undo_twice(dana_view text, char *out);

#endif
