/* Styles that keep a text from the eye, at every place of a step, in memory of their own size. */
#include "unit.h"

#include "styles/hiding.h"

#include <stdlib.h>
#include <string.h>

/* White space before a style at most: all places of two steps. */
#define SHIFT_MOST 33

#define CLOSES     DANA__STYLE_CLOSES
#define OFF        DANA__STYLE_MOVES_OFF
#define SHRINKS    DANA__STYLE_SHRINKS

typedef struct {
    const char *style;
    unsigned does;
} style_case;

static const style_case cases[] = {
    {"", 0},
    {"color: red", 0},
    {"display:none", CLOSES},
    {"display : none ", CLOSES},
    {"DISPLAY: block; border: none", 0},
    {"border: none; visibility: hidden", CLOSES},
    {"visibility: visible", 0},
    {"left: -9999px", OFF},
    {"position:absolute;LEFT:-10000PX", OFF},
    {"text-indent:-999em", OFF},
    {"margin-top: -600rem;color:red", OFF},
    {"top:-99999999999999999999px", OFF},
    /* a row of slides, a picture of many, a number without a unit, an unfinished style */
    {"left: -1280px", 0},
    {"background-position: 0 -9999px", 0},
    {"background-position: -9999px 0", 0},
    {"left: 9999px; right: 4px -9999px", 0},
    {"z-index: -9999", 0},
    {"left: -9999", 0},
    {"-9999px", 0},
    {": -9999px", 0},
    {"left:-", 0},
    {"font-size: 0", SHRINKS},
    {"font-size:0px;line-height:0", SHRINKS},
    {"color: red; font-size : 1px", SHRINKS},
    {"font-size: 0.9em", 0},
    {"font-size: 10px", 0},
    {"font-size: 01em", 0},
    {"font-size:", 0},
    {"line-height: 0", 0},
    {"display:none; left:-9999px; font-size:0", CLOSES | OFF | SHRINKS},
};

static void styles_that_hide_are_told(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        size_t length = strlen(cases[i].style);

        for (size_t shift = 0; shift <= SHIFT_MOST; shift++) {
            size_t size = shift + length;
            char *memory = malloc(size > 0 ? size : 1);

            assert_non_null(memory);
            memset(memory, ' ', shift);
            memcpy(memory + shift, cases[i].style, length);
            dana_view style = {memory, size};

            if (dana__read_style(style, memory + size) != cases[i].does) {
                fail_msg("behind %zu: %s", shift, cases[i].style);
            }
            free(memory);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(styles_that_hide_are_told),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
