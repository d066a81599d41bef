/*
 * Where a text ends, and whether it is white space alone: inlined into the pass over a page.
 */
#ifndef DANA_HTML_FIND_TEXT_END_H
#define DANA_HTML_FIND_TEXT_END_H

#include "base/bytes16.h"
#include "html/read_tag.h"
#include "html/tokenizer.h"

/* Steps of a text that are looked at here: memchr is better at longer ones. */
#define DANA__TEXT_STEPS 4

/* Returns which bytes of a step are no white space, of those whose bits are in `of`. */
static inline unsigned dana__others16(dana__bytes16 bytes, unsigned of)
{
    unsigned others = ~dana__bits16((dana__bytes16)(bytes <= ' ')) & of;

    /* Control characters are rare. */
    return others != 0 ? others : ~dana__bits16(dana__spaces16(bytes)) & of;
}

/* Returns whether a text is white space alone; the source ends at `end`. */
static inline bool dana__is_blank_text(const char *p, const char *text_end, const char *end)
{
    for (; end - p >= DANA__STEP && p < text_end; p += DANA__STEP) {
        size_t left = (size_t)(text_end - p);

        if (dana__others16(dana__load16(p), left < DANA__STEP ? (1u << left) - 1 : 0xFFFF) != 0) {
            return false;
        }
    }
    return p >= text_end || dana__is_blank(p, text_end);
}

/* Returns where the text at p ends, as dana__find_markup does, and whether it is white space alone.
 */
static inline const char *dana__find_text_end(const char *p, const char *end, bool *is_blank)
{
    unsigned others = 0;

    for (int i = 0; i < DANA__TEXT_STEPS && end - p >= DANA__STEP; i++, p += DANA__STEP) {
        dana__bytes16 bytes = dana__load16(p);
        unsigned found = dana__bits16(dana__equal16(bytes, '<'));
        unsigned before = ((found & (0 - found)) - 1) & 0xFFFF; /* all, where there is none */

        others = others != 0 ? others : dana__others16(bytes, before);
        if (found != 0) {
            p += dana__first16(found);
            const char *markup = dana__tag_name_at(p, end) != NULL ? p : dana__find_markup(p, end);

            *is_blank = others == 0 && markup == p;
            return markup;
        }
    }
    const char *markup = dana__find_markup(p, end);

    *is_blank = others == 0 && dana__is_blank_text(p, markup, end);
    return markup;
}

#endif
