/*
 * The characters of a short text, and what stands before a tag on its line.
 */
#ifndef DANA_OUTLINE_SHORT_TEXT_H
#define DANA_OUTLINE_SHORT_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Most characters that are kept. */
#define DANA__SHORT_TEXT 24

/* Characters of a short text. */
typedef struct {
    uint32_t c[DANA__SHORT_TEXT + 1]; /* 0 at the end */
    size_t count;
    bool cut;      /* there are more */
    bool has_link; /* a link stands among them: a note's mark */
} dana__short_text;

/* Reads the text in [p, end): references decoded, tags left out, white space as spaces. */
void dana__read_short_text(const char *p, const char *end, dana__short_text *out);

/* Reads the last characters before p on its line, in a source that begins at `start`. */
void dana__read_text_before(const char *start, const char *p, dana__short_text *out);

/* Removes the spaces at both ends. */
void dana__trim_short_text(dana__short_text *text);

/* Finds the end tag of an element of a name of three letters, p after its start tag. NULL: there
 * is none within some hundred bytes. */
const char *dana__short_content_end(const char *p, const char *end, const char *name);

#endif
