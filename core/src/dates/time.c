#include "dates/time.h"

/* Passes what follows the first letter of "p.m.". */
static void skip_points(dana__date_reader *r)
{
    const dana__token *letter = dana__date_token_at(r, r->at + 1);

    if (dana__is_punctuation(dana__date_token(r), ".") && letter->kind == DANA__TOKEN_WORD &&
        !letter->space_before && (r->tokens->text.data[letter->span.start] | 0x20) == 'm' &&
        letter->span.end - letter->span.start == 1) {
        r->at += 2;
        r->at += dana__is_punctuation(dana__date_token(r), ".");
    }
}

/* Reads a word for the half of the day: "9:23 pm", "9:23 p.m.". In East Asia it stands before the
 * time; before it a word in ASCII is a particle. */
static dana__word_kind read_half_word(dana__date_reader *r, bool before)
{
    dana__word_kind kind = dana__token_word(r->tokens, r->at);

    if (kind != DANA__WORD_AM && kind != DANA__WORD_PM) {
        return DANA__WORD_NONE;
    }
    const dana__token *token = dana__date_token(r);

    r->at += dana__date_word_tokens(token);
    skip_points(r);
    return before && (unsigned char)token->word->text[0] < 0x80 ? DANA__WORD_NONE : kind;
}

/* Applies the half of the day to hours up to twelve. */
static void apply_half(dana__word_kind kind, dana__date *out)
{
    if (kind != DANA__WORD_NONE && out->hour <= 12) {
        out->hour = out->hour % 12 + (kind == DANA__WORD_PM ? 12 : 0);
    }
}

/* 03:00, 0300, 03. */
static bool read_offset(dana__date_reader *r, int64_t *hours, int64_t *minutes)
{
    *minutes = 0;
    if (dana__read_date_number(r, 4, 4, hours)) {
        *minutes = *hours % 100;
        *hours /= 100;
        return true;
    }
    if (!dana__read_date_number(r, 1, 2, hours)) {
        return false;
    }
    if (!dana__is_punctuation(dana__date_token(r), ":")) {
        return true;
    }
    r->at++;
    return dana__read_date_number(r, 2, 2, minutes);
}

/* A zone by its name, in capitals: "est" is a word. */
static bool read_zone_name(dana__date_reader *r, dana__date *out)
{
    const dana__token *token = dana__date_token(r);

    if (dana__token_word(r->tokens, r->at) != DANA__WORD_ZONE) {
        return false;
    }
    for (size_t i = token->span.start; i < token->span.end; i++) {
        if (r->tokens->text.data[i] < 'A' || r->tokens->text.data[i] > 'Z') {
            return false;
        }
    }
    out->has_zone = true;
    out->zone_minutes = token->word->value;
    r->at++;
    return true;
}

/* Z, UTC, +03:00, +0300, +03. A zone follows the time at once, or after a space with its sign. */
static void read_zone(dana__date_reader *r, dana__date *out)
{
    int64_t hours;
    int64_t minutes;

    if (read_zone_name(r, out)) {
        return;
    }
    if (dana__skip_date_word(r, DANA__WORD_UTC)) {
        out->has_zone = true;
        if (!dana__is_punctuation(dana__date_token(r), "+-") || dana__date_token(r)->space_before) {
            return;
        }
    }
    const dana__token *sign = dana__date_token(r);
    bool west = dana__is_punctuation(sign, "-") ||
                (sign->kind == DANA__TOKEN_PUNCTUATION && sign->value == 0x2212);

    if ((!west && !dana__is_punctuation(sign, "+")) ||
        dana__date_token_at(r, r->at + 1)->space_before) {
        return;
    }
    r->at++;
    if (read_offset(r, &hours, &minutes) && hours <= 14 && minutes < 60) {
        out->has_zone = true;
        out->zone_minutes = (int)(hours * 60 + minutes) * (west ? -1 : 1);
    }
}

/* Whether a particle stands before another, "a las 9:23": alone it is half of a day. */
static bool is_first_particle(const dana__date_reader *r)
{
    const dana__token *token = dana__date_token(r);

    return dana__token_word(r->tokens, r->at) == DANA__WORD_AM && token->word->text[1] == '\0' &&
           dana__token_word(r->tokens, r->at + 1) == DANA__WORD_TIME_FILLER;
}

