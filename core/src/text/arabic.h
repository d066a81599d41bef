/*
 * Letters of Arabic script that pages write for each other.
 */
#ifndef DANA_TEXT_ARABIC_H
#define DANA_TEXT_ARABIC_H

#include <stdint.h>

/* Returns the letter for which a code point stands, as Persian writes it: one yeh, one kaf, one
 * heh; the code point itself where it stands for no other. */
static inline uint32_t dana__arabic_letter(uint32_t c)
{
    switch (c) {
    case 0x064A: /* Arabic yeh and its dotless form */
    case 0x0649:
        return 0x06CC;
    case 0x0643: /* Arabic kaf, and that of Sindhi */
    case 0x06AA:
        return 0x06A9;
    case 0x06D5: /* the vowel of Kurdish, once written as a heh with a joiner; the heh of Urdu */
    case 0x06C1:
        return 0x0647;
    default:
        return c;
    }
}

#endif
