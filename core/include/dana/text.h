/*
 * Properties of UTF-8 text: counts of code points and words, direction.
 */
#ifndef DANA_TEXT_H
#define DANA_TEXT_H

#include "dana/view.h"

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Direction of a text. */
typedef enum { DANA_DIR_NONE, DANA_DIR_LTR, DANA_DIR_RTL } dana_dir;

/*
 * Returns the offset of the first byte that is not part of valid UTF-8 (Unicode 15, table 3-7), or
 * length where all is valid.
 */
size_t dana_utf8_valid_length(const char *data, size_t length);

/* Returns a text without the byte order mark of UTF-8 at its beginning. */
dana_view dana_without_bom(dana_view text);

/* Returns the number of code points of a valid UTF-8 text. */
size_t dana_count_code_points(dana_view text);

/* Returns the number of UTF-16 code units that a valid UTF-8 text takes. */
size_t dana_count_utf16(dana_view text);

/* Returns the number of words: maximal runs of general category L*, N* or '_'. */
size_t dana_count_words(dana_view text);

/*
 * Finds the next word at or after *position (bytes) in a text. Returns true and its span, and moves
 * *position to its end; false at the end of the text.
 */
bool dana_next_word(dana_view text, size_t *position, dana_span *word);

/*
 * Returns whether a text has a character that is seen: one that is neither white space nor a
 * control character nor ignorable by default (Unicode's White_Space, Cc,
 * Default_Ignorable_Code_Point: direction marks, zero-width spaces, soft hyphens).
 */
bool dana_has_visible(dana_view text);

/* Returns the reference that stands for a character of text and of values in HTML and XML: of '&',
 * '<', '>' and '"' ("&quot;"); static. NULL for all others. */
const char *dana_markup_escape(char c);

/* Returns the direction of the first strong character (Unicode bidi class L, R or AL). */
dana_dir dana_text_direction(dana_view text);

#ifdef __cplusplus
}
#endif
#endif
