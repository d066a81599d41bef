#include "dates/forms.h"

#include "base/ascii.h"

#include <string.h>

/* Whether a character that is not ASCII may stand there: the comma of Arabic and Urdu's stroke
 * behind a day, an apostrophe, the strokes behind short words of Hebrew and Hindi. */
static bool is_filler(int64_t c)
{
    return c == 0x060C || c == 0x060D || c == 0x2019 || c == 0x05F3 || c == 0x0970;
}

/* Skips what may stand between a day, a month's name and a year. */
static void skip_fillers(dana__date_reader *r)
{
    for (int i = 0; i < 3; i++) {
        const dana__token *token = dana__date_token(r);
        bool is_word = dana__token_word(r->tokens, r->at) == DANA__WORD_DAY_FILLER;
        bool is_mark = dana__is_punctuation(token, ",.'/-") ||
                       (token->kind == DANA__TOKEN_PUNCTUATION && is_filler(token->value));

        if (!is_word && !is_mark) {
            return;
        }
        r->at += is_word ? dana__date_word_tokens(token) : 1;
    }
}

/* Reads the name of a month; of two names ("nisan / april") the first counts. East Asia numbers
 * them, "5월". */
static bool read_month(dana__date_reader *r)
{
    dana__word_kind kind = dana__token_word(r->tokens, r->at);

    if (dana__date_token(r)->kind == DANA__TOKEN_NUMBER) {
        return dana__read_date_number(r, 1, 2, &r->month) &&
               dana__skip_date_word(r, DANA__WORD_MONTH_SUFFIX);
    }
    if (kind == DANA__WORD_MONTH_PREFIX) {
        r->at++;
        return dana__read_date_number(r, 1, 2, &r->month);
    }
    if (kind != DANA__WORD_MONTH && kind != DANA__WORD_SOLAR_MONTH) {
        return false;
    }
    const dana__date_word *word = dana__date_token(r)->word;

    r->month = r->reading.croatian && strncmp(word->text, "listopad", 8) == 0 ? 10 : word->value;
    r->thai = memcmp(word->text, "\xE0\xB8", 2) == 0;
    r->solar = kind == DANA__WORD_SOLAR_MONTH;
    r->gregorian = !r->solar;
    r->at += dana__date_word_tokens(dana__date_token(r));
    if (dana__is_punctuation(dana__date_token(r), "/(") &&
        dana__token_word(r->tokens, r->at + 1) == DANA__WORD_MONTH) {
        r->at += 2;
        r->at += dana__is_punctuation(dana__date_token(r), ")");
    }
    return true;
}

/* What a Buddhist year of two digits is short of. */
#define THAI_CENTURY 2500

/* Whether what was read are the hours of a time. */
static bool goes_on_as_time(const dana__date_reader *r)
{
    return dana__is_punctuation(dana__date_token(r), ":.") &&
           dana__date_token_at(r, r->at + 1)->kind == DANA__TOKEN_NUMBER;
}

/* The century of a year of two digits: up to 49 it is this one (RFC 5322, 4.3). */
static int64_t century_of(int64_t year)
{
    return year < 50 ? 2000 : 1900;
}

/* A year by name or number: four digits, or two behind a month of Thai, or where only a machine
 * wrote them. */
static bool read_year(dana__date_reader *r)
{
    size_t at = r->at;

    if (dana__read_date_number(r, 4, 4, &r->year)) {
        return true;
    }
    r->at = at;
    if (r->thai && dana__read_date_number(r, 2, 2, &r->year) && !goes_on_as_time(r)) {
        r->year += THAI_CENTURY;
        return true;
    }
    r->at = at;
    if (r->reading.machine && dana__read_date_number(r, 2, 2, &r->year)) {
        r->year += century_of(r->year);
        return true;
    }
    r->at = at;
    return false;
}

/* Whether an ordinal's ending follows, "5-р сарын". */
static bool has_ordinal(const dana__date_reader *r)
{
    return dana__is_punctuation(dana__date_token(r), "-") &&
           dana__date_token_at(r, r->at + 1)->kind == DANA__TOKEN_WORD;
}

/* 2020-08-24, 2020/8/24, 2020.08.24, and with the suffixes of China, Korea, Mongolia and others. */
static bool read_year_first(dana__date_reader *r)
{
    if (!dana__read_date_number(r, 4, 4, &r->year)) {
        return false;
    }
    dana__skip_hyphen_before(r, DANA__WORD_YEAR_SUFFIX);
    if (dana__skip_date_word(r, DANA__WORD_YEAR_SUFFIX)) {
        if (!dana__read_date_number(r, 1, 2, &r->month)) {
            return false;
        }
        dana__skip_hyphen_before(r, DANA__WORD_MONTH_SUFFIX);
        r->at += has_ordinal(r) ? 2 : 0;
        return dana__skip_date_word(r, DANA__WORD_MONTH_SUFFIX) &&
               dana__read_date_number(r, 1, 2, &r->day);
    }
    const dana__token *separator = dana__date_token(r);

    if (!dana__is_punctuation(separator, "-/._")) {
        return false;
    }
    r->at++;
    if (!dana__read_date_number(r, 1, 2, &r->month) ||
        dana__date_token(r)->kind != DANA__TOKEN_PUNCTUATION ||
        dana__date_token(r)->value != separator->value) {
        return false;
    }
    r->at++;
    return dana__read_date_number(r, 1, 2, &r->day);
}

