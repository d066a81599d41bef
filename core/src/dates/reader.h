/*
 * What all readers of dates share: a position in the tokens, and small steps from there.
 */
#ifndef DANA_DATES_READER_H
#define DANA_DATES_READER_H

#include "dates/tokens.h"

/* How to read ambiguous dates. All false is the strict reading, for running text. */
typedef struct {
    bool month_first; /* 3/4/2020 is the 4th of March */
    bool solar;       /* years 1300 to 1499 are solar Hijri whatever the digits */
    bool croatian;    /* listopad is October, elsewhere November */
    bool short_years; /* 24.08.20 is of 2020; only where the day or the month stands first */
    bool machine;     /* an attribute or a member: also 20200824, 24/08/20 and seconds since 1970 */
} dana__date_reading;

/* A position in the tokens, and what was read up to it. */
typedef struct {
    dana__tokens *tokens;
    dana__date_reading reading;
    size_t at;
    int64_t year;
    int64_t month;
    int64_t day;
    bool solar;     /* the month is named, and one of the solar Hijri year */
    bool thai;      /* the month is named in Thai */
    bool gregorian; /* the month is named, and one of the Gregorian year */
} dana__date_reader;

/* Returns a token, beyond the last one the END. */
const dana__token *dana__date_token_at(const dana__date_reader *r, size_t index);

/* Returns the token at the position. */
const dana__token *dana__date_token(const dana__date_reader *r);

/* Returns whether a token is one of these ASCII characters. */
bool dana__is_punctuation(const dana__token *token, const char *characters);

/* Passes a number of `fewest` to `most` digits. Returns false, and stays, where there is none. */
bool dana__read_date_number(dana__date_reader *r, unsigned fewest, unsigned most, int64_t *value);

/* Passes a day of the month, in digits or by its ordinal, as Persian writes it: "twelfth", "twenty
 * and first". Returns false, and stays, where there is none. */
bool dana__read_day_of_month(dana__date_reader *r);

/* Passes one token that is a word of this kind. Returns false, and stays, where it is none. */
bool dana__skip_date_word(dana__date_reader *r, dana__word_kind kind);

/* Returns how many tokens a word of dates takes: more where it is longer than the first of them. */
size_t dana__date_word_tokens(const dana__token *token);

/* Skips a hyphen that joins a number to a suffix of some kind: "2024-يىلى 5-ئاينىڭ 1-كۈنى". */
void dana__skip_hyphen_before(dana__date_reader *r, dana__word_kind suffix);

#endif
