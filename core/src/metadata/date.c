/*
 * Patterns over tokens, tried at each number and month in turn.
 */
#include "metadata/date.h"

#include "metadata/date_tokens.h"

#include <stdio.h>
#include <string.h>

/* Years that a page may have been written in. */
#define YEAR_FIRST       1900
#define YEAR_LAST        2100
#define SOLAR_YEAR_FIRST 1300
#define SOLAR_YEAR_LAST  1499

/* A place in the tokens, and what was read up to it. */
typedef struct {
    dana__tokens *tokens;
    dana__date_reading reading;
    size_t at;
    int64_t year;
    int64_t month;
    int64_t day;
    bool solar;
} reader;

static const dana__token *token_at(const reader *r, size_t index)
{
    return &r->tokens->tokens[index < r->tokens->count ? index : r->tokens->count];
}

static const dana__token *current(const reader *r)
{
    return token_at(r, r->at);
}

static bool is_mark(const dana__token *token, const char *marks)
{
    return token->kind == DANA__TOKEN_MARK && token->value > 0 && token->value < 0x80 &&
           strchr(marks, (int)token->value) != NULL;
}

/* Reads a number of `fewest` to `most` digits. */
static bool read_number(reader *r, unsigned fewest, unsigned most, int64_t *value)
{
    const dana__token *token = current(r);

    if (token->kind != DANA__TOKEN_NUMBER || token->digits < fewest || token->digits > most) {
        return false;
    }
    *value = token->value;
    r->at++;
    return true;
}

static bool skip_word(reader *r, dana__word_kind kind)
{
    if (dana__token_word(r->tokens, r->at) != kind) {
        return false;
    }
    r->at++;
    return true;
}

/* Skips what may stand between a day, a month's name and a year. */
static void skip_fillers(reader *r)
{
    for (int i = 0; i < 3; i++) {
        const dana__token *token = current(r);
        bool mark = is_mark(token, ",.'/-") || (token->kind == DANA__TOKEN_MARK &&
                                                (token->value == 0x060C || token->value == 0x2019));

        if (!mark && dana__token_word(r->tokens, r->at) != DANA__WORD_DAY_FILLER) {
            return;
        }
        r->at++;
    }
}

/* How many tokens a word of dates takes: two where it is longer than the first of them. */
static size_t word_tokens(const dana__token *token)
{
    bool has_space = strchr(token->word->text, ' ') != NULL;
    bool ideographs = (unsigned char)token->word->text[0] >= 0xE3;

    return has_space ||
                   (ideographs && strlen(token->word->text) > token->span.end - token->span.start)
               ? 2
               : 1;
}

/* Reads the name of a month; of two names ("nisan / april") the first counts. */
static bool read_month(reader *r)
{
    dana__word_kind kind = dana__token_word(r->tokens, r->at);

    if (kind != DANA__WORD_MONTH && kind != DANA__WORD_SOLAR_MONTH) {
        return false;
    }
    const dana__date_word *word = current(r)->word;

    r->month = word->value;
    r->solar = kind == DANA__WORD_SOLAR_MONTH;
    r->at += word_tokens(current(r));
    if (is_mark(current(r), "/(") && dana__token_word(r->tokens, r->at + 1) == DANA__WORD_MONTH) {
        r->at += 2;
        r->at += is_mark(current(r), ")");
    }
    return true;
}

/* A year by name or number: four digits, or two where only a machine wrote them. */
static bool read_year(reader *r)
{
    size_t at = r->at;

    if (read_number(r, 4, 4, &r->year)) {
        return true;
    }
    r->at = at;
    if (r->reading.machine && read_number(r, 2, 2, &r->year)) {
        r->year += 2000;
        return true;
    }
    r->at = at;
    return false;
}

