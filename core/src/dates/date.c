#include "dates/date.h"

#include "base/ascii.h"
#include "dates/forms.h"
#include "dates/time.h"

#include <stdio.h>

/* Seconds or milliseconds since 1970, UTC. */
static bool read_epoch(dana__date_reader *r, dana__date *out)
{
    int64_t value;

    if (!r->reading.machine || r->tokens->count != 1) {
        return false;
    }
    if (dana__read_date_number(r, 13, 13, &value)) {
        value /= 1000;
    } else if (!dana__read_date_number(r, 10, 10, &value)) {
        return false;
    }
    int64_t days = value / 86400;
    int seconds = (int)(value % 86400);

    *out = (dana__date){.year = 1970, .month = 1, .day = 1};
    while (days >= 365 + dana__is_leap_year(out->year)) {
        days -= 365 + dana__is_leap_year(out->year);
        out->year++;
    }
    if (out->year > DANA__YEAR_LAST) {
        return false;
    }
    dana__add_days(out, (int)days);
    out->has_time = true;
    out->has_seconds = true;
    out->has_zone = true;
    out->hour = seconds / 3600;
    out->minute = seconds / 60 % 60;
    out->second = seconds % 60;
    return true;
}

bool dana__find_date(dana_view text, dana__date_reading reading, dana__date *out, dana_span *span)
{
    dana__tokens tokens;
    dana__date date;

    if (!dana__split_tokens(text, &tokens)) {
        return false;
    }
    dana__date_reader r = {.tokens = &tokens, .reading = reading};

    if (read_epoch(&r, out)) {
        *span = tokens.tokens[0].span;
        return true;
    }
    for (size_t i = 0; i < tokens.count; i++) {
        if (tokens.tokens[i].kind != DANA__TOKEN_PUNCTUATION && dana__read_day(&r, i, &date)) {
            *span = (dana_span){tokens.tokens[i].span.start, tokens.tokens[r.at - 1].span.end};
            dana__read_time(&r, &date);
            if (!date.has_time && i > 0) {
                i = dana__read_time_before(&r, i, &date);
                span->start = tokens.tokens[i].span.start;
            }
            *out = date;
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

/* Bytes of a day of the week that is no short name, and those of English, which names seldom are.
 */
#define WEEKDAY_LEAST 5

static const char *const short_weekdays[] = {"mon",  "tue",   "tues", "wed", "thu",
                                             "thur", "thurs", "fri",  "sat", "sun"};

bool dana__is_weekday(dana_view text)
{
    const dana__date_word *word = text.length >= WEEKDAY_LEAST ? dana__find_date_word(text) : NULL;

    return (word != NULL && word->kind == DANA__WORD_WEEKDAY) ||
           dana__is_one_of(text, short_weekdays, DANA__COUNT(short_weekdays));
}