/* The year of an era of Japan or Taiwan, with the suffixes of China and Japan. */
static bool read_era(dana__date_reader *r)
{
    if (dana__token_word(r->tokens, r->at) != DANA__WORD_ERA) {
        return false;
    }
    int before = dana__date_token(r)->word->value;

    r->at += dana__date_word_tokens(dana__date_token(r));
    if (!dana__read_date_number(r, 1, 3, &r->year) ||
        !dana__skip_date_word(r, DANA__WORD_YEAR_SUFFIX)) {
        return false;
    }
    r->year += before;
    return dana__read_date_number(r, 1, 2, &r->month) &&
           dana__skip_date_word(r, DANA__WORD_MONTH_SUFFIX) &&
           dana__read_date_number(r, 1, 2, &r->day);
}

/* 24.08.20, 24/08/20, of two digits each and by themselves: no version, no address, no time. first:
 * the day or the month. */
static bool read_short_year(dana__date_reader *r, size_t first)
{
    const dana__token *start = dana__date_token_at(r, first);
    const dana__token *second = dana__date_token_at(r, first + 2);

    if (!r->reading.short_years || (first > 0 && !start->space_before) || start->digits != 2 ||
        second->digits != 2 || second->space_before || dana__date_token(r)->space_before ||
        dana__date_token_at(r, first + 1)->value == '-' ||
        !dana__read_date_number(r, 2, 2, &r->year)) {
        return false;
    }
    const dana__token *after = dana__date_token_at(r, r->at + 1);

    r->year += century_of(r->year);
    return !dana__is_punctuation(dana__date_token(r), "-/.:") ||
           after->kind != DANA__TOKEN_NUMBER || after->space_before;
}

/* 24.08.2020, 24/08/2020, 08/24/2020. */
static bool read_year_last(dana__date_reader *r)
{
    size_t start = r->at;
    int64_t first;
    int64_t second;

    if (!dana__read_date_number(r, 1, 2, &first)) {
        return false;
    }
    const dana__token *separator = dana__date_token(r);

    if (!dana__is_punctuation(separator, "-/.")) {
        return false;
    }
    r->at++;
    if (!dana__read_date_number(r, 1, 2, &second) ||
        !dana__is_punctuation(dana__date_token(r), "-/.") ||
        dana__date_token(r)->value != separator->value) {
        return false;
    }
    r->at++;
    if (!read_year(r) && !read_short_year(r, start)) {
        return false;
    }
    bool month_first = second > 12 ||
                       (r->reading.month_first && separator->value != '.' && first <= 12);

    r->month = month_first ? first : second;
    r->day = month_first ? second : first;
    return true;
}

/* 24 08 2020, 24 | 08 | 2020, by itself. */
static bool read_spaced(dana__date_reader *r)
{
    size_t step = dana__is_punctuation(dana__date_token_at(r, 1), "|") ? 2 : 1;
    bool alone = r->at == 0 && r->tokens->count == 2 * step + 1 &&
                 (step == 1 || dana__is_punctuation(dana__date_token_at(r, 3), "|"));

    if (!alone || dana__date_token_at(r, step)->digits != 2 ||
        !dana__date_token_at(r, step)->space_before ||
        !dana__date_token_at(r, 2 * step)->space_before ||
        !dana__read_date_number(r, 1, 2, &r->day)) {
        return false;
    }
    r->at = step;
    if (!dana__read_date_number(r, 1, 2, &r->month)) {
        return false;
    }
    r->at = 2 * step;
    return dana__read_date_number(r, 4, 4, &r->year);
}

/* 24 August 2020, 3rd of March, 2020, 24. August 2020. */
static bool read_day_month_name(dana__date_reader *r)
{
    if (!dana__read_day_of_month(r)) {
        return false;
    }
    skip_fillers(r);
    if (!read_month(r)) {
        return false;
    }
    skip_fillers(r);
    return read_year(r);
}

/* August 24, 2020. */
static bool read_month_name_day(dana__date_reader *r)
{
    if (!read_month(r)) {
        return false;
    }
    skip_fillers(r);
    if (!dana__read_date_number(r, 1, 2, &r->day)) {
        return false;
    }
    skip_fillers(r);
    return read_year(r);
}

/* 2020 August 24, 2020 ж. тамыздың 24. */
static bool read_year_month_name(dana__date_reader *r)
{
    if (!dana__read_date_number(r, 4, 4, &r->year)) {
        return false;
    }
    dana__skip_hyphen_before(r, DANA__WORD_YEAR_SUFFIX);
    dana__skip_date_word(r, DANA__WORD_YEAR_SUFFIX);
    skip_fillers(r);
    if (!read_month(r)) {
        return false;
    }
    skip_fillers(r);
    return dana__read_date_number(r, 1, 2, &r->day);
}

