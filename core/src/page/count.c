#include "page/count.h"

#include "base/utf8.h"
#include "page/references.h"

/* Classes of bytes inside text. */
enum {
    PLAIN, /* an ASCII character that counts as itself */
    LEAD,  /* the first byte of a longer character */
    CONTINUES,
    SPACE,
    NO_BREAK, /* 0xC2: may begin a no-break space */
    AMPERSAND,
    NUL
};

#define ROW16(c) c, c, c, c, c, c, c, c, c, c, c, c, c, c, c, c

static const unsigned char byte_class[256] = {
    NUL,
    PLAIN,
    PLAIN,
    PLAIN,
    PLAIN,
    PLAIN,
    PLAIN,
    PLAIN,
    PLAIN,
    SPACE,
    SPACE,
    PLAIN,
    SPACE,
    SPACE,
    PLAIN,
    PLAIN,
    ROW16(PLAIN),
    SPACE,
    PLAIN,
    PLAIN,
    PLAIN,
    PLAIN,
    PLAIN,
    AMPERSAND,
    PLAIN,
    PLAIN,
    PLAIN,
    PLAIN,
    PLAIN,
    PLAIN,
    PLAIN,
    PLAIN,
    PLAIN,
    ROW16(PLAIN),
    ROW16(PLAIN),
    ROW16(PLAIN),
    ROW16(PLAIN),
    ROW16(PLAIN),
    ROW16(CONTINUES),
    ROW16(CONTINUES),
    ROW16(CONTINUES),
    ROW16(CONTINUES),
    LEAD,
    LEAD,
    NO_BREAK,
    LEAD,
    LEAD,
    LEAD,
    LEAD,
    LEAD,
    LEAD,
    LEAD,
    LEAD,
    LEAD,
    LEAD,
    LEAD,
    LEAD,
    LEAD,
    ROW16(LEAD),
    ROW16(LEAD),
    ROW16(LEAD),
};

#define NO_BREAK_SPACE 0xA0u

/* Notes a visible piece [p, behind) and closes the white-space run before it. */
static void see(dana__text_count *count, dana__line_state *state, const char *p, const char *behind)
{
    if (state->space && state->has_text) {
        count->content++;
        count->leading_space |= count->first == NULL;
    }
    state->space = false;
    state->has_text = true;
    if (count->first == NULL) {
        count->first = p;
    }
    count->behind = behind;
}

/* A reference counts its decoded characters and nothing else; white space among them is white. */
static const char *count_reference(const char *p, const char *end, dana__line_state *state,
                                   dana__text_count *count)
{
    uint32_t code_points[2];
    size_t length = dana__read_reference(p, end, code_points);

    count->has_reference = true;
    if (length == 0) {
        length = 1;
        code_points[0] = '&';
        code_points[1] = 0;
    }
    if (dana__is_white(code_points[0])) {
        state->space = true;
        return p + length;
    }
    see(count, state, p, p + length);
    count->content += code_points[1] != 0 ? 2 : 1;
    return p + length;
}

/* The first visible byte that is not plain, at or after p. */
static const char *plain_end(const char *p, const char *end)
{
    while (p < end && byte_class[(unsigned char)*p] == PLAIN) {
        p++;
    }
    return p;
}

static bool is_no_break_space(const char *p, const char *end)
{
    return end - p >= 2 && (unsigned char)p[1] == NO_BREAK_SPACE;
}

/* Thesis 4.5.1: content is every character of text. */
static void count_characters(const char *p, const char *end, dana__line_state *state,
                             dana__text_count *count)
{
    while (p < end) {
        const char *next = p + 1;

        switch (byte_class[(unsigned char)*p]) {
        case SPACE:
            state->space = true;
            break;
        case AMPERSAND:
            next = count_reference(p, end, state, count);
            break;
        case NUL:
            count->has_reference = true;
            break;
        case NO_BREAK:
            next = p + 2;
            if (is_no_break_space(p, end)) {
                state->space = true;
                break;
            }
            see(count, state, p, next);
            count->content++;
            break;
        case PLAIN:
            next = plain_end(next, end);
            see(count, state, p, next);
            count->content += (uint32_t)(next - p);
            break;
        default:
            next = p + dana__utf8_length((unsigned char)*p);
            see(count, state, p, next);
            count->content++;
            break;
        }
        p = next;
    }
}

/* Whether the bytes of the non-ASCII character at p are content: all, or those of S1's ranges. */
static bool is_content(const char *p, const dana_scan_options *options, dana__text_count *count)
{
    size_t length;

    if (count->has_rtl && !options->rtl_ranges_only) {
        return true;
    }
    bool rtl = dana__is_rtl(dana__utf8_decode(p, &length));

    count->has_rtl |= rtl;
    return rtl || !options->rtl_ranges_only;
}

/* Thesis 4.3.2: S1 are the bytes of right-to-left characters, S2 the first 128 characters.
 * deviation: a white-space run counts 1 in T1, as in 4.5.1, since the lines are normalised. */
static void count_bytes(const char *p, const char *end, const dana_scan_options *options,
                        dana__line_state *state, dana__text_count *count)
{
    while (p < end) {
        unsigned char byte = (unsigned char)*p;
        size_t length = dana__utf8_length(byte);

        if (byte_class[byte] == SPACE ||
            (byte_class[byte] == NO_BREAK && is_no_break_space(p, end))) {
            state->space = true;
        } else if (byte_class[byte] == NUL) {
            count->has_reference = true;
        } else {
            see(count, state, p, p + length);
            count->has_reference |= byte == '&';
            if (byte >= 0x80 && is_content(p, options, count)) {
                count->content += (uint32_t)length;
            } else {
                count->code += (uint32_t)length;
            }
        }
        p += length;
    }
}

void dana__count_text(const char *p, const char *end, const dana_scan_options *options,
                      dana__line_state *state, dana__text_count *count)
{
    *count = (dana__text_count){0};
    if (options->count == DANA_COUNT_BYTES) {
        count_bytes(p, end, options, state, count);
    } else {
        count_characters(p, end, state, count);
    }
    count->trailing_space = state->space;
}
