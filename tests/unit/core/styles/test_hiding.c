/* Styles that keep a text from the eye, at every place of a step, in memory of their own size. */
#include "unit.h"

#include "styles/hiding.h"

#include <stdlib.h>
#include <string.h>

/* White space before a style at most: all places of two steps. */
#define SHIFT_MOST 33

typedef struct {
    const char *style;
    bool hides;
    bool moves_off;
    bool shrinks;
} style_case;

static const style_case cases[] = {
    {"", false, false, false},
    {"color: red", false, false, false},
    {"display:none", true, false, false},
    {"display : none ", true, false, false},
    {"DISPLAY: block; border: none", false, false, false},
    {"border: none; visibility: hidden", true, false, false},
    {"visibility: visible", false, false, false},
    {"left: -9999px", true, true, false},
    {"position:absolute;LEFT:-10000PX", true, true, false},
    {"text-indent:-999em", true, true, false},
    {"margin-top: -600rem;color:red", true, true, false},
    {"top:-99999999999999999999px", true, true, false},
    /* a row of slides, a picture of many, a number without a unit, an unfinished style */
    {"left: -1280px", false, false, false},
    {"background-position: 0 -9999px", false, false, false},
    {"background-position: -9999px 0", false, false, false},
    {"left: 9999px; right: 4px -9999px", false, false, false},
    {"z-index: -9999", false, false, false},
    {"left: -9999", false, false, false},
    {"-9999px", false, false, false},
    {": -9999px", false, false, false},
    {"left:-", false, false, false},
    {"font-size: 0", false, false, true},
    {"font-size:0px;line-height:0", false, false, true},
    {"color: red; font-size : 1px", false, false, true},
    {"font-size: 0.9em", false, false, false},
    {"font-size: 10px", false, false, false},
    {"font-size: 01em", false, false, false},
    {"font-size:", false, false, false},
    {"line-height: 0", false, false, false},
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

            if (dana__style_hides(style, memory + size) != cases[i].hides ||
                dana__style_moves_off(style) != cases[i].moves_off ||
                dana__style_shrinks(style) != cases[i].shrinks) {
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