/* Whether a token may stand between a date and its time. */
static bool is_before_time(const dana__date_reader *r)
{
    const dana__token *token = dana__date_token(r);
    dana__word_kind kind = dana__token_word(r->tokens, r->at);

    return kind == DANA__WORD_TIME_FILLER || kind == DANA__WORD_DAY_SUFFIX ||
           kind == DANA__WORD_DAY_FILLER || is_first_particle(r) ||
           dana__is_punctuation(token, ",.-|@'") ||
           (token->kind == DANA__TOKEN_PUNCTUATION && token->value > 0x7F);
}

/* Words of a day of the week at most, where a script sets no spaces between them. */
#define WEEKDAY_WORDS 3

/* Tokens of a day of the week in brackets, "2020年8月24日(月) 14:30", "(周一)": words, and numbers
 * that are written as such; 0: there is none. */
static size_t weekday_in_brackets(const dana__date_reader *r)
{
    size_t words = 0;

    if (!dana__is_punctuation(dana__date_token(r), "(")) {
        return 0;
    }
    while (words < WEEKDAY_WORDS &&
           dana__date_token_at(r, r->at + 1 + words)->kind == DANA__TOKEN_WORD) {
        words++;
    }
    bool is_closed = dana__is_punctuation(dana__date_token_at(r, r->at + 1 + words), ")");

    return words > 0 && is_closed ? words + 2 : 0;
}

/* Whether a token is a comma, of Arabic script, too. */
static bool is_comma(const dana__token *token)
{
    return token->kind == DANA__TOKEN_PUNCTUATION &&
           (token->value == ',' || token->value == 0x060C);
}

/* Whether one word stands between two commas: the day of the week in any language. */
static bool is_between_commas(const dana__date_reader *r)
{
    return is_comma(dana__date_token(r)) &&
           dana__date_token_at(r, r->at + 1)->kind == DANA__TOKEN_WORD &&
           is_comma(dana__date_token_at(r, r->at + 2)) &&
           dana__date_token_at(r, r->at + 3)->kind == DANA__TOKEN_NUMBER;
}

/* The tokens of a day of the week, 0: none stands there. The first of those of Japan begins as a
 * month's number ends. */
static size_t weekday_tokens(const dana__date_reader *r)
{
    dana__word_kind kind = dana__token_word(r->tokens, r->at);

    if (kind == DANA__WORD_WEEKDAY) {
        return dana__date_word_tokens(dana__date_token(r));
    }
    bool begins = kind == DANA__WORD_MONTH_SUFFIX || kind == DANA__WORD_DAY_SUFFIX;

    return begins && dana__token_word(r->tokens, r->at + 1) == DANA__WORD_WEEKDAY ? 1 : 0;
}

/* Most words and marks between a date and its time. */
#define STEPS_MOST 6

/* Passes them: one day of the week, as "Mon-Fri" are hours of business. */
static void skip_steps(dana__date_reader *r)
{
    bool named = false;
    bool behind = false; /* a part of the day's name: "thứ năm" */

    for (int i = 0; i < STEPS_MOST; i++) {
        size_t tokens = weekday_tokens(r);
        bool is_weekday = tokens > 0;

        if (is_weekday && named && !behind) {
            return;
        }
        if (!is_weekday) {
            tokens = weekday_in_brackets(r);
        }
        if (tokens == 0) {
            tokens = is_between_commas(r) ? 3 : is_before_time(r);
        }
        if (tokens == 0) {
            return;
        }
        named |= is_weekday;
        behind = is_weekday;
        r->at += tokens;
    }
}

/* Passes what stands between a date and its time; a "T" is all of it. Returns the half of the day
 * where that stands before the time. */
static dana__word_kind skip_to_time(dana__date_reader *r)
{
    const dana__token *token = dana__date_token(r);

    if (token->kind == DANA__TOKEN_WORD && token->span.end - token->span.start == 1 &&
        (r->tokens->text.data[token->span.start] | 0x20) == 't') {
        r->at++;
        return DANA__WORD_NONE;
    }
    skip_steps(r);
    return read_half_word(r, true);
}

