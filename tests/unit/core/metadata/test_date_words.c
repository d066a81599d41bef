/*
 * Dates of languages and calendars that few pages have: names of months, Buddhist years, eras.
 */
#include "unit.h"

#include "common.h"

#include "dates/date.h"
#include "support.h"

#include <string.h>

typedef struct {
    const char *text;
    const char *date; /* "": there is none */
} date_case;

static void assert_dates(const date_case *cases, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        dana__date date;
        dana_span span;
        char written[DANA__DATE_MAX] = "";

        if (dana__find_date(view(cases[i].text), (dana__date_reading){0}, &date, &span)) {
            dana__write_date(&date, written);
        }
        if (strcmp(written, cases[i].date) != 0) {
            fail_msg("\"%s\": \"%s\", not \"%s\"", cases[i].text, written, cases[i].date);
        }
    }
}

static void dates_of_many_languages_are_read(void **state)
{
    static const date_case cases[] = {
        {"Παρασκευή 30 Δεκέμβρη 2011", "2011-12-30"},
        {"30 Δεκ 2011 11:36", "2011-12-30T11:36"},
        {"24 октомври 2019", "2019-10-24"},
        {"24. октобра 2019.", "2019-10-24"},
        {"24 қазан 2019", "2019-10-24"},
        {"24 հոկտեմբերի, 2019", "2019-10-24"},
        {"24 ოქტომბერი 2019", "2019-10-24"},
        {"24 באוק׳ 2019", "2019-10-24"},
        {"২৪ অক্টোবর ২০১৯", "2019-10-24"},
        {"24 जुलाई 2019", "2019-07-24"},
        {"24 ऑक्टोबर 2019", "2019-10-24"},
        {"24 ઓક્ટોબર 2019", "2019-10-24"},
        {"24 அக்டோபர் 2019", "2019-10-24"},
        {"24 అక్టోబర్ 2019", "2019-10-24"},
        {"24 ಅಕ್ಟೋಬರ್ 2019", "2019-10-24"},
        {"24 ഒക്ടോബർ 2019", "2019-10-24"},
        {"၂၄ အောက်တိုဘာ ၂၀၁၉", "2019-10-24"},
        {"حوت ۰۸, ۱۴۰۳", "2025-02-26"},
        {"24 ตุลาคม 2562", "2019-10-24"},
        {"24/10/2562", "2019-10-24"},
        {"令和2年10月24日", "2020-10-24"},
        {"平成31年4月30日", "2019-04-30"},
        {"民國108年10月24日", "2019-10-24"},
        {"24/10/2442", ""},
        {"24/10/2644", ""},
        {"29 February 2562", ""},
        {"令和2年13月24日", ""},
        {"令和年10月24日", ""},
        {"民國10月24日", ""},
        {"24 حوت 2019", ""},
    };

    (void)state;
    assert_dates(cases, COUNT_OF(cases));
}

/* Months that are short, have endings of cases or numbers alone. */
static void months_of_more_languages_are_read(void **state)
{
    static const date_case cases[] = {
        {"24. října 2019", "2019-10-24"},
        {"2019. október 24. 10:30", "2019-10-24T10:30"},
        {"24. lokakuuta 2019", "2019-10-24"},
        {"24 octombrie 2019", "2019-10-24"},
        {"24. srpnja 2019.", "2019-07-24"},
        {"24 październik 2019", "2019-10-24"},
        {"2019 m. spalio 24 d.", "2019-10-24"},
        {"24 d’octubre de 2019", "2019-10-24"},
        {"24 ต.ค. 2562", "2019-10-24"},
        {"24 มี.ค. 2562", "2019-03-24"},
        {"24 ม.ค. 2562", "2019-01-24"},
        {"Ngày 24 tháng 10 năm 2019", "2019-10-24"},
        {"24 tháng 13, 2019", ""},
        {"24ی ئازاری 2019", "2019-03-24"},
        {"24ê Cotmeha 2019an", "2019-10-24"},
        {"24 oktyabr 2019", "2019-10-24"},
        {"24 ਅਕਤੂਬਰ 2019", "2019-10-24"},
        {"24 tetor 2019", "2019-10-24"},
        {"24 ต. 2562", ""},
    };

    (void)state;
    assert_dates(cases, COUNT_OF(cases));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(dates_of_many_languages_are_read),
        cmocka_unit_test(months_of_more_languages_are_read),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
