#include "measure/sentence.h"

#include "base/ascii.h"
#include "html/references.h"
#include "page/page.h"

/* Bytes of a block's end that are looked at. */
#define END_MOST 48

/* The colon of Chinese and Japanese. */
#define WIDE_COLON 0xFF1A

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
        uint32_t c = dana__character_before(start, end, &end);

        if (!dana__is_white(c) && !is_one_of(closing, DANA__COUNT(closing), c)) {
            return is_end(c);
        }
    }
    return false;
}

bool dana__ends_with_colon(const dana_page *page, const dana__block *block)
{
    const char *start = page->source.data + block->start;
    const char *end = page->source.data + block->end;
    uint32_t c = start < end ? dana__character_before(start, end, &end) : 0;

    return c == ':' || c == WIDE_COLON;
}

float dana__text_unit(const dana__blocks *blocks)
{
    return (float)blocks->wide_text > IDEOGRAPH_LEAST * (float)blocks->text ? IDEOGRAPH_UNIT : 1.0f;
}
