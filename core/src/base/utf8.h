/*
 * Decoding and encoding of single code points. Inputs are valid UTF-8.
 */
#ifndef DANA_BASE_UTF8_H
#define DANA_BASE_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Returns the length in bytes (1 to 4) of the character that starts with this byte. */
static inline size_t dana__utf8_length(unsigned char lead)
{
    return lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
}

/* Tells whether a byte continues a character. */
static inline bool dana__utf8_continues(unsigned char byte)
{
    return (byte & 0xC0) == 0x80;
}

/* White space of text: HTML's own and the no-break space. */
static inline bool dana__is_white(uint32_t c)
{
    return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\f' || c == 0xA0;
}

/* Decodes the code point at data (valid UTF-8) and sets *length to its bytes. */
uint32_t dana__utf8_decode(const char *data, size_t *length);

/* Encodes a code point (a Unicode scalar value) at out, which has room for 4; returns the bytes. */
size_t dana__utf8_encode(uint32_t code_point, char *out);

/* Counts the bytes of [data, data + length) that do not continue a character. */
size_t dana__utf8_count(const char *data, size_t length);

/* Tells whether a code point is in a right-to-left block (Unicode 15, UAX 9 default R and AL). */
bool dana__is_rtl(uint32_t code_point);

#endif
