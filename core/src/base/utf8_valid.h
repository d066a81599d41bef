/*
 * Whether bytes are UTF-8: character by character, and where the processor can look bytes up in
 * tables of sixteen, by vectors.
 */
#ifndef DANA_BASE_UTF8_VALID_H
#define DANA_BASE_UTF8_VALID_H

#include <stdbool.h>
#include <stddef.h>

#if defined(__x86_64__) || defined(__aarch64__)
#define DANA__UTF8_WIDE 1
#endif

/* Returns the length of the valid beginning of a text, as dana_utf8_valid_length does: on any
 * processor. */
size_t dana__utf8_valid_plain(const char *data, size_t length);

#ifdef DANA__UTF8_WIDE

/* Returns whether this processor can run dana__utf8_pass_valid. */
bool dana__can_validate_wide(void);

/* Passes whole valid characters at the beginning of a text by vectors. Returns their bytes: what
 * follows is for dana__utf8_valid_plain, which finds the fault, if there is one. */
size_t dana__utf8_pass_valid(const char *data, size_t length);

#endif

#endif
