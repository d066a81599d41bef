/* Tables of folded texts, which are looked up by their order: ages of comments, buttons. */
#include "unit.h"

#include "common.h"

#include "dates/ages.h"
#include "posts/talk/buttons.h"
#include "support.h"

static const char *const ages[] = {
#include "dates/ages.def"
};

static const char *const buttons[] = {
#include "posts/talk/buttons.def"
};

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
        cmocka_unit_test(texts_are_folded),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
