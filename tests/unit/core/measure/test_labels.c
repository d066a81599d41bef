/* Labels of widgets and phrases that close pages, which are looked up by their order. */
#include "unit.h"

#include "support.h"

#include "measure/labels.h"

static const char *const labels[] = {
#include "measure/widget_labels.def"
};

/* The phrases behind their kinds. */
static const char *const closing[] = {
#define BEGINS(words)  "B" words,
#define DATED(words)   "D" words,
#define HEADS(words)   "H" words,
#define LEADS(words)   "L" words,
#define IS(words)      "I" words,
#define EDITED(words)  "E" words,
#define REVISED(words) "R" words,
#define LIKED(words)   "K" words,
#define COUNTED(words) "C" words,
#define MEMBER(words)  "M" words,
#include "extractors/short/closing_table.inc"
};

static const char *const held[] = {
#define HOLDS(words) "O" words,
#include "extractors/short/closing_held_table.inc"
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
        if (dana__label_of(view(labels[i])) == DANA__NO_LABEL) {
            fail_msg("%s is not found: the table is not in order", labels[i]);
        }
        assert_int_equal(dana__label_of(view(labels[i])) == DANA__LONG_LABEL,
                         strchr(labels[i], ' ') != NULL);
    }
}

static void only_several_words_are_labels_in_any_case(void **state)
{
    static const char nul[] = "Enlarge\0x";

    (void)state;
    assert_int_not_equal(dana__label_of(view("CLICK to Enlarge")), DANA__NO_LABEL);
    assert_int_equal(dana__label_of(view("CLICK to Enlarge")), DANA__LONG_LABEL);
    assert_int_not_equal(dana__label_of(view("Enlarge")), DANA__NO_LABEL);
    assert_int_equal(dana__label_of(view("eNlarge")), DANA__NO_LABEL);
    assert_int_not_equal(dana__label_of(view("Enlarge")), DANA__LONG_LABEL);
    /* and of letters beyond ASCII */
    assert_int_equal(dana__label_of(view("НАЖМИТЕ, ЧТОБЫ РАСКРЫТЬ...")), DANA__LONG_LABEL);
    assert_int_equal(dana__label_of(view("нажмите, чтобы раскрыть...")), DANA__LONG_LABEL);
    assert_int_equal(dana__label_of(view("КЛИКНИТЕ, ЧТОБЫ РАСКРЫТЬ...")), DANA__NO_LABEL);
    assert_int_equal(dana__label_of(view("DALSZA CZĘŚĆ ARTYKUŁU POD MATERIAŁEM WIDEO")),
                     DANA__LONG_LABEL);
    /* and in letters of Arabic script that are written for each other */
    assert_int_equal(dana__label_of(view("برای بزرگنمایی کلیک کنید")), DANA__LONG_LABEL);
    assert_int_equal(dana__label_of(view("براي بزرگنمايي كليك كنيد")), DANA__LONG_LABEL);
    assert_int_equal(dana__label_of(view("زمان مطالعه: ۴ دقیقه")), DANA__LONG_LABEL);
    /* with a number */
    assert_int_equal(dana__label_of(view("12 min read")), DANA__LONG_LABEL);
    assert_int_equal(dana__label_of(view("Comments (341)")), DANA__LONG_LABEL);
    assert_int_equal(dana__label_of(view("Click\u00A0to\u00A0Enlarge")), DANA__LONG_LABEL);
    assert_int_equal(dana__label_of(view("۱۲ min read")), DANA__LONG_LABEL);
    assert_int_equal(dana__label_of(view("١٢ min read")), DANA__LONG_LABEL);
    assert_int_equal(dana__label_of(view("१२ min read")), DANA__LONG_LABEL);
    assert_int_equal(dana__label_of(view("１２ min read")), DANA__LONG_LABEL);
    assert_int_equal(dana__label_of(view("<b>4</b>\n min <i>read")), DANA__LONG_LABEL);
    assert_int_equal(dana__label_of(view("<b")), DANA__NO_LABEL);
    assert_int_equal(dana__label_of(view("min read")), DANA__NO_LABEL);
    assert_int_equal(dana__label_of(view("12 min read 3")), DANA__NO_LABEL);
    /* more than a label, less than one, nothing */
    assert_int_not_equal(dana__label_of(view("- Advertisement -")), DANA__NO_LABEL);
    assert_int_not_equal(dana__label_of(view("\xE2\x80\x94 CLICK to Enlarge \xE2\x80\x94")),
                         DANA__NO_LABEL);
    assert_int_equal(dana__label_of(view("- Advertisement")), DANA__NO_LABEL);
    assert_int_equal(dana__label_of(view("-Advertisement-")), DANA__NO_LABEL);
    assert_int_equal(dana__label_of(view("- -")), DANA__NO_LABEL);
    assert_int_equal(dana__label_of(view("Click to enlarge it")), DANA__NO_LABEL);
    assert_int_equal(dana__label_of(view("Click to")), DANA__NO_LABEL);
    assert_int_equal(dana__label_of(view("")), DANA__NO_LABEL);
    assert_int_equal(dana__label_of((dana_view){nul, sizeof(nul) - 1}), DANA__NO_LABEL);
    assert_int_not_equal(dana__label_of(view("zzz")), DANA__LONG_LABEL);
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
