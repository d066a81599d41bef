/*
 * UTF-8 by vectors, where the processor can look bytes up in tables of sixteen.
 */
#ifndef DANA_BASE_UTF8_WIDE_H
#define DANA_BASE_UTF8_WIDE_H

#include <stdbool.h>
#include <stddef.h>

#if defined(__x86_64__) || defined(__aarch64__)
#define DANA__UTF8_WIDE 1

/* Bytes of whole characters that must stand before what dana__utf8_pass_valid looks at. */
#define DANA__UTF8_BEFORE 3

/* Returns whether this processor can run dana__utf8_pass_valid. */
bool dana__can_validate_wide(void);

/* Passes whole valid characters of a text by vectors from `at` on, where one begins,
 * DANA__UTF8_BEFORE or more. Returns where it stops: up to there all is valid. What follows has a
 * fault, or is short; dana__utf8_valid_plain tells which. */
size_t dana__utf8_pass_valid(const char *data, size_t at, size_t length);

#endif

#endif
