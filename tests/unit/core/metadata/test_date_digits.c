/*
 * Texts that may hold a date are found by sixteen bytes as by characters.
 */
#include "unit.h"

#include "common.h"

#include "base/utf8.h"
#include "evidence/date_digits.h"

#include <stdlib.h>
#include <string.h>
#include <unicode/uchar.h>

#define TEXT_BYTES 120

static const char *const pieces[] = {
    "1",        "20",     "2024",   "7",      ".",      "/",
    "24.08.20", "a",      " on ",   "word",   "\u00E9", "\u0416",
    "\u2019",   "\u4E2D", "\u0661", "\u06F2", "\u0967", "\u0E51\u0E52",
    "\uFF11",   "\u0639", "\u1042", "\u1EC7", "\uFF0C", "\u0663\u0664\u0665"};

static uint64_t random_state = 3;

static size_t random_below(size_t limit)
{
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return (size_t)(random_state >> 33) % limit;
}

/* Whether a text has two digits, a dot or a slash, twice, and two digits. */
static bool has_short_form(dana_view text)
{
    for (size_t i = 0; i + 8 <= text.length; i++) {
        const char *p = text.data + i;
        bool digits = true;

        for (size_t k = 0; k < 8; k++) {
            digits = digits && (k % 3 == 2 || (p[k] >= '0' && p[k] <= '9'));
        }
        if (digits && p[2] == p[5] && (p[2] == '.' || p[2] == '/')) {
            return true;
        }
    }
    return false;
}

static bool may_hold_date(dana_view text)
{
    size_t run = 0;
    size_t digits = 0;
    size_t length;

    for (size_t i = 0; i < text.length; i += length) {
        bool digit = u_isdigit((UChar32)dana__utf8_decode(text.data + i, &length)) != 0;

        run = digit ? run + 1 : 0;
        digits += digit;
        if (run == 4) {
            return true;
        }
    }
    return digits >= 6 && text.length <= 48 && has_short_form(text);
}

static void dates_are_found_as_by_characters(void **state)
{
    size_t held = 0;

    (void)state;
    for (size_t round = 0; round < 60000; round++) {
        char text[TEXT_BYTES];
        size_t limit = random_below(60);
        size_t kinds = round % 2 == 0 ? 13 : COUNT_OF(pieces);
        size_t length = 0;

        while (length < limit) {
            const char *piece = pieces[random_below(kinds)];

            memcpy(text + length, piece, strlen(piece));
            length += strlen(piece);
        }
        bool may = may_hold_date((dana_view){text, length});

        held += may;
        assert_int_equal(dana__may_hold_date((dana_view){text, length}), may);
    }
    assert_in_range(held, 10000, 55000);
}

/* A text and what it tells of the order of day and month. */
static const struct {
    const char *text;
    unsigned order;
} orders[] = {
    {"17-05-2021", DANA__DAY_FIRST},
    {"05/17/2021, 14:05", DANA__MONTH_FIRST},
    {"on 03/05/2021 and 3/31/2021", DANA__MONTH_FIRST},
    {"12/05/2021", 0},
    {"17.05.2021", 0},
    {"17-05/2021", 0},
    {"17/05/21", 0},
    {"2021-05-17", 0},
    {"117/05/2021", 0},
    {"32/05/2021", 0},
    {"17/00/2021", 0},
    {"17/13/2021", 0},
    {"17/05/20211", 0},
    {"17/", 0},
    {"17/05/", 0},
    {"17", 0},
    {"", 0},
    {"١٧/٠٥/٢٠٢١", DANA__DAY_FIRST},
    {"۰۵-۲۹-۲۰۲۱", DANA__MONTH_FIRST},
    {"१७/०५/२०२१", DANA__DAY_FIRST},
    {"๐๕/๑๙/๒๐๒๑", DANA__MONTH_FIRST},
    {"๐๗/๑๙/๒๐๒๑", DANA__MONTH_FIRST},
    {"１７/０５/２０２１", DANA__DAY_FIRST},
};

static void dates_tell_their_order(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(orders); i++) {
        /* A copy of just these bytes: a sanitizer sees what is read behind them. */
        size_t length = strlen(orders[i].text);
        char *text = malloc(length > 0 ? length : 1);

        assert_non_null(text);
        memcpy(text, orders[i].text, length);
        assert_int_equal(dana__order_of_days((dana_view){text, length}), orders[i].order);
        free(text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(dates_are_found_as_by_characters),
        cmocka_unit_test(dates_tell_their_order),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
