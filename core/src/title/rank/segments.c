#include "title/rank/segments.h"

#include "base/ascii.h"
#include "base/utf8.h"
#include "html/references.h"

#include <stdbool.h>

/* Where white space, or a character of a script without it, must be for a character to part
 * segments: it has other uses too. WHITE: white space alone, on both sides; such a character also
 * stands between two words of one name in Chinese and Japanese. */
typedef enum { LOOSE, ONE_SIDE, BOTH_SIDES, WHITE, AFTER, BEFORE } spacing;

/* Separators as people set them, left to right and right to left. */
static const struct {
    uint32_t c;
    dana__cut cut;
    spacing spacing;
} separators[] = {
    {'|', DANA__CUT_BAR, LOOSE},          {0xFF5C, DANA__CUT_BAR, LOOSE},
    {0x00A6, DANA__CUT_BAR, LOOSE},       {0x2016, DANA__CUT_BAR, LOOSE},
    {0x2502, DANA__CUT_BAR, LOOSE},       {0x2758, DANA__CUT_BAR, LOOSE},
    {0x2022, DANA__CUT_BAR, LOOSE},       {0x00B7, DANA__CUT_BAR, WHITE},
    {0x2219, DANA__CUT_BAR, WHITE},       {0x22C5, DANA__CUT_BAR, WHITE},
    {0x2027, DANA__CUT_BAR, WHITE},       {0x30FB, DANA__CUT_BAR, WHITE},
    {0x00AB, DANA__CUT_BAR, BOTH_SIDES},  {0x00BB, DANA__CUT_BAR, BOTH_SIDES},
    {0x2039, DANA__CUT_BAR, BOTH_SIDES},  {0x203A, DANA__CUT_BAR, BOTH_SIDES},
    {0x2190, DANA__CUT_BAR, BOTH_SIDES},  {0x2192, DANA__CUT_BAR, BOTH_SIDES},
    {0x25B8, DANA__CUT_BAR, BOTH_SIDES},  {0x25C2, DANA__CUT_BAR, BOTH_SIDES},
    {0x2605, DANA__CUT_BAR, BOTH_SIDES},  {'<', DANA__CUT_BAR, BOTH_SIDES},
    {'>', DANA__CUT_BAR, BOTH_SIDES},     {'~', DANA__CUT_BAR, WHITE},
    {0xFF5E, DANA__CUT_BAR, WHITE},       {'/', DANA__CUT_BAR, WHITE},
    {'\\', DANA__CUT_BAR, WHITE},         {'-', DANA__CUT_DASH, ONE_SIDE},
    {0x2010, DANA__CUT_DASH, ONE_SIDE},   {0x2012, DANA__CUT_DASH, ONE_SIDE},
    {0x2013, DANA__CUT_DASH, ONE_SIDE},   {0x2014, DANA__CUT_DASH, ONE_SIDE},
    {0x2015, DANA__CUT_DASH, ONE_SIDE},   {0x2212, DANA__CUT_DASH, ONE_SIDE},
    {0xFF0D, DANA__CUT_DASH, ONE_SIDE},   {0x05BE, DANA__CUT_DASH, BOTH_SIDES},
    {0x0640, DANA__CUT_DASH, BOTH_SIDES}, {':', DANA__CUT_COLON, ONE_SIDE},
    {0xFF1A, DANA__CUT_COLON, LOOSE},     {0x061B, DANA__CUT_COLON, AFTER},
    {'_', DANA__CUT_DASH, ONE_SIDE},      {'(', DANA__CUT_BRACKET, BEFORE},
    {'[', DANA__CUT_BRACKET, BEFORE},     {0xFF08, DANA__CUT_BRACKET, LOOSE},
    {0x3010, DANA__CUT_BRACKET, LOOSE},
};

/* A character of the text and its bytes. */
typedef struct {
    uint32_t c;
    const char *start;
    const char *end;
} letter;

static letter read_letter(const char *p, const char *end)
{
    uint32_t code_points[2] = {0, 0};
    size_t length = 0;

    if (p >= end) {
        return (letter){' ', end, end};
    }
    if (*p == '&') {
        length = dana__read_reference(p, end, code_points);
    }
    if (length == 0) {
        code_points[0] = dana__utf8_decode(p, &length);
    }
    return (letter){code_points[0], p, p + length};
}

/* White space, or a character of a script that sets none: Chinese, Japanese. */
static bool is_apart(uint32_t c)
{
    return dana__is_white(c) || (c >= 0x2E80 && c <= 0x9FFF) || (c >= 0xF900 && c <= 0xFAFF) ||
           (c >= 0xFF01 && c <= 0xFF60) || c >= 0x20000;
}

static bool is_spaced(spacing needed, uint32_t before, uint32_t after)
{
    switch (needed) {
    case LOOSE:
        return true;
    case ONE_SIDE:
        return is_apart(before) || is_apart(after);
    case BOTH_SIDES:
        return is_apart(before) && is_apart(after);
    case WHITE:
        return dana__is_white(before) && dana__is_white(after);
    case AFTER:
        return is_apart(after);
    default:
        return is_apart(before);
    }
}

/* Whether a character may be a separator: letters and digits of most scripts are none. */
static bool may_cut(uint32_t c)
{
    if (c < 0x80) {
        return !dana__is_alphanumeric((char)c) && c > ' ';
    }
    return !((c >= 0xC0 && c < 0x5BE) || (c > 0x640 && c < 0x2010) || (c > 0x30FB && c < 0xFF08));
}

static dana__cut cut_at(uint32_t c, uint32_t before, uint32_t after)
{
    if (c == ':' && after == ':' && is_apart(before)) {
        return DANA__CUT_BAR;
    }
    for (size_t i = 0; i < sizeof(separators) / sizeof(separators[0]); i++) {
        if (separators[i].c == c && is_spaced(separators[i].spacing, before, after)) {
            return separators[i].cut;
        }
    }
    return DANA__CUT_NONE;
}

size_t dana__split_title(dana_view raw, dana__segment segments[DANA__SEGMENTS_MAX])
{
    const char *end = raw.data + raw.length;
    size_t count = 0;
    dana__segment current = {NULL, NULL, DANA__CUT_NONE};
    uint32_t before = ' ';
    letter next;

    for (letter here = read_letter(raw.data, end); here.start < end; here = next) {
        next = read_letter(here.end, end);
        bool white = dana__is_white(here.c);
        dana__cut cut = DANA__CUT_NONE;

        if (may_cut(here.c)) {
            cut = cut_at(here.c, before, next.c);
        }

        before = here.c;
        if (cut != DANA__CUT_NONE && count + 1 < DANA__SEGMENTS_MAX) {
            if (current.start != NULL) {
                current.cut = cut;
                segments[count++] = current;
            } else if (count > 0 && cut > segments[count - 1].cut) {
                segments[count - 1].cut = cut;
            }
            current = (dana__segment){NULL, NULL, DANA__CUT_NONE};
            before = ' ';
        }
        if (!white && (cut == DANA__CUT_NONE || cut == DANA__CUT_BRACKET)) {
            current.start = current.start != NULL ? current.start : here.start;
            current.end = here.end;
        }
    }
    if (current.start != NULL) {
        segments[count++] = current;
    } else if (count > 0) {
        segments[count - 1].cut = DANA__CUT_NONE;
    }
    return count;
}