/* 2020-08-24, 2020/8/24, 2020.08.24, and with the marks of China, Japan and Korea. */
static bool read_year_first(reader *r)
{
    if (!read_number(r, 4, 4, &r->year)) {
        return false;
    }
    if (skip_word(r, DANA__WORD_YEAR_MARK)) {
        return read_number(r, 1, 2, &r->month) && skip_word(r, DANA__WORD_MONTH_MARK) &&
               read_number(r, 1, 2, &r->day);
    }
    const dana__token *mark = current(r);

    if (!is_mark(mark, "-/._")) {
        return false;
    }
    r->at++;
    if (!read_number(r, 1, 2, &r->month) || current(r)->kind != DANA__TOKEN_MARK ||
        current(r)->value != mark->value) {
        return false;
    }
    r->at++;
    return read_number(r, 1, 2, &r->day);
}

/* 24.08.2020, 24/08/2020, 08/24/2020. */
static bool read_year_last(reader *r)
{
    int64_t first;
    int64_t second;

    if (!read_number(r, 1, 2, &first)) {
        return false;
    }
    const dana__token *mark = current(r);

    if (!is_mark(mark, "-/.")) {
        return false;
    }
    r->at++;
    if (!read_number(r, 1, 2, &second) || !is_mark(current(r), "-/.") ||
        current(r)->value != mark->value) {
        return false;
    }
    r->at++;
    if (!read_year(r)) {
        return false;
    }
    bool month_first = second > 12 || (r->reading.month_first && mark->value != '.' && first <= 12);

    r->month = month_first ? first : second;
    r->day = month_first ? second : first;
    return true;
}

