/* Content negotiation: which type an Accept header chooses. */
#include "unit.h"

#include "http/accept.h"

static const char *const types[] = {"application/json", "text/plain",    "text/markdown",
                                    "text/html",        "image/svg+xml", NULL};

#define NONE  API__NO_TYPE
#define JSON  0
#define PLAIN 1
#define DOWN  2
#define HTML  3
#define SVG   4

static const struct {
    const char *accept;
    size_t chosen;
} rows[] = {
    {NULL, JSON},
    {"", JSON},
    {" \t", JSON},
    {"*/*", JSON},
    {"text/*", PLAIN},
    {"text/html", HTML},
    {"TEXT/Html", HTML},
    {" text/html ;q=0.5 , application/json ; q=0.4", HTML},
    {"text/html;q=0.5,application/json;q=0.50", HTML},
    {"application/json;q=0.5,text/html;q=0.500", JSON},
    {"text/html;q=0.5x,application/json;q=0.6", JSON},
    {"text/html;q=0.5,application/json;q=0.6x1", JSON},
    {"text/html;q=0.6,application/json;q=0.5x9", HTML},
    {"text/html;q=0.999, application/json", JSON},
    {"*/*, text/html", HTML},
    {"*/*;q=1, text/html;q=0.9", JSON},
    {"text/*;q=0.9, text/html;q=0.1", PLAIN},
    {"text/*, text/plain;q=0", DOWN},
    {"application/json;q=0, */*", PLAIN},
    {"application/json;q=0", NONE},
    {"application/json;q=0.000", NONE},
    {"application/json;q=0.001", JSON},
    {"*/*;q=0", NONE},
    {"*/*;q=0, image/svg+xml", SVG},
    {"image/*", SVG},
    {"image/svg+xml, application/json", SVG},
    {"application/json, image/svg+xml", JSON},
    {"text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8", HTML},
    {"image/png", NONE},
    {"text/htmlx", NONE},
    {"text", NONE},
    {"text/", NONE},
    {"*", NONE},
    {"*/html", NONE},
    {"application/jso", NONE},
    {"text/html;level=1;q=0.3, application/json;q=0.2", HTML},
    {"text/html;a=\"x,y;q=0\";q=0.3", HTML},
    {"text/html;a=\"x\\\",\";q=0, text/plain", PLAIN},
    {"text/html;q=, text/plain;q=0.9", HTML},
    {"text/html;q=abc, text/plain;q=0.9", HTML},
    {"text/html;q=1.7, text/plain", HTML},
    {"text/html;Q=0.1, text/plain;q=0.2", PLAIN},
    {",,text/markdown,,", DOWN},
    {";q=1, text/markdown", DOWN},
    {"text/html;q=0.5;q=0", NONE},
    {"\"", NONE},
};

static void the_best_type_is_chosen(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        if (api__accept_choose(rows[i].accept, types) != rows[i].chosen) {
            fail_msg("%s", rows[i].accept);
        }
    }
}

/* A long header is read once per type. */
static void long_headers_are_read(void **state)
{
    static char accept[100001];

    (void)state;
    for (size_t i = 0; i + 4 < sizeof(accept); i += 4) {
        memcpy(accept + i, "a/b,", 4);
    }
    assert_int_equal(api__accept_choose(accept, types), API__NO_TYPE);
    memset(accept, '"', sizeof(accept) - 1);
    assert_int_equal(api__accept_choose(accept, types), API__NO_TYPE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_best_type_is_chosen),
        cmocka_unit_test(long_headers_are_read),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
