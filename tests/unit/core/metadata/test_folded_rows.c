/* Tables of folded texts, which are looked up by their order: ages of comments, buttons, what is no
 * name, home pages, lists of contents. */
#include "unit.h"

#include "common.h"

#include "dates/ages.h"
#include "metadata/names.h"
#include "metadata/texts.h"
#include "posts/talk/buttons.h"
#include "support.h"
#include "text/lower.h"

static const char *const ages[] = {
#include "dates/ages.def"
};

static const char *const buttons[] = {
#include "posts/talk/buttons.def"
};

static const char *const no_names[] = {
#include "metadata/no_names_table.inc"
};

static const char *const home_words[] = {
#include "metadata/home_words_table.inc"
};

static const char *const contents[] = {
#include "extractors/manual/contents_table.inc"
};

static void assert_phrases(const char *const *rows, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (!dana__is_phrase(view(rows[i]), rows, count)) {
            fail_msg("\"%s\" is not in its place, not in one spelling, or too long", rows[i]);
        }
    }
}

static void each_phrase_is_found(void **state)
{
    (void)state;
    assert_phrases(no_names, COUNT_OF(no_names));
    assert_phrases(home_words, COUNT_OF(home_words));
    assert_phrases(contents, COUNT_OF(contents));
}

static void phrases_are_found_as_pages_spell_them(void **state)
{
    static const char *const nobody[] = {"РЕГИСТРАЦИЯ",  "ΑΠΑΝΤΗΣΗ",     "Απαντηση",
                                         "اقرأ المزيـد", "تسجيل الدخول", "دیدگاه\u200Cها",
                                         "ديدگاه ها"};
    static const char *const homes[] = {"ΑΡΧΙΚΗ ΣΕΛΙΔΑ",   "ГЛАВНАЯ СТРАНИЦА", "الصفحه الرئيسيه",
                                        "صفحه اصلي",       "ANA SAYFA",        "Página Principal",
                                        "PÁGINA PRINCIPAL"};

    (void)state;
    for (size_t i = 0; i < COUNT_OF(nobody); i++) {
        assert_int_equal(dana__clean_name(view(nobody[i]), false).length, 0);
    }
    for (size_t i = 0; i < COUNT_OF(homes); i++) {
        assert_true(dana__is_home_name(view(homes[i])));
    }
    assert_true(dana__is_phrase(view("ΠΕΡΙΕΧΟΜΕΝΑ"), contents, COUNT_OF(contents)));
    assert_true(dana__is_phrase(view("&Iacute;ndice"), contents, COUNT_OF(contents)));
    assert_false(dana__is_phrase(view("Contents of the boat"), contents, COUNT_OF(contents)));
    assert_false(dana__is_phrase(view(""), contents, COUNT_OF(contents)));
    assert_true(dana__clean_name(view("Anna Lee"), false).length > 0);
    assert_false(
        dana__is_home_name(view("A home page that says much more than a name of one can say, "
                                "so that it has no room among them")));
}

static void each_row_is_found(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(ages); i++) {
        if (!dana__is_age(view(ages[i]))) {
            fail_msg("\"%s\" is not in its place, not folded, or too long", ages[i]);
        }
    }
    for (size_t i = 0; i < COUNT_OF(buttons); i++) {
        if (!dana__is_button(view(buttons[i]))) {
            fail_msg("\"%s\" is not in its place, not folded, or too long", buttons[i]);
        }
    }
}

static void texts_are_folded(void **state)
{
    static const struct {
        const char *text;
        bool is_age;
    } cases[] = {
        {"12 Minutes ago", true},
        {"vor 3 Std.", true},
        {"۵ دقيقه پيش", true},
        {"منذ ٣ ساعات", true},
        {"3 שעות", false},
        {"לפני 3 שעות", true},
        {"3分钟前", true},
        {"minutes ago", false},
        {"It sank 5 years ago", false},
        {"", false},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        assert_int_equal(dana__is_age(view(cases[i].text)), cases[i].is_age);
    }
    assert_true(dana__is_button(view("REPLY")));
    assert_true(dana__is_button(view("Répondre")));
    assert_true(dana__is_button(view("پاسخ")));
    assert_false(dana__is_button(view("Reply to this at once")));
    assert_false(dana__is_button(view("")));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_row_is_found),
        cmocka_unit_test(each_phrase_is_found),
        cmocka_unit_test(phrases_are_found_as_pages_spell_them),
        cmocka_unit_test(texts_are_folded),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
