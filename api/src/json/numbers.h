/*
 * Numbers as JSON text.
 */
#ifndef API_JSON_NUMBERS_H
#define API_JSON_NUMBERS_H

#include "json/buffer.h"

#include <stdint.h>

/* Adds an integer. */
void api__append_integer(api__buffer *buffer, int64_t number);

/* Adds thousandths as a number with a point: "0.25", "3.0". */
void api__append_thousandths(api__buffer *buffer, uint64_t thousandths);

/*
 * Adds the numbers of a column with commas between them: `first` and each `stride` bytes after it
 * lies an int32_t; `count` of them. Most numbers that this is for have one to four digits.
 */
void api__append_column(api__buffer *buffer, const void *first, size_t stride, size_t count);

#endif
