/*
 * Dates of languages and calendars that few pages have: names of months, Buddhist years, eras.
 */
#include "unit.h"

#include "common.h"

#include "dates/date.h"
#include "support.h"

#include <string.h>

static void dates_of_many_languages_are_read(void **state)
{
    static const struct {
        const char *text;
        const char *date; /* "": there is none */
    } cases[] = {
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
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(dates_of_many_languages_are_read),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
