/*
 * The tokenizer: where markup begins and ends, as HTML 13.2.5 says. No state, no allocation; every
 * function is linear in the bytes it passes.
 */
#ifndef DANA_HTML_TOKENIZER_H
#define DANA_HTML_TOKENIZER_H

#include "base/ascii.h"
#include "html/markup.h"
#include "html/tag_attribute.h"

/* Returns the first '<' in [p, end) that begins markup rather than text, or end. */
const char *dana__find_markup(const char *p, const char *end);

/* Returns whether a tag or a comment begins at p: dana__find_markup would find it there. */
static inline bool dana__begins_markup(const char *p, const char *end)
{
    return end - p > 2 && p[0] == '<' &&
           (dana__is_letter(p[1]) || (p[1] == '/' && dana__is_letter(p[2])) ||
            (end - p > 3 && p[1] == '!' && p[2] == '-' && p[3] == '-'));
}

/* Reads the markup at p, where dana__find_markup found it. */
void dana__read_markup(const char *p, const char *end, dana__markup *markup);

/* Reads the name of a tag whose name_text is known, and what follows from it: name and flags. */
void dana__read_tag_name(const char *end, dana__markup *tag);

/*
 * Reads the attribute at or after p inside a tag. Returns its end; or NULL where no
 * attribute is left, and *tag_end is then the tag's end, NULL where the source ends first.
 */
const char *dana__next_attribute(const char *p, const char *end, dana__attribute *attribute,
                                 const char **tag_end);

#endif
