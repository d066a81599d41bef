#include "page/count.h"

#include "base/bytes16.h"
#include "wide/fastest.h"

/* Tells what was counted as a part of its line. */
static void tell(const dana__running_count *run, dana__line_state *state, dana__text_count *count)
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
static dana__running_count run_bytes(const char *p, const char *end,
                                     const dana_scan_options *options, dana__text_count *count)
{
    dana__running_count run = {0};

    while (p < end) {
        unsigned char byte = (unsigned char)*p;
        size_t length = dana__utf8_length(byte);

        if (dana__byte_class(*p) == DANA__SPACE || dana__is_no_break_space(p, end)) {
            run.space = true;
        } else if (byte == 0) {
            run.has_reference = true;
        } else {
            dana__see_piece(&run, p, p + length);
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
    dana__running_count run = options->count == DANA_COUNT_BYTES
                                  ? run_bytes(p, end, options, count)
                                  : dana__choose_run()(p, end, readable);

    tell(&run, state, count);
}