/* Whether a word that is written before times stands before the time: then a point may part it. */
static bool is_announced(const dana__date_reader *r)
{
    size_t at = r->at;

    at -= at > 0 && dana__is_punctuation(dana__date_token_at(r, at - 1), ".:");
    return at > 0 && dana__token_word(r->tokens, at - 1) == DANA__WORD_TIME_FILLER;
}

/* Reads hours and minutes: 9:23, kl. 9.23, 9 h 23, 9時23分. */
static bool read_hours(dana__date_reader *r, int64_t *hour, int64_t *minute)
{
    bool point = is_announced(r);

    if (!dana__read_date_number(r, 1, 2, hour) || *hour > 23) {
        return false;
    }
    if (dana__skip_date_word(r, DANA__WORD_HOUR_SUFFIX)) {
        return dana__read_date_number(r, 1, 2, minute) && *minute < 60;
    }
    if (!dana__is_punctuation(dana__date_token(r), point ? ":." : ":") ||
        dana__date_token_at(r, r->at + 1)->digits != 2) {
        return false;
    }
    r->at++;
    return dana__read_date_number(r, 2, 2, minute) && *minute < 60;
}

/* Reads hours, minutes and, where they are given, seconds and what is smaller. */
static bool read_clock(dana__date_reader *r, dana__date *out)
{
    int64_t hour;
    int64_t minute;
    int64_t second;

    if (!read_hours(r, &hour, &minute)) {
        return false;
    }
    out->has_time = true;
    out->hour = (int)hour;
    out->minute = (int)minute;
    if (!dana__is_punctuation(dana__date_token(r), ":")) {
        return true;
    }
    r->at++;
    if (dana__read_date_number(r, 2, 2, &second) && second < 60) {
        out->has_seconds = true;
        out->second = (int)second;
        r->at += dana__is_punctuation(dana__date_token(r), ".,") &&
                         dana__date_token_at(r, r->at + 1)->kind == DANA__TOKEN_NUMBER
                     ? 2
                     : 0;
    }
    return true;
}

/* Reads what follows a time, its half of the day and its zone. half: what stands before it. Returns
 * the half. */
static dana__word_kind finish_time(dana__date_reader *r, dana__word_kind half, dana__date *out)
{
    half = half != DANA__WORD_NONE ? half : read_half_word(r, false);
    apply_half(half, out);
    read_zone(r, out);
    return half;
}

void dana__read_time(dana__date_reader *r, dana__date *out)
{
    dana__word_kind half = skip_to_time(r);

    if (read_clock(r, out)) {
        finish_time(r, half, out);
    }
}

/* Tokens before a date at most in which its time is looked for: "9:23 a.m. EDT, on Mon., 12 May".
 */
#define BEFORE_MOST 16

/* Whether a time may begin at a token: no part of "9:00 - 17:00". */
static bool may_begin_time(const dana__date_reader *r, size_t at)
{
    const dana__token *token = dana__date_token_at(r, at);
    bool goes_on = at > 1 && dana__date_token_at(r, at - 1)->kind == DANA__TOKEN_PUNCTUATION &&
                   dana__date_token_at(r, at - 2)->kind == DANA__TOKEN_NUMBER;

    return token->kind == DANA__TOKEN_NUMBER && !goes_on &&
           dana__is_punctuation(dana__date_token_at(r, at + 1), ":");
}

/* Reads a time at a token that a date follows at once: of two digits where nothing tells the half
 * of the day, as "3:45" is how long something takes. */
static bool read_time_to(dana__date_reader *r, size_t at, size_t date, dana__date *out)
{
    r->at = at;
    if (!may_begin_time(r, at) || !read_clock(r, out)) {
        return false;
    }
    dana__word_kind half = finish_time(r, DANA__WORD_NONE, out);

    skip_steps(r);
    return r->at == date && (half != DANA__WORD_NONE || dana__date_token_at(r, at)->digits == 2);
}

size_t dana__read_time_before(dana__date_reader *r, size_t date, dana__date *out)
{
    size_t at = date > BEFORE_MOST ? date - BEFORE_MOST : 0;

    for (; at < date; at++) {
        dana__date found = *out;

        if (read_time_to(r, at, date, &found)) {
            *out = found;
            return at;
        }
    }
    return date;
}