/* 24 August 2020, 3rd of March, 2020, 24. August 2020. */
static bool read_day_month_name(reader *r)
{
    if (!read_number(r, 1, 2, &r->day)) {
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
static bool read_month_name_day(reader *r)
{
    if (!read_month(r)) {
        return false;
    }
    skip_fillers(r);
    if (!read_number(r, 1, 2, &r->day)) {
        return false;
    }
    skip_fillers(r);
    return read_year(r);
}

/* 2020 August 24. */
static bool read_year_month_name(reader *r)
{
    if (!read_number(r, 4, 4, &r->year)) {
        return false;
    }
    skip_fillers(r);
    if (!read_month(r)) {
        return false;
    }
    skip_fillers(r);
    return read_number(r, 1, 2, &r->day);
}

/* Mon Aug 24 09:23:13 2020, as C's asctime writes it. */
static bool read_year_behind_time(reader *r)
{
    int64_t skipped;

    if (!read_month(r) || !read_number(r, 1, 2, &r->day)) {
        return false;
    }
    for (int part = 0; part < 3; part++) {
        if (!read_number(r, 1, 2, &skipped)) {
            return false;
        }
        r->at += part < 2 && is_mark(current(r), ":");
    }
    return read_number(r, 4, 4, &r->year);
}

/* 20200824, with or without a time behind it. */
static bool read_compact(reader *r)
{
    int64_t value;

    if (!r->reading.machine || !read_number(r, 8, 8, &value)) {
        return false;
    }
    r->year = value / 10000;
    r->month = value / 100 % 100;
    r->day = value % 100;
    return true;
}

static bool is_leap(int64_t year)
{
    return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

static int64_t month_length(int64_t year, int64_t month)
{
    static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

    return days[month - 1] + (month == 2 && is_leap(year));
}

/* Adds days to a date, fewer than some hundred. */
static void add_days(dana__date *date, int days)
{
    date->day += days;
    while (date->day > month_length(date->year, date->month)) {
        date->day -= (int)month_length(date->year, date->month);
        if (++date->month > 12) {
            date->month = 1;
            date->year++;
        }
    }
}

/*
 * Leap years of the solar Hijri calendar by its cycle of 33 years (Borkowski, The Persian calendar
 * for 3000 years, 1996). deviation: the calendar itself follows the sun; in the years that pages
 * are written in, both agree.
 */
static bool is_solar_leap(int64_t year)
{
    static const int leaps[] = {1, 5, 9, 13, 17, 22, 26, 30};

    for (size_t i = 0; i < sizeof(leaps) / sizeof(leaps[0]); i++) {
        if (year % 33 == leaps[i]) {
            return true;
        }
    }
    return false;
}

/* Counts days from 1 Farvardin 1300, which was 21 March 1921. */
static void from_solar(int64_t year, int64_t month, int64_t day, dana__date *date)
{
    int days = (int)day - 1;

    *date = (dana__date){.year = (int)year + 621, .month = 3, .day = 21};
    int solar_leaps = 0;
    int gregorian_leaps = 0;

    for (int64_t y = SOLAR_YEAR_FIRST; y < year; y++) {
        solar_leaps += is_solar_leap(y);
        gregorian_leaps += is_leap(y + 622);
    }
    date->day += solar_leaps - gregorian_leaps;
    days += month <= 7 ? ((int)month - 1) * 31 : 186 + ((int)month - 7) * 30;
    add_days(date, days);
}

static bool is_in(int64_t value, int64_t first, int64_t last)
{
    return value >= first && value <= last;
}

/* Whether the day is one, and the Gregorian date of it. */
static bool settle(const reader *r, dana__date *out)
{
    bool solar_year = is_in(r->year, SOLAR_YEAR_FIRST, SOLAR_YEAR_LAST);

    if (!is_in(r->month, 1, 12) || r->day < 1) {
        return false;
    }
    if (solar_year) {
        bool known = r->solar || r->reading.solar || token_at(r, r->at - 1)->persian;

        if (!known || r->day > (r->month <= 6 ? 31 : 30)) {
            return false;
        }
        from_solar(r->year, r->month, r->day, out);
        return true;
    }
    if (r->solar || !is_in(r->year, YEAR_FIRST, YEAR_LAST) ||
        r->day > month_length(r->year, r->month)) {
        return false;
    }
    *out = (dana__date){.year = (int)r->year, .month = (int)r->month, .day = (int)r->day};
    return true;
}

/* The forms a date has; the first that fits at a token counts. */
static bool (*const forms[])(reader *) = {
    read_year_first,      read_year_last,        read_day_month_name, read_month_name_day,
    read_year_month_name, read_year_behind_time, read_compact,
};

/* A number that goes on before or behind is another thing: 1.2.2020.3, 12020-01-01. */
static bool stands_alone(const reader *r, size_t first)
{
    const dana__token *before = first > 0 ? token_at(r, first - 1) : NULL;
    const dana__token *behind = current(r);
    bool joined = token_at(r, first)->kind == DANA__TOKEN_NUMBER && before != NULL &&
                  !token_at(r, first)->space_before && is_mark(before, "-/.:$") && first > 1 &&
                  token_at(r, first - 2)->kind == DANA__TOKEN_NUMBER;

    return !joined && !(behind->kind == DANA__TOKEN_NUMBER && !behind->space_before);
}

/* Seconds or milliseconds since 1970, UTC. */
static bool read_epoch(reader *r, dana__date *out)
{
    int64_t value;

    if (!r->reading.machine || r->tokens->count != 1) {
        return false;
    }
    if (read_number(r, 13, 13, &value)) {
        value /= 1000;
    } else if (!read_number(r, 10, 10, &value)) {
        return false;
    }
    int64_t days = value / 86400;
    int seconds = (int)(value % 86400);

    *out = (dana__date){.year = 1970, .month = 1, .day = 1};
    while (days >= 365 + is_leap(out->year)) {
        days -= 365 + is_leap(out->year);
        out->year++;
    }
    add_days(out, (int)days);
    out->has_time = true;
    out->has_seconds = true;
    out->has_zone = true;
    out->hour = seconds / 3600;
    out->minute = seconds / 60 % 60;
    out->second = seconds % 60;
    return true;
}

/* Reads a word for the half of the day: "9:23 pm", "9:23 p.m.". In East Asia it stands before the
 * time; before it, a word in ASCII is a particle. */
static dana__word_kind read_half_word(reader *r, bool before)
{
    dana__word_kind kind = dana__token_word(r->tokens, r->at);

    if (kind != DANA__WORD_AM && kind != DANA__WORD_PM) {
        return DANA__WORD_NONE;
    }
    const dana__token *token = current(r);

    r->at += word_tokens(token);
    return before && (unsigned char)token->word->text[0] < 0x80 ? DANA__WORD_NONE : kind;
}

/* Applies the half of the day to hours up to twelve. */
static void apply_half(dana__word_kind kind, dana__date *out)
{
    if (kind != DANA__WORD_NONE && out->hour <= 12) {
        out->hour = out->hour % 12 + (kind == DANA__WORD_PM ? 12 : 0);
    }
}

/* Z, UTC, +03:00, +0300, +03. A zone follows the time at once, or behind a space with its sign. */
static void read_zone(reader *r, dana__date *out)
{
    int64_t hours;
    int64_t minutes = 0;

    if (skip_word(r, DANA__WORD_UTC)) {
        out->has_zone = true;
        if (!is_mark(current(r), "+-") || current(r)->space_before) {
            return;
        }
    }
    const dana__token *sign = current(r);
    bool west = is_mark(sign, "-") || (sign->kind == DANA__TOKEN_MARK && sign->value == 0x2212);

    if ((!west && !is_mark(sign, "+")) || token_at(r, r->at + 1)->space_before) {
        return;
    }
    r->at++;
    if (read_number(r, 4, 4, &hours)) {
        minutes = hours % 100;
        hours /= 100;
    } else if (read_number(r, 1, 2, &hours)) {
        if (is_mark(current(r), ":")) {
            r->at++;
            if (!read_number(r, 2, 2, &minutes)) {
                return;
            }
        }
    } else {
        return;
    }
    if (hours <= 14 && minutes < 60) {
        out->has_zone = true;
        out->zone_minutes = (int)(hours * 60 + minutes) * (west ? -1 : 1);
    }
}

/* Whether a token may stand between a date and its time. */
static bool is_before_time(const reader *r)
{
    const dana__token *token = current(r);
    dana__word_kind kind = dana__token_word(r->tokens, r->at);

    return kind == DANA__WORD_TIME_FILLER || kind == DANA__WORD_DAY_MARK ||
           is_mark(token, ",-|@") || (token->kind == DANA__TOKEN_MARK && token->value > 0x7F);
}

/* Passes what stands between a date and its time, at most three tokens; a "T" is all of it. Returns
 * the half of the day where that stands before the time. */
static dana__word_kind skip_to_time(reader *r)
{
    const dana__token *token = current(r);

    if (token->kind == DANA__TOKEN_WORD && token->span.end - token->span.start == 1 &&
        (r->tokens->text.data[token->span.start] | 0x20) == 't') {
        r->at++;
        return DANA__WORD_NONE;
    }
    for (int i = 0; i < 3 && is_before_time(r); i++) {
        r->at++;
    }
    return read_half_word(r, true);
}

/* Reads hours, minutes and, where they are given, seconds and what is smaller. */
static bool read_clock(reader *r, dana__date *out)
{
    int64_t hour;
    int64_t minute;
    int64_t second;

    if (!read_number(r, 1, 2, &hour) || !is_mark(current(r), ":")) {
        return false;
    }
    r->at++;
    if (!read_number(r, 2, 2, &minute) || hour > 23 || minute > 59) {
        return false;
    }
    out->has_time = true;
    out->hour = (int)hour;
    out->minute = (int)minute;
    if (!is_mark(current(r), ":")) {
        return true;
    }
    r->at++;
    if (read_number(r, 2, 2, &second) && second < 60) {
        out->has_seconds = true;
        out->second = (int)second;
        r->at += is_mark(current(r), ".,") && token_at(r, r->at + 1)->kind == DANA__TOKEN_NUMBER
                     ? 2
                     : 0;
    }
    return true;
}

/* Reads the time behind a date, if there is one; the date stays as it is if not. */
static void read_time(reader *r, dana__date *out)
{
    dana__word_kind half = skip_to_time(r);

    if (!read_clock(r, out)) {
        return;
    }
    apply_half(half != DANA__WORD_NONE ? half : read_half_word(r, false), out);
    read_zone(r, out);
}

/* Reads a date at one token. */
static bool read_date_at(dana__tokens *tokens, size_t first, dana__date_reading reading,
                         dana__date *out, size_t *behind)
{
    for (size_t i = 0; i < sizeof(forms) / sizeof(forms[0]); i++) {
        reader r = {.tokens = tokens, .reading = reading, .at = first};

        if (forms[i](&r) && stands_alone(&r, first) && settle(&r, out)) {
            *behind = r.at;
            read_time(&r, out);
            return true;
        }
    }
    return false;
}

bool dana__find_date(dana_view text, dana__date_reading reading, dana__date *out, dana_span *span)
{
    dana__tokens tokens;
    dana__date date;

    if (!dana__split_tokens(text, &tokens)) {
        return false;
    }
    reader whole = {.tokens = &tokens, .reading = reading};

    if (read_epoch(&whole, out)) {
        *span = tokens.tokens[0].span;
        return true;
    }
    for (size_t i = 0; i < tokens.count; i++) {
        size_t behind;

        if (tokens.tokens[i].kind != DANA__TOKEN_MARK &&
            read_date_at(&tokens, i, reading, &date, &behind)) {
            *out = date;
            *span = (dana_span){tokens.tokens[i].span.start, tokens.tokens[behind - 1].span.end};
            return true;
        }
    }
    return false;
}

/* The number of `digits` ASCII digits at p, -1 where there are others or more. */
static int digits_at(dana_view url, size_t *at, size_t fewest, size_t most)
{
    size_t i = *at;
    int value = 0;

    while (i < url.length && i - *at <= most && url.data[i] >= '0' && url.data[i] <= '9') {
        value = value * 10 + (url.data[i++] - '0');
    }
    if (i - *at < fewest || i - *at > most) {
        return -1;
    }
    *at = i;
    return value;
}

/* Reads year, month and day at `at`; with the same separator, or with none and eight digits. */
static bool url_date_at(dana_view url, size_t at, dana__date *out)
{
    size_t i = at;
    int compact = digits_at(url, &i, 8, 8);

    if (compact > 0) {
        *out = (dana__date){
            .year = compact / 10000, .month = compact / 100 % 100, .day = compact % 100};
    } else {
        i = at;
        out->year = digits_at(url, &i, 4, 4);
        char separator = i < url.length ? url.data[i] : '\0';

        if (out->year < 0 || (separator != '/' && separator != '-' && separator != '_')) {
            return false;
        }
        i++;
        out->month = digits_at(url, &i, 1, 2);
        if (out->month < 0 || i >= url.length || url.data[i] != separator) {
            return false;
        }
        i++;
        out->day = digits_at(url, &i, 1, 2);
    }
    bool ends = i >= url.length || url.data[i] < '0' || url.data[i] > '9';

    return ends && is_in(out->year, 1990, YEAR_LAST) && is_in(out->month, 1, 12) &&
           is_in(out->day, 1, month_length(out->year, out->month));
}

bool dana__find_url_date(dana_view url, dana__date *out)
{
    for (size_t i = 0; i + 8 <= url.length && url.data[i] != '?' && url.data[i] != '#'; i++) {
        bool starts = i > 0 && strchr("/-_.", url.data[i - 1]) != NULL && url.data[i - 1] != '\0';

        *out = (dana__date){0};
        if (starts && url_date_at(url, i, out)) {
            return true;
        }
    }
    return false;
}

size_t dana__write_date(const dana__date *d, char out[DANA__DATE_MAX])
{
    int length = snprintf(out, DANA__DATE_MAX, "%04d-%02d-%02d", d->year, d->month, d->day);

    if (d->has_time) {
        length += snprintf(out + length, DANA__DATE_MAX - (size_t)length, "T%02d:%02d", d->hour,
                           d->minute);
    }
    if (d->has_time && d->has_seconds) {
        length += snprintf(out + length, DANA__DATE_MAX - (size_t)length, ":%02d", d->second);
    }
    if (d->has_time && d->has_zone && d->zone_minutes == 0) {
        length += snprintf(out + length, DANA__DATE_MAX - (size_t)length, "Z");
    } else if (d->has_time && d->has_zone) {
        int minutes = d->zone_minutes < 0 ? -d->zone_minutes : d->zone_minutes;

        length += snprintf(out + length, DANA__DATE_MAX - (size_t)length, "%c%02d:%02d",
                           d->zone_minutes < 0 ? '-' : '+', minutes / 60, minutes % 60);
    }
    return (size_t)length;
}

bool dana__same_day(const dana__date *a, const dana__date *b)
{
    return a->year == b->year && a->month == b->month && a->day == b->day;
}
