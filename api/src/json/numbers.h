/*
 * Numbers as JSON text.
 */
#ifndef API_JSON_NUMBERS_H
#define API_JSON_NUMBERS_H

#include "json/buffer.h"

#include <stdbool.h>
#include <stdint.h>

/* Adds an integer. */
void api__append_integer(api__buffer *buffer, int64_t number);

/*
 * Adds a number from .001 to below a million, of either sign, with ten digits, as jansson does,
 * which is as printf(3) rounds: "0.25", "3.0". Returns false, and adds nothing, where it is another
 * one, or the compiler has no integers of 128 bits.
 */
bool api__append_real(api__buffer *buffer, double number);

/*
 * Adds the numbers of a column with commas between them: `first` and each `stride` bytes after it
 * lies an int32_t; `count` of them. Most numbers that this is for have one to four digits.
 */
void api__append_column(api__buffer *buffer, const void *first, size_t stride, size_t count);

#endif
