/* Labels of widgets and phrases that close pages, which are looked up by their order. */
#include "unit.h"

#include "support.h"

#include "measure/labels.h"

static const char *const labels[] = {
#include "measure/widget_labels.def"
};

/* The phrases behind their kinds. */
static const char *const closing[] = {
#define BEGINS(words) "B" words,
#define DATED(words)  "D" words,
#define HEADS(words)  "H" words,
#define LEADS(words)  "L" words,
#define IS(words)     "I" words,
#include "extractors/short/closing.def"
};

static const char *const held[] = {
#define HOLDS(words) "O" words,
#include "extractors/short/closing_held.def"
};

static void assert_order(const char *const *rows, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        if (strcmp(rows[i - 1] + 1, rows[i] + 1) >= 0) {
            fail_msg("%s is not in its place", rows[i]);
        }
    }
}

static void phrases_that_close_pages_are_in_order(void **state)
{
    (void)state;
    assert_order(closing, sizeof(closing) / sizeof(closing[0]));
    assert_order(held, sizeof(held) / sizeof(held[0]));
}

static void each_label_is_found(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(labels) / sizeof(labels[0]); i++) {
        if (!dana__is_label(view(labels[i]))) {
            fail_msg("%s is not found: the table is not in order", labels[i]);
        }
        assert_int_equal(dana__is_long_label(view(labels[i])), strchr(labels[i], ' ') != NULL);
    }
}

static void only_several_words_are_labels_in_any_case(void **state)
{
    static const char nul[] = "Enlarge\0x";

    (void)state;
    assert_true(dana__is_label(view("CLICK to Enlarge")));
    assert_true(dana__is_long_label(view("CLICK to Enlarge")));
    assert_true(dana__is_label(view("Enlarge")));
    assert_false(dana__is_label(view("eNlarge")));
    assert_false(dana__is_long_label(view("Enlarge")));
    /* with a number */
    assert_true(dana__is_label(view("12 min read")));
    assert_true(dana__is_long_label(view("Comments (341)")));
    assert_true(dana__is_label(view("<b>4</b>\n min <i>read")));
    assert_false(dana__is_label(view("<b")));
    assert_false(dana__is_label(view("min read")));
    assert_false(dana__is_label(view("12 min read 3")));
    /* more than a label, less than one, nothing */
    assert_true(dana__is_label(view("- Advertisement -")));
    assert_true(dana__is_label(view("\xE2\x80\x94 CLICK to Enlarge \xE2\x80\x94")));
    assert_false(dana__is_label(view("- Advertisement")));
    assert_false(dana__is_label(view("-Advertisement-")));
    assert_false(dana__is_label(view("- -")));
    assert_false(dana__is_label(view("Click to enlarge it")));
    assert_false(dana__is_label(view("Click to")));
    assert_false(dana__is_label(view("")));
    assert_false(dana__is_label((dana_view){nul, sizeof(nul) - 1}));
    assert_false(dana__is_long_label(view("zzz")));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(phrases_that_close_pages_are_in_order),
        cmocka_unit_test(each_label_is_found),
        cmocka_unit_test(only_several_words_are_labels_in_any_case),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
