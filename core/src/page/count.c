#include "page/count.h"

#include "base/bytes16.h"
#include "base/utf8.h"
#include "html/byte_class.h"
#include "html/references.h"

/* What a count is while it runs: values that stay in registers. */
typedef struct {
    uint32_t content;
    const char *first;
    const char *end;
    bool space;
    bool space_before;
    bool has_reference;
} running_count;

/* Notes a visible piece [p, after) and closes the white-space run before it. */
static inline void see(running_count *count, const char *p, const char *after)
{
    if (count->first == NULL) {
        count->first = p;
        count->space_before = count->space;
    } else if (count->space) {
        count->content++;
    }
    count->space = false;
    count->end = after;
}

/* Tells what was counted as a part of its line. */
static void tell(const running_count *run, dana__line_state *state, dana__text_count *count)
{
    count->content = run->content;
    count->first = run->first;
    count->end = run->end;
    count->has_reference = run->has_reference;
    count->space_before = run->space_before;
    count->space_after = run->space;
    count->leading_space = dana__continue_line(state, count);
    count->content += count->leading_space;
}

/* Reads a reference, or '&' as text. Returns its length, the number of its characters (0 where it
 * is white space, since that is white however it is written). */
static size_t reference_length(const char *p, const char *end, uint32_t *characters)
{
    uint32_t code_points[2] = {'&', 0};
    size_t length = dana__read_reference(p, end, code_points);

    if (length == 0) {
        *characters = 1;
        return 1;
    }
    *characters = dana__is_white(code_points[0]) ? 0 : code_points[1] != 0 ? 2 : 1;
    return length;
}

/* Takes a reference, a NUL or a character of two bytes at p. Returns its end. */
static const char *count_special(const char *p, const char *end, running_count *count)
{
    uint32_t characters = 1;
    size_t length = 2;

    if (*p == '\0') {
        count->has_reference = true;
        return p + 1;
    }
    if (*p == '&') {
        count->has_reference = true;
        length = reference_length(p, end, &characters);
    } else if (dana__is_no_break_space(p, end)) {
        characters = 0;
    }
    if (characters == 0) {
        count->space = true;
        return p + length;
    }
    see(count, p, p + length);
    /* deviation from formula 4.5: a reference counts its decoded characters and nothing else. */
    count->content += characters;
    return p + length;
}

/* The first byte of a no-break space. */
#define NO_BREAK_LEAD '\xC2'

/* Takes the bytes at p whose bits say what they are: those of `seen` are no white space, and those
 * of `heads` of them are a character's first one. `size`: bytes that are taken. */
static inline void count_bits(running_count *count, const char *p, unsigned seen, unsigned heads,
                              unsigned size)
{
    if (seen == 0) {
        count->space |= size > 0;
        return;
    }
    unsigned before = count->first != NULL && !count->space;
    unsigned begins = seen & ~(seen << 1 | before);
    uint32_t counts = dana__count_halves(heads | begins << 16);
    unsigned last = 31u - (unsigned)__builtin_clz(seen);

    count->content += (counts & 0xFFFF) + (counts >> 16);
    if (count->first == NULL) {
        /* The first word has no white space before it that would count. */
        count->content--;
        count->first = p + dana__first16(seen);
        count->space_before = count->space || (seen & 1) == 0;
    }
    count->end = p + last + 1;
    count->space = last + 1 < size;
}

/* Thesis 4.5.1: content is every character of text, a white-space run between two of them one. */
static running_count run_characters(const char *p, const char *end, const char *readable)
{
    running_count count = {0};

    while (p < end) {
        unsigned size = end - p < DANA__STEP ? (unsigned)(end - p) : DANA__STEP;
        unsigned all = (1u << size) - 1;
        dana__bytes16 bytes = dana__load_some16(p, size, readable);
        unsigned special = dana__bits16(dana__equal16(bytes, '&') | dana__equal16(bytes, '\0') |
                                        dana__equal16(bytes, NO_BREAK_LEAD)) &
                           all;

        if (special != 0) {
            size = dana__first16(special);
            all = (1u << size) - 1;
        }
        unsigned seen = ~dana__bits16(dana__spaces16(bytes)) & all;

        count_bits(&count, p, seen, seen & ~dana__bits16(dana__continuing16(bytes)), size);
        p += size;
        if (special != 0) {
            running_count copy = count;

            p = count_special(p, end, &copy);
            count = copy;
        }
    }
    return count;
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
static running_count run_bytes(const char *p, const char *end, const dana_scan_options *options,
                               dana__text_count *count)
{
    running_count run = {0};

    while (p < end) {
        unsigned char byte = (unsigned char)*p;
        size_t length = dana__utf8_length(byte);

        if (dana__byte_class(*p) == DANA__SPACE || dana__is_no_break_space(p, end)) {
            run.space = true;
        } else if (byte == 0) {
            run.has_reference = true;
        } else {
            see(&run, p, p + length);
            run.has_reference |= byte == '&';
            if (byte >= 0x80 && is_content(p, options, count)) {
                run.content += (uint32_t)length;
            } else {
                count->code += (uint32_t)length;
            }
        }
        p += length;
    }
    return run;
}

void dana__count_text(const char *p, const char *end, const char *readable,
                      const dana_scan_options *options, dana__line_state *state,
                      dana__text_count *count)
{
    *count = (dana__text_count){0};
    running_count run = options->count == DANA_COUNT_BYTES ? run_bytes(p, end, options, count)
                                                           : run_characters(p, end, readable);

    tell(&run, state, count);
}