/* 2020. gada 24. augusts, as Latvian has it; 2020 ж. 24 тамыз, as Kazakh does. */
static bool read_year_day_month(dana__date_reader *r)
{
    if (!dana__read_date_number(r, 4, 4, &r->year)) {
        return false;
    }
    r->at += dana__is_punctuation(dana__date_token(r), ".-");
    if (!dana__skip_date_word(r, DANA__WORD_YEAR_SUFFIX)) {
        return false;
    }
    r->at += dana__is_punctuation(dana__date_token(r), ".");
    if (!dana__read_date_number(r, 1, 2, &r->day)) {
        return false;
    }
    skip_fillers(r);
    return read_month(r);
}

/* Mon Aug 24 09:23:13 2020, as C's asctime writes it. */
static bool read_year_after_time(dana__date_reader *r)
{
    int64_t skipped;

    if (!read_month(r) || !dana__read_date_number(r, 1, 2, &r->day)) {
        return false;
    }
    for (int part = 0; part < 3; part++) {
        if (!dana__read_date_number(r, 1, 2, &skipped)) {
            return false;
        }
        r->at += part < 2 && dana__is_punctuation(dana__date_token(r), ":");
    }
    /* Where the zone stands before the year, date(1) wrote it. */
    r->at += dana__date_token(r)->kind == DANA__TOKEN_WORD;
    return dana__read_date_number(r, 4, 4, &r->year);
}

/* 20200824, with or without a time after it. */
static bool read_compact(dana__date_reader *r)
{
    int64_t value;

    if (!r->reading.machine || !dana__read_date_number(r, 8, 8, &value)) {
        return false;
    }
    r->year = value / 10000;
    r->month = value / 100 % 100;
    r->day = value % 100;
    return true;
}

static bool is_in(int64_t value, int64_t first, int64_t last)
{
    return value >= first && value <= last;
}

/* A year of the solar Hijri calendar, one of Kurdistan as that counts. */
static int64_t solar_year_of(const dana__date_reader *r)
{
    bool kurdish = r->solar && r->year > DANA__SOLAR_YEAR_FIRST + DANA__KURDISH_YEARS;

    return kurdish ? r->year - DANA__KURDISH_YEARS : r->year;
}

/* Returns whether the calendar has this day, with its Gregorian date. */
static bool settle(const dana__date_reader *r, dana__date *out)
{
    int64_t solar = solar_year_of(r);
    bool solar_year = is_in(solar, DANA__SOLAR_YEAR_FIRST, DANA__SOLAR_YEAR_LAST);

    if (!is_in(r->month, 1, 12) || r->day < 1) {
        return false;
    }
    if (solar_year) {
        bool may_be = r->reading.solar || dana__date_token_at(r, r->at - 1)->persian;
        bool known = r->solar || (may_be && solar <= DANA__SOLAR_YEAR_PLAIN);

        if (!known || r->gregorian || r->day > dana__solar_month_length(solar, r->month)) {
            return false;
        }
        dana__from_solar(solar, r->month, r->day, out);
        return out->year <= DANA__YEAR_LAST;
    }
    int64_t year = r->year > DANA__YEAR_LAST ? r->year - DANA__BUDDHIST_YEARS : r->year;

    if (r->solar || !is_in(year, DANA__YEAR_FIRST, DANA__YEAR_LAST) ||
        r->day > dana__month_length(year, r->month)) {
        return false;
    }
    *out = (dana__date){.year = (int)year, .month = (int)r->month, .day = (int)r->day};
    return true;
}

/* The forms of a date; the first that fits at a token counts: hours before a year at the end are
 * no year of two digits. */
static bool (*const forms[])(dana__date_reader *) = {
    read_year_first,      read_year_last,      read_day_month_name,
    read_year_after_time, read_month_name_day, read_year_month_name,
    read_year_day_month,  read_compact,        read_era,
    read_spaced,
};

/* Digits that go on before or after it make it something else: 1.2.2020.3, 12020-01-01. */
static bool stands_alone(const dana__date_reader *r, size_t first)
{
    const dana__token *before = first > 0 ? dana__date_token_at(r, first - 1) : NULL;
    const dana__token *after = dana__date_token(r);
    bool joined = dana__date_token_at(r, first)->kind == DANA__TOKEN_NUMBER && before != NULL &&
                  !dana__date_token_at(r, first)->space_before &&
                  dana__is_punctuation(before, "-/.:$") && first > 1 &&
                  dana__date_token_at(r, first - 2)->kind == DANA__TOKEN_NUMBER;

    return !joined && !(after->kind == DANA__TOKEN_NUMBER && !after->space_before);
}

bool dana__read_day(dana__date_reader *r, size_t first, dana__date *out)
{
    for (size_t i = 0; i < DANA__COUNT(forms); i++) {
        *r = (dana__date_reader){.tokens = r->tokens, .reading = r->reading, .at = first};
        if (forms[i](r) && stands_alone(r, first) && settle(r, out)) {
            return true;
        }
    }
    return false;
}
