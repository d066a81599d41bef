/*
 * How much running text a string of a program's data holds: of any language, as letters and the
 * spaces between them; not addresses, keys, style sheets or programs.
 */
#ifndef DANA_DATA_PROSE_H
#define DANA_DATA_PROSE_H

#include "dana/view.h"

#include <stdbool.h>
#include <stdint.h>

/* What was found. */
typedef struct {
    uint32_t length;  /* code points outside markup; 0: no running text */
    bool is_markup;   /* it is HTML */
    bool is_escaped;  /* its markup is escaped: "&lt;p&gt;"; length is not to be relied on */
    bool has_visible; /* it has letters or digits at all */
} dana__prose;

/* Measures a decoded string (valid UTF-8). Linear. */
dana__prose dana__measure_prose(dana_view text);

#endif
