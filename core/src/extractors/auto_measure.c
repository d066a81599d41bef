/*
 * What a block's text is made of.
 */
#include "base/utf8.h"
#include "extractors/auto_walker.h"

/* Marks that part sentences and clauses outside ASCII: Arabic, Armenian, Devanagari, CJK. */
static bool is_wide_mark(const unsigned char *p, size_t length)
{
    if (length == 2) {
        return (p[0] == 0xD8 && (p[1] == 0x8C || p[1] == 0x9B || p[1] == 0x9F)) ||
               (p[0] == 0xDB && p[1] == 0x94) || (p[0] == 0xD6 && p[1] == 0x89);
    }
    if (length != 3) {
        return false;
    }
    if (p[0] == 0xE3 && p[1] == 0x80) {
        return p[2] == 0x81 || p[2] == 0x82;
    }
    if (p[0] == 0xEF && p[1] == 0xBC) {
        return p[2] == 0x81 || p[2] == 0x8C || p[2] == 0x9F || p[2] == 0x9B;
    }
    return p[0] == 0xE0 && p[1] == 0xA5 && (p[2] == 0xA4 || p[2] == 0xA5);
}

void dana__measure_text(dana__block *block, const char *p, const char *end)
{
    uint32_t hash = block->hash;
    uint32_t marks = block->punctuation;
    uint32_t digits = block->digits;

    while (p < end) {
        unsigned char c = (unsigned char)*p;
        size_t length = dana__utf8_length(c);

        hash = (hash ^ c) * 0x01000193u;
        if (c < 0x80) {
            marks += c == ',' || c == '.' || c == ';' || c == '!' || c == '?';
            digits += c >= '0' && c <= '9';
        } else {
            hash = (hash ^ (unsigned char)p[length - 1]) * 0x01000193u;
            marks += is_wide_mark((const unsigned char *)p, length);
        }
        p += length;
    }
    block->hash = hash;
    block->punctuation = dana__clip16(marks);
    block->digits = dana__clip16(digits);
}
