/*
 * Texts of members, attributes and elements as people read them.
 */
#ifndef DANA_TEXT_PLAIN_TEXT_H
#define DANA_TEXT_PLAIN_TEXT_H

#include "base/ascii.h"
#include "dana/arena.h"
#include "dana/view.h"
#include "html/references.h"

#include <stdbool.h>

/*
 * Makes a text (valid UTF-8) plain: tags and comments are left out, references decoded (twice:
 * many pages escape twice), white-space runs become one space, control characters go, the ends are
 * trimmed. *out is in the arena, empty where nothing is left. Linear. Errors: DANA_TOO_COMPLEX,
 * DANA_NO_MEMORY.
 */
DANA_MUST_USE dana_status dana__plain_text(dana_arena *arena, dana_view text, dana_view *out,
                                           dana_error *err);

/* Bytes of a text that are made readable: more than those of a line; and the room for them. */
#define DANA__READABLE_MAX  ((size_t)1600)
#define DANA__READABLE_ROOM DANA__DECODED_BOUND(DANA__READABLE_MAX)

/* Returns a text with its characters beyond ASCII as they stand, without markup, spaces that do not
 * break as spaces, and without what has no form (text/invisible.h) and marks of direction: as it is
 * where it has none of these, else what is written to out of its first bytes. A text of spaces that
 * do not break is one of them: it stands between other texts. */
dana_view dana__readable(dana_view raw, char *out);

/*
 * Makes a raw string of JSON plain: escapes, then as dana__plain_text; at most `most` bytes of the
 * raw text. *out is in the arena. Errors: DANA_TOO_COMPLEX, DANA_NO_MEMORY.
 */
DANA_MUST_USE dana_status dana__json_text(dana_arena *arena, dana_view raw, size_t most,
                                          dana_view *out, dana_error *err);

/* Cuts a text at a character's border before at most `most` bytes. */
dana_view dana__cut_bytes(dana_view text, size_t most);

/* Cuts a text after at most `most` code points, at a space where one is near; *cut tells whether
 * anything is gone. */
dana_view dana__cut_text(dana_view text, size_t most, bool *cut);

#endif
