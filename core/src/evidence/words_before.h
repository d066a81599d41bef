/*
 * Words of many languages that stand before a name or a date, as rows of data.
 */
#ifndef DANA_EVIDENCE_WORDS_BEFORE_H
#define DANA_EVIDENCE_WORDS_BEFORE_H

#include "dana/view.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Room for the rows of the table. */
#define DANA__BEFORE_ROWS_MAX 768

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

/* The rows of each kind by their first two bytes, and by their last two, as chains: row numbers
 * from 1, 0 ends one. Of what stands between names, some rows have but one byte. For those who ask
 * of every text of a page. */
typedef struct {
    uint16_t first[DANA__BEFORE_KINDS][256];
    uint16_t last[DANA__BEFORE_KINDS][256];
    uint32_t
        begins[256]; /* which two bytes begin rows of some kind but those between names: bits */
    uint32_t ends[256];
    uint16_t next_first[DANA__BEFORE_ROWS_MAX];
    uint16_t next_last[DANA__BEFORE_ROWS_MAX];
} dana__before_index;

/* Makes the index. */
void dana__index_words_before(dana__before_index *out);

/* Whether a text may begin, or end, with words of some kind but those between names. */
typedef struct {
    bool begins;
    bool ends;
} dana__before_chance;

/* Returns the chance of a text, by two bytes at either end. Most have none. */
dana__before_chance dana__chance_of_before(const dana__before_index *index, dana_view text);

/*
 * Returns the length of the words of this kind at the start of a text, marks and spaces after them
 * included; 0 where there are none. index: NULL where all rows may be tried.
 */
size_t dana__words_before(const dana__before_index *index, dana_view text, dana__before kind);

/* Returns whether a text ends with such words ("Posted on Monday by"), or is such words of
 * DANA__BEFORE_OTHERS; words before a name do not count where they end such. index: likewise. */
bool dana__ends_with_words(const dana__before_index *index, dana_view text, dana__before kind);

#endif
