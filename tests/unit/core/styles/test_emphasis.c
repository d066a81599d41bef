/* What styles make of a text, in memory of their own size. */
#include "unit.h"

#include "styles/emphasis.h"

#include <stdlib.h>
#include <string.h>

#define BOLD    DANA__STYLE_BOLD
#define ITALIC  DANA__STYLE_ITALIC
#define STRUCK  DANA__STYLE_STRUCK
#define LIGHT   DANA__STYLE_LIGHT
#define UPRIGHT DANA__STYLE_UPRIGHT

typedef struct {
    const char *style;
    unsigned makes;
} style_case;

static const style_case cases[] = {
    {"", 0},
    {"color: red", 0},
    {"font-weight:bold", BOLD},
    {" FONT-WEIGHT : Bold ; ", BOLD},
    {"font-weight: bolder; font-style: oblique 10deg", BOLD | ITALIC},
    {"font-weight:600", BOLD},
    {"font-weight: 900", BOLD},
    {"font-weight:500;", LIGHT},
    {"font-weight: normal !important", LIGHT},
    {"font-weight: lighter; font-style: normal", LIGHT | UPRIGHT},
    {"color:red;font-style:italic", ITALIC},
    {"text-decoration: underline line-through", STRUCK},
    {"text-decoration-line:line-through", STRUCK},
    {"text-decoration: underline; color: line-through", 0},
    /* other properties, no value, a number that is none */
    {"mso-bidi-font-weight: bold; mso-bidi-font-style: normal", 0},
    {"font-weight", 0},
    {"font-weight:", 0},
    {"font-weight: inherit; font-style:;text-decoration:", 0},
    {"font-weight: 70", 0},
    {";;:;font-family: bold", 0},
};

static void styles_of_emphasis_are_told(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        size_t length = strlen(cases[i].style);
        char *memory = malloc(length > 0 ? length : 1);

        assert_non_null(memory);
        memcpy(memory, cases[i].style, length);
        if (dana__read_emphasis((dana_view){memory, length}) != cases[i].makes) {
            fail_msg("%s", cases[i].style);
        }
        free(memory);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(styles_of_emphasis_are_told),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
