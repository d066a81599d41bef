/* W3C traceparent. */
#include "unit.h"

#include "base/traceparent.h"

#define TRACE "4bf92f3577b34da6a3ce929d0e0e4736"
#define SPAN  "00f067aa0ba902b7"

static void takes_what_is_valid(void **state)
{
    static const char *const valid[] = {
        "00-" TRACE "-" SPAN "-01", "00-" TRACE "-" SPAN "-00",      "00-" TRACE "-" SPAN "-ff",
        "cc-" TRACE "-" SPAN "-01", "cc-" TRACE "-" SPAN "-01-what", "fe-" TRACE "-" SPAN "-01-",
    };

    (void)state;
    for (size_t i = 0; i < sizeof valid / sizeof valid[0]; i++) {
        svc_trace trace;
        assert_true(svc_trace_parse(valid[i], &trace));
        assert_string_equal(trace.trace_id, TRACE);
        assert_string_equal(trace.span_id, SPAN);
    }
}

static void ignores_what_is_not(void **state)
{
    static const char *const invalid[] = {
        "",
        "00",
        "-",
        "00-" TRACE "-" SPAN,
        "00-" TRACE "-" SPAN "-",
        "00-" TRACE "-" SPAN "-0",
        "00-" TRACE "-" SPAN "-011",
        "00-" TRACE "-" SPAN "-01-",
        "00-" TRACE "-" SPAN "-01-what",
        "00-" TRACE "-" SPAN "-01 ",
        " 00-" TRACE "-" SPAN "-01",
        "ff-" TRACE "-" SPAN "-01",
        "0-" TRACE "-" SPAN "-01",
        "000-" TRACE "-" SPAN "-01",
        "0x-" TRACE "-" SPAN "-01",
        "CC-" TRACE "-" SPAN "-01",
        "cc-" TRACE "-" SPAN "-01.what",
        "00-4BF92F3577B34DA6A3CE929D0E0E4736-" SPAN "-01",
        "00-" TRACE "-00F067AA0BA902B7-01",
        "00-" TRACE "-" SPAN "-0X",
        "00-00000000000000000000000000000000-" SPAN "-01",
        "00-" TRACE "-0000000000000000-01",
        "00-4bf92f3577b34da6a3ce929d0e0e473-" SPAN "-001",
        "00-" TRACE "0-" SPAN "-01",
        "00-" TRACE "-0f067aa0ba902b7-001",
        "00_" TRACE "-" SPAN "-01",
        "00-" TRACE "_" SPAN "-01",
        "00-" TRACE "-" SPAN "_01",
        "00-4bf92f3577b34da6a3ce929d0e0e473g-" SPAN "-01",
    };

    (void)state;
    for (size_t i = 0; i < sizeof invalid / sizeof invalid[0]; i++) {
        svc_trace trace;
        if (svc_trace_parse(invalid[i], &trace)) {
            fail_msg("taken: %s", invalid[i]);
        }
        assert_string_equal(trace.trace_id, "");
        assert_string_equal(trace.span_id, "");
    }
    svc_trace none;
    assert_false(svc_trace_parse(NULL, &none));
    assert_string_equal(none.trace_id, "");
}

/* A value cut at any position is not read beyond its end. */
static void reads_no_further_than_the_end(void **state)
{
    static const char whole[] = "00-" TRACE "-" SPAN "-01";

    (void)state;
    for (size_t length = 0; length < sizeof whole - 1; length++) {
        char *cut = malloc(length + 1);
        svc_trace trace;
        assert_non_null(cut);
        memcpy(cut, whole, length);
        cut[length] = '\0';
        assert_false(svc_trace_parse(cut, &trace));
        free(cut);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(takes_what_is_valid),
        cmocka_unit_test(ignores_what_is_not),
        cmocka_unit_test(reads_no_further_than_the_end),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
