/*
 * Evaluation: how much of a gold standard a text holds.
 *
 * Every measure is an overlap k of two lengths, the text's m and the gold standard's g:
 * precision k / m, recall k / g, F1 their harmonic mean (thesis, formula 4.1). An empty text
 * against a gold standard scores 0, two empty texts score 1.
 */
#ifndef DANA_EVALUATE_H
#define DANA_EVALUATE_H

#include "dana/arena.h"
#include "dana/view.h"

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Measures. A word is a maximal run of general category L*, N* or '_', lower-cased. */
typedef enum {
    DANA_MEASURE_LCS,         /* longest common subsequence of words (thesis 4.2) */
    DANA_MEASURE_WORDS,       /* common words, as multisets */
    DANA_MEASURE_SHINGLES,    /* common runs of four words, as multisets */
    DANA_MEASURE_LC_SEQUENCE, /* LCSequence: of characters, white space left out (Density 2009) */
    DANA_MEASURE_LC_STRING,   /* LCString: longest common run of characters, likewise */
    DANA_MEASURE_UNITS, /* common units, as multisets: words; of Chinese and Japanese, characters */
    DANA_MEASURE_COUNT
} dana_measure;

/* Precision, recall and F1, each in 0 to 1. */
typedef struct {
    double precision;
    double recall;
    double f1;
} dana_score;

/* Returns the name of a measure ("lcs", "words", "shingles", "lc_sequence", "lc_string",
 * "units"), static.
 */
const char *dana_measure_name(dana_measure measure);

/*
 * Scores a text against a gold standard, both valid UTF-8, by one measure. Memory comes from the
 * arena: some 40 bytes a word or character of both texts. LCS and LCSequence take time in
 * proportion to the product of the lengths over 64, the others n log n.
 * Errors: DANA_TOO_COMPLEX, DANA_NO_MEMORY.
 */
DANA_MUST_USE dana_status dana_evaluate(dana_arena *arena, dana_measure measure, dana_view text,
                                        dana_view gold, dana_score *out, dana_error *err);

/*
 * What a score does not tell: where a text begins and ends. A paragraph is a line of the gold
 * standard with ten units or more; where it has none, a line with a unit.
 */
typedef struct {
    bool first_missing; /* less than half of the first paragraph's runs of four units are in the
                           text */
    bool last_missing;  /* likewise of the last one */
    bool goes_on; /* ten units or more stand behind the end of what the text has of the gold */
} dana_edges;

/*
 * Finds out how a text holds the ends of a gold standard, both valid UTF-8. The end of what
 * the text has of it is the last place where eight units in a row are in runs of the gold standard.
 * Memory comes from the arena, some 80 bytes a unit. Errors: DANA_TOO_COMPLEX, DANA_NO_MEMORY.
 */
DANA_MUST_USE dana_status dana_evaluate_edges(dana_arena *arena, dana_view text, dana_view gold,
                                              dana_edges *out, dana_error *err);

/*
 * Returns whether a text holds a snippet, white space left out of both. A snippet without any other
 * character is in no text. Linear in the text, but for snippets that repeat themselves.
 */
bool dana_has_snippet(dana_view text, dana_view snippet);

/*
 * Returns whether two texts (valid UTF-8) are the same but for case and white space: a headline's
 * exact match.
 */
bool dana_same_text(dana_view a, dana_view b);

#ifdef __cplusplus
}
#endif
#endif
