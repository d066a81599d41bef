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

static void assert_dates_of(const date_case *cases, size_t count, dana__date_reading reading)
{
    for (size_t i = 0; i < count; i++) {
        dana__date date;
        dana_span span;
        char written[DANA__DATE_MAX] = "";

        if (dana__find_date(view(cases[i].text), reading, &date, &span)) {
            dana__write_date(&date, written);
        }
        if (strcmp(written, cases[i].date) != 0) {
            fail_msg("\"%s\": \"%s\", not \"%s\"", cases[i].text, written, cases[i].date);
        }
    }
}

static void assert_dates(const date_case *cases, size_t count)
{
    assert_dates_of(cases, count, (dana__date_reading){0});
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
        {"۲۴ شهریور ۱۴۰۳", "2024-09-14"},
        {"۲۴ شهریور ۱۴۹۳", ""}, /* a year in which no page was written */
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

/* Short months, months in words and numbers, eras, letters that are written in two ways. */
static void months_are_read_as_each_language_writes_them(void **state)
{
    static const date_case cases[] = {
        {"24 жовт. 2019 р.", "2019-10-24"},
        {"Жовтень 24, 2019", "2019-10-24"},
        {"24 окт. 2019 г.", "2019-10-24"},
        {"2019 ж. 24 қазан", "2019-10-24"},
        {"2019 yil 24 oktyabr", "2019-10-24"},
        {"2019 оны 10-р сарын 24", "2019-10-24"},
        {"2019 թ. հոկտեմբերի 24", "2019-10-24"},
        {"24 ოქტ. 2019", "2019-10-24"},
        {"24. lokak. 2019", "2019-10-24"},
        {"Spalis 24, 2019", "2019-10-24"},
        {"2019eko urriaren 24a", "2019-10-24"},
        {"24 ทุลาคม 2562", ""},
        {"24 ตุลาคม พ.ศ. 2562", "2019-10-24"},
        {"24 ตุลาคม ค.ศ. 2019", "2019-10-24"},
        {"Tháng Mười 24, 2019", "2019-10-24"},
        {"Tháng Mười Hai 24, 2019", "2019-12-24"},
        {"24 Tháng Năm, 2019", "2019-05-24"},
        {"24 thg 10, 2019", "2019-10-24"},
        {"24 tháng 5 năm 2019", "2019-05-24"},
        {"十月 24, 2019", "2019-10-24"},
        {"十二月 24, 2019", "2019-12-24"},
        {"10월 24, 2019", "2019-10-24"},
        {"24 10月 2019", "2019-10-24"},
        {"24 जून 2019", "2019-06-24"},
        {"24 जन॰ 2019", "2019-01-24"},
        {"24 सितम्बर 2019", "2019-09-24"},
        {"24 फ\xE0\xA4\xBC"
         "रवरी 2019",
         "2019-02-24"},
        {"24 \xE0\xA5\x9E"
         "रवरी 2019",
         "2019-02-24"},
        {"২৪ জানু\xE0\xA7\x9F"
         "ারি ২০১৯",
         "2019-01-24"},
        {"24 ኦክቶበር 2019", "2019-10-24"},
        {"24 ຕຸລາ 2019", "2019-10-24"},
        {"24 Tachwedd 2019", "2019-11-24"},
    };

    (void)state;
    assert_dates(cases, COUNT_OF(cases));
}

static void months_of_right_to_left_languages_are_read(void **state)
{
    static const date_case cases[] = {
        {"۲ آبان‌ماه ۱۳۹۸", "2019-10-24"},
        {"۲ آبان ماه ۱۳۹۸", "2019-10-24"},
        {"2019-يىل 24-ئۆكتەبىر", "2019-10-24"},
        {"د ۲۰۱۹ کال د اکتوبر ۲۴", "2019-10-24"},
        {"24 آڪٽوبر 2019", "2019-10-24"},
        {"24סטן אקטאבער 2019", "2019-10-24"},
        {"24 تشرینی یه‌كه‌م 2019", "2019-10-24"},
        {"24 تشرين\xC2\xA0الأول 2019", "2019-10-24"},
        {"24ی تشرینی یەکەمی 2019", "2019-10-24"},
        {"۲۴؍ اکتوبر ۲۰۱۹ء", "2019-10-24"},
        {"24 މޭ 2019", "2019-05-24"},
        {"2ی خەزەڵوەری 1398", "2019-10-24"},
        {"2ی گەڵاڕێزانی 2719ی کوردی", "2019-10-24"},
        {"12ی بانەمەڕی 1403", "2024-05-01"},
        {"1 مایس 2024", "2024-05-01"},
        {"د مې ۱، ۲۰۲۴", "2024-05-01"},
        {"1 މެއި 2024", "2024-05-01"},
        {"1טן מײַ 2024", "2024-05-01"},
        {"2024-يىلى 1-ماي", "2024-05-01"},
        {"2024-يىلى ماي 1-كۈنى", "2024-05-01"},
        {"2024-يىلى 5-ئاينىڭ 1-كۈنى", "2024-05-01"},
        {"2719/08/02", ""},
        {"18ی گوڵانی 1398", "2019-05-08"},
        {"الخميس 25 صفر 1441هـ - 24 أكتوبر 2019م", "2019-10-24"},
    };

    (void)state;
    assert_dates(cases, COUNT_OF(cases));
}

static void times_are_read_behind_words_and_weekdays(void **state)
{
    static const date_case cases[] = {
        {"۲ آبان ۱۳۹۸ در ۱۴:۳۰", "2019-10-24T14:30"},
        {"آبان ۲, ۱۳۹۸ در ۲:۳۰ ب.ظ", "2019-10-24T14:30"},
        {"24 أكتوبر، 2019 عند 2:30 م", "2019-10-24T14:30"},
        {"24 באוקטובר 2019 ב-14:30", "2019-10-24T14:30"},
        {"24 октября 2019 г., 14:30", "2019-10-24T14:30"},
        {"24 жовтня 2019 р. о 14:30", "2019-10-24T14:30"},
        {"24 Οκτωβρίου 2019 στις 2:30 μ.μ.", "2019-10-24T14:30"},
        {"24. oktober 2019 kl. 14.30", "2019-10-24T14:30"},
        {"24 ottobre 2019 ore 14.30", "2019-10-24T14:30"},
        {"24 Oktober 2019 pukul 14.30 WIB", "2019-10-24T14:30+07:00"},
        {"24 Oktober 2019 14.30", "2019-10-24"},
        {"24 octobre 2019 à 14h30", "2019-10-24T14:30"},
        {"24 octobre 2019 à 14 h 30 min", "2019-10-24T14:30"},
        {"24 octobre 2019 à 14h", "2019-10-24"},
        {"2019년 10월 24일 오후 2시 5분", "2019-10-24T14:05"},
        {"2019年10月24日(木) 14時30分", "2019-10-24T14:30"},
        {"2019-10-24 (목) 14:30", "2019-10-24T14:30"},
        {"24 Tháng 10, 2019 lúc 2:30 chiều", "2019-10-24T14:30"},
        {"24 d’octubre de 2019 a les 14:30", "2019-10-24T14:30"},
        {"24 de octubre de 2019 a las 14:30", "2019-10-24T14:30"},
        {"24. lokakuuta 2019 kello 14.30", "2019-10-24T14:30"},
        {"24 октября 2019 года в 14:30", "2019-10-24T14:30"},
        {"2019 ж. қазанның 24, 14:30", "2019-10-24T14:30"},
    };

    (void)state;
    assert_dates(cases, COUNT_OF(cases));
}

static void times_are_read_behind_days_of_the_week(void **state)
{
    static const date_case cases[] = {
        {"24 October 2019, Thursday, 14:30", "2019-10-24T14:30"},
        {"24 October 2019 (Thu) at 2:30 pm", "2019-10-24T14:30"},
        {"24 October 2019, 2:30 p.m. EST", "2019-10-24T14:30-05:00"},
        {"24 Ekim 2019 Perşembe, saat 14:30", "2019-10-24T14:30"},
        {"24/10/2019, quinta-feira, às 14h30", "2019-10-24T14:30"},
        {"24 октября 2019 г., четверг, 14:30", "2019-10-24T14:30"},
        {"24.10.2019 чт 14:30", "2019-10-24T14:30"},
        {"24.10.2019, Do., 14:30 Uhr", "2019-10-24T14:30"},
        {"2019-10-24 星期四 14:30", "2019-10-24T14:30"},
        {"2019年10月24日 周四 14:30", "2019-10-24T14:30"},
        {"2019年10月24日 木曜日 14:30", "2019-10-24T14:30"},
        {"2019年10月27日 日曜日 14:30", "2019-10-27T14:30"},
        {"2019年10月28日 月曜日 14:30", "2019-10-28T14:30"},
        {"2019년 10월 24일 목요일 오후 2:30", "2019-10-24T14:30"},
        {"24/10/2019 thứ năm 14:30", "2019-10-24T14:30"},
        {"24/10/2019 יום ה' 14:30", "2019-10-24T14:30"},
        {"24 באוקטובר 2019, יום חמישי, 14:30", "2019-10-24T14:30"},
        {"24 أكتوبر 2019، الخميس، 14:30", "2019-10-24T14:30"},
        {"24 أكتوبر 2019 يوم الخميس الساعة 14:30", "2019-10-24T14:30"},
        {"۲ آبان ۱۳۹۸، پنج‌شنبه، ۱۴:۳۰", "2019-10-24T14:30"},
        {"۱ آبان ۱۳۹۸ چهار شنبه ساعت ۱۴:۳۰", "2019-10-23T14:30"},
        {"24 October 2019, Zzyday, 14:30", "2019-10-24T14:30"}, /* of no language that is known */
        {"24 October 2019 Video 14:30", "2019-10-24"},
        {"24 October 2019, Video 14:30", "2019-10-24"},
        {"24 October 2019 | Mon-Fri 9:00", "2019-10-24"},
        {"24 October 2019, - - - - - - - 14:30", "2019-10-24"},
    };

    (void)state;
    assert_dates(cases, COUNT_OF(cases));
}

static void times_are_read_before_dates(void **state)
{
    static const date_case cases[] = {
        {"14:30, 24 October 2019", "2019-10-24T14:30"},
        {"2:30 PM on 24 October 2019", "2019-10-24T14:30"},
        {"at 2:30 p.m. EST, Thu., October 24, 2019", "2019-10-24T14:30-05:00"},
        {"12:30 AM, October 24, 2019", "2019-10-24T00:30"},
        {"14:30:05 | 24.10.2019", "2019-10-24T14:30:05"},
        {"14:30 - 24/10/2019", "2019-10-24T14:30"},
        {"à 14:30 le 24 octobre 2019", "2019-10-24T14:30"},
        {"۱۴:۳۰ - ۱۳۹۸/۰۸/۰۲", "2019-10-24T14:30"},
        {"14:30 الخميس 24 أكتوبر 2019", "2019-10-24T14:30"},
        {"14:30, 24 October 2019, 15:10", "2019-10-24T15:10"},
        {"3:45 | 24 October 2019", "2019-10-24"}, /* how long it takes */
        {"9:00 - 17:00, 24 October 2019", "2019-10-24"},
        {"24:30, 24 October 2019", "2019-10-24"},
        {"14:30 of the harbour, 24 October 2019", "2019-10-24"},
    };

    (void)state;
    assert_dates(cases, COUNT_OF(cases));
}

static void numbers_with_spaces_between_are_a_date_by_themselves(void **state)
{
    static const date_case cases[] = {
        {"28 01 2014", "2014-01-28"},
        {"8 01 2014", "2014-01-08"},
        {"26 | 01 | 2022", "2022-01-26"},
        {"28 1 2014", ""},
        {"28 13 2014", ""},
        {"28 01 2014 7", ""},
        {"tel 28 01 2014", ""},
        {"26 | 01 2022", ""},
        {"28", ""},
    };

    (void)state;
    assert_dates(cases, COUNT_OF(cases));
}

static void a_year_stands_first_in_latvian_and_is_short_in_thai(void **state)
{
    static const date_case cases[] = {
        {"2024. gada 5. maijs", "2024-05-05"}, {"2024 5 May", ""},    {"12 ม.ค. 55", "2012-01-12"},
        {"12 มกราคม 63", "2020-01-12"},        {"12 ม.ค. 14:30", ""}, {"12 January 55", ""},
    };

    (void)state;
    assert_dates(cases, COUNT_OF(cases));
}

/* Days that the moon or the hour of the evening decides are none, but a date beside them is. */
static void lunar_days_are_no_dates(void **state)
{
    static const date_case cases[] = {
        {"12 رمضان 1447 هـ", ""},   {"الخميس 12 رمضان 1447هـ الموافق 1 مارس 2026", "2026-03-01"},
        {"۱۲ رمضان ۱۴۴۷", ""},      {"۱۴۴۷/۰۹/۱۲", ""},
        {"۱۲/۰۹/۱۴۴۷", ""},         {"۱۴۰۴/۱۲/۱۰", "2026-03-01"},
        {"כ\"ג בחשוון תשפ\"ו", ""}, {"כ״ג בחשוון תשפ״ו, 14 בנובמבר 2025", "2025-11-14"},
        {"23 Cheshvan 5786", ""},   {"15 Nisan 5786", ""},
    };
    static const date_case persian[] = {
        {"1447/09/12", ""}, {"1404/12/10", "2026-03-01"}, {"10 اسفند 1431", "2053-02-28"}};

    (void)state;
    assert_dates(cases, COUNT_OF(cases));
    assert_dates_of(persian, COUNT_OF(persian), (dana__date_reading){.solar = true});
}

static void listopad_is_october_in_croatian_alone(void **state)
{
    static const date_case elsewhere[] = {{"5. listopada 2021", "2021-11-05"}};
    static const date_case croatian[] = {{"5. listopada 2021.", "2021-10-05"},
                                         {"5. kolovoza 2021.", "2021-08-05"}};

    (void)state;
    assert_dates(elsewhere, COUNT_OF(elsewhere));
    assert_dates_of(croatian, COUNT_OF(croatian), (dana__date_reading){.croatian = true});
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(dates_of_many_languages_are_read),
        cmocka_unit_test(times_are_read_behind_days_of_the_week),
        cmocka_unit_test(times_are_read_before_dates),
        cmocka_unit_test(numbers_with_spaces_between_are_a_date_by_themselves),
        cmocka_unit_test(a_year_stands_first_in_latvian_and_is_short_in_thai),
        cmocka_unit_test(listopad_is_october_in_croatian_alone),
        cmocka_unit_test(lunar_days_are_no_dates),
        cmocka_unit_test(months_of_more_languages_are_read),
        cmocka_unit_test(months_are_read_as_each_language_writes_them),
        cmocka_unit_test(months_of_right_to_left_languages_are_read),
        cmocka_unit_test(times_are_read_behind_words_and_weekdays),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
