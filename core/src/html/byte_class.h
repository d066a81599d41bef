/*
 * Classes of bytes inside text, for those who count it and those who render it.
 */
#ifndef DANA_HTML_BYTE_CLASS_H
#define DANA_HTML_BYTE_CLASS_H

#include <stdbool.h>

/* PLAIN is 0: an ASCII character that stands for itself. LEAD: any byte from 0x80 on. */
enum { DANA__PLAIN, DANA__LEAD, DANA__SPACE, DANA__AMPERSAND, DANA__NUL };

/* The class of each byte. */
extern const unsigned char dana__byte_classes[256];

/* Returns the class of a byte of text. */
static inline unsigned char dana__byte_class(char byte)
{
    return dana__byte_classes[(unsigned char)byte];
}

/* Tells whether a no-break space (U+00A0, two bytes) stands at p. */
static inline bool dana__is_no_break_space(const char *p, const char *end)
{
    return end - p >= 2 && (unsigned char)p[0] == 0xC2 && (unsigned char)p[1] == 0xA0;
}

#endif
