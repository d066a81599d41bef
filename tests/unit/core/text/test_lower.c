/* A text in small letters and one spelling, with which phrases are compared. */
#include "unit.h"

#include "support.h"

#include "text/lower.h"

#include <string.h>

#define TEXT_MOST 64

/* Texts that are written differently, and what each comes to. */
static const struct {
    const char *written;
    const char *spelling;
} texts[] = {
    {"Read MORE", "read more"},
    {"don\u2019t&nbsp;miss", "don't miss"},
    {"\u0386\u03BD\u03BD\u03B1\u03C2", "\u03B1\u03BD\u03BD\u03B1\u03C3"}, /* Άννας */
    {"\u0391\u039D\u039D\u0391\u03A3", "\u03B1\u03BD\u03BD\u03B1\u03C3"}, /* ΑΝΝΑΣ */
    {"\u0415\u0429\u0401", "\u0435\u0449\u0435"},                         /* ЕЩЁ */
    {"YAYINLANMA", "yayinlanma"},
    {"yay\u0131nlanma", "yayinlanma"},
    {"\u0646\u0648\u064A\u0633\u0646\u062F\u0647",
     "\u0646\u0648\u06CC\u0633\u0646\u062F\u0647"}, /* نويسنده */
    {"\u0622\u062E\u0631\u064A\u0646 \u0628\u0647\u200C\u0631\u0648\u0632",
     "\u0622\u062E\u0631\u06CC\u0646 \u0628\u0647\u0631\u0648\u0632"}, /* آخرين به‌روز
                                                                        */
    {"\u0625\u0642\u0640\u0631\u0623 \u0623\u064A\u0636\u064B\u0627",
     "\u0627\u0642\u0631\u0627 \u0627\u06CC\u0636\u0627"}, /* إقـرأ أيضًا */
    {"\u0645\u0643\u062A\u0628\u0629 \u0645\u0648\u0633\u0649",
     "\u0645\u06A9\u062A\u0628\u0647 \u0645\u0648\u0633\u06CC"}, /* مكتبة موسى */
    {"\u06F1\u06F4\u06F0\u06F3 \u0661\u0660", "1403 10"},
    {"&#x6F1;&#1776;", "10"},
    {"\u05E7\u05E8\u05D0\u05D5", "\u05E7\u05E8\u05D0\u05D5"},
    {"", ""},
};

static void one_spelling(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
        const char *p = texts[i].written;
        const char *end = p + strlen(p);
        char out[TEXT_MOST + DANA__LOWER_MOST];
        size_t length = 0;

        while (p < end && length < TEXT_MOST) {
            p = dana__lower_character(p, end, out + length, &length);
        }
        out[length] = '\0';
        assert_string_equal(out, texts[i].spelling);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(one_spelling)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
