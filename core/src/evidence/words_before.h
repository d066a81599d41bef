/*
 * Words of many languages that stand before a name or a date, as rows of data.
 */
#ifndef DANA_EVIDENCE_WORDS_BEFORE_H
#define DANA_EVIDENCE_WORDS_BEFORE_H

#include "dana/view.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Words before a name ("by"), before a date of change ("updated") or of publication ("posted on"),
 * between names, before what is no author though words before a name are their end ("powered by").
 */
typedef enum {
    DANA__BEFORE_NAME,
    DANA__BEFORE_CHANGE,
    DANA__BEFORE_DATE,
    DANA__BETWEEN_NAMES,
    DANA__BEFORE_OTHERS,
    DANA__BEFORE_KINDS,
} dana__before;

/* The kinds of which a text may begin, or end, with words: bits 1 << kind, but of those between
 * names. */
typedef struct {
    uint8_t begins;
    uint8_t ends;
} dana__before_chance;

/* Returns the chance of a text, by two bytes at either end. Most have none. */
dana__before_chance dana__chance_of_before(dana_view text);

/*
 * Returns the length of the words of this kind at the start of a text, marks and spaces after them
 * included; 0 where there are none.
 */
size_t dana__words_before(dana_view text, dana__before kind);

/* Returns whether a text ends with such words ("Posted on Monday by"), or is such words of
 * DANA__BEFORE_OTHERS; words before a name do not count where they end such. */
bool dana__ends_with_words(dana_view text, dana__before kind);

/* Returns whether a text ends with words before a name as a byline does: a preposition alone counts
 * behind a date or a mark ("12 May by"), not behind a word that no row has ("Founded by"). */
bool dana__ends_as_byline(dana_view text);

/* Returns the bytes of a word before a name at `at`, " by ", spaces around it included; 0: there is
 * none. There is a byte behind `at` before `end`. */
size_t dana__word_behind(const char *at, const char *end);

/* Returns a text without the mark before it that parts it from another one: "| by Anna Lee". A mark
 * alone stays. */
dana_view dana__without_mark(dana_view text);

/* Returns a text without the comma that ends it, as labels that are spoken alone have it at the end
 * of their element: "Author,". */
dana_view dana__without_comma(dana_view text);

/* Returns whether a text tells when something was changed: it begins with words before such a date,
 * behind a dot that parts it from what stands before, or has them in brackets, "Ferries (last
 * edited 3 May 2020)". */
bool dana__tells_change(dana_view text);

#endif
