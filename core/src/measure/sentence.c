#include "measure/sentence.h"

#include "base/ascii.h"
#include "base/utf8.h"
#include "page/page.h"

#include <string.h>

/* Bytes of a block's end that are looked at, and of a reference to a character. */
#define END_MOST       48
#define REFERENCE_MOST 10

/* Where so much of the text begins with ideographs, a character counts as so many others. */
#define IDEOGRAPH_LEAST .3f
#define IDEOGRAPH_UNIT  2.5f

/* Characters that end sentences: of Latin, Greek and Cyrillic, Armenian, Arabic, Urdu, Syriac, the
 * scripts of India, Tibetan, Burmese, Ethiopic, Khmer, Mongolian, Chinese and Japanese. */
static const uint32_t ends[] = {'.',    '!',    '?',    0x589,  0x61F,  0x6D4,  0x700,  0x701,
                                0x702,  0x964,  0x965,  0xF0D,  0xF0E,  0x104A, 0x104B, 0x1362,
                                0x1367, 0x1368, 0x17D4, 0x17D5, 0x1803, 0x1809, 0x203C, 0x2047,
                                0x2048, 0x2049, 0x3002, 0xFF01, 0xFF0E, 0xFF1F, 0xFF61};
/* Characters that close what stands in them; what opens in one language closes in another. */
static const uint32_t closing[] = {'"',    '\'',   ')',    ']',    0xAB,   0xBB,   0x2018, 0x2019,
                                   0x201C, 0x201D, 0x2039, 0x203A, 0x3009, 0x300B, 0x300D, 0x300F,
                                   0x3011, 0x3015, 0x301F, 0xFF02, 0xFF09, 0xFF63, 0x200E, 0x200F};

/* Letters, vowels and tones of Thai and Lao, which set no mark behind a sentence. */
#define UNMARKED_FIRST 0xE01
#define UNMARKED_LAST  0xEDF

static bool is_one_of(const uint32_t *list, size_t count, uint32_t c)
{
    for (size_t i = 0; i < count; i++) {
        if (list[i] == c) {
            return true;
        }
    }
    return false;
}

static bool is_end(uint32_t c)
{
    return is_one_of(ends, DANA__COUNT(ends), c) || (c >= UNMARKED_FIRST && c <= UNMARKED_LAST);
}

/* Where a reference to a character that ends at `end` begins; NULL: none ends there. */
static const char *reference_start(const char *start, const char *end)
{
    const char *p = end - 1;

    if (*p != ';') {
        return NULL;
    }
    for (size_t i = 0; i < REFERENCE_MOST && p > start && *p != '&'; i++) {
        p--;
    }
    return *p == '&' ? p : NULL;
}

/* The last character before `end`, of text from `start` on; *at is where it begins. */
static uint32_t last_character(const char *start, const char *end, const char **at)
{
    const char *p = end - 1;
    size_t length;

    while (p > start && dana__utf8_continues((unsigned char)*p)) {
        p--;
    }
    *at = p;
    return dana__utf8_decode(p, &length);
}

bool dana__ends_sentence(const dana_page *page, const dana__block *block)
{
    const char *start = page->source.data + block->start;
    const char *end = page->source.data + block->end;

    if (end - start > END_MOST) {
        start = end - END_MOST;
    }
    while (start < end && dana__utf8_continues((unsigned char)*start)) {
        start++;
    }
    while (start < end) {
        if (end[-1] == '.' || dana__is_alphanumeric(end[-1])) { /* as most texts end */
            return end[-1] == '.';
        }
        const char *before = reference_start(start, end); /* of a mark that closes, or a space */

        if (before == NULL) {
            uint32_t c = last_character(start, end, &before);

            if (!dana__is_space(*before) && !is_one_of(closing, DANA__COUNT(closing), c)) {
                return is_end(c);
            }
        }
        end = before;
    }
    return false;
}

/* U+FF1A in UTF-8: the colon of Chinese and Japanese. */
static const char wide_colon[] = "\xEF\xBC\x9A";

bool dana__ends_with_colon(const dana_page *page, const dana__block *block)
{
    const char *text = page->source.data + block->start;
    size_t length = block->end - block->start;
    size_t wide = sizeof wide_colon - 1;

    return length > 0 && (text[length - 1] == ':' ||
                          (length > wide && memcmp(text + length - wide, wide_colon, wide) == 0));
}

float dana__text_unit(const dana__blocks *blocks)
{
    return (float)blocks->wide_text > IDEOGRAPH_LEAST * (float)blocks->text ? IDEOGRAPH_UNIT : 1.0f;
}
