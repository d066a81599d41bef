/*
 * Words of dates: names of months in many languages, and the few words that stand in and around
 * dates. They are matched only beside numbers.
 */
#ifndef DANA_DATES_WORDS_H
#define DANA_DATES_WORDS_H

#include "dana/view.h"

#include <stdbool.h>
#include <stddef.h>

/* What a word is to a date. */
typedef enum {
    DANA__WORD_NONE,
    DANA__WORD_MONTH,
    DANA__WORD_SOLAR_MONTH,  /* of the solar Hijri calendar */
    DANA__WORD_MONTH_PREFIX, /* before the number of a month */
    DANA__WORD_DAY_FILLER,   /* ordinals' endings and particles between day, month and year */
    DANA__WORD_YEAR_SUFFIX,
    DANA__WORD_MONTH_SUFFIX,
    DANA__WORD_DAY_SUFFIX,
    DANA__WORD_AM,
    DANA__WORD_PM,
    DANA__WORD_TIME_FILLER, /* between a date and its time */
    DANA__WORD_HOUR_SUFFIX, /* between hours and minutes */
    DANA__WORD_UTC,
    DANA__WORD_ERA,  /* value: the year before the era's first */
    DANA__WORD_ZONE, /* value: minutes east of UTC */
    DANA__WORD_WEEKDAY,
    DANA__WORD_DAY,      /* an ordinal; value: of which day */
    DANA__WORD_DAY_TENS, /* value: 20 or 30, before an ordinal */
    DANA__WORD_DAY_AND,
} dana__word_kind;

/* A word as dana__fold_word writes it, and what it stands for: a month's number, 1 to 12, or as its
 * kind says. */
typedef struct {
    char text[32]; /* NUL-terminated */
    dana__word_kind kind;
    int value;
} dana__date_word;

/* Longest word that is folded, in bytes. */
#define DANA__FOLD_MAX 48

/*
 * Folds a word (valid UTF-8): small letters, accents, vowel marks of Semitic scripts and joiners
 * left out, Arabic yeh and kaf as Persian writes them, one heh. Returns the length in out, 0 where
 * it is longer than out.
 */
size_t dana__fold_word(dana_view word, char out[DANA__FOLD_MAX]);

/* Finds a word (not folded, letters and at most one space or point) in the table; NULL where it is
 * none. */
const dana__date_word *dana__find_date_word(dana_view word);

#endif
