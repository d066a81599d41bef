/* Origins: valid lists of origins, and which origins may read. */
#include "unit.h"

#include "access/cors.h"

static void knows_origins(void **state)
{
    static const char *const good[] = {
        "",
        "*",
        "https://a.example",
        "http://127.0.0.1:8000",
        "http://[::1]:3000,https://b.example:8443",
        "http://a.example:443",
        "moz-extension://1b2c3d4e",
        "https://xn--bcher-kva.example",
    };
    static const char *const bad[] = {
        ",",
        "https://a.example,",
        ",https://a.example",
        "https://a.example, https://b.example",
        "*,https://a.example",
        "https://*.a.example",
        "null",
        "a.example",
        "//a.example",
        "https://",
        "https://A.example",
        "HTTPS://a.example",
        "https://a.example/",
        "https://a.example/path",
        "https://a.example:443",
        "http://a.example:80",
        "https://a.example:",
        "https://a.example:0443",
        "https://a.example:65536",
        "https://user@a.example",
        "https://[::1",
        "https://[]",
        "https://b\xc3\xbc"
        "cher.example",
    };

    (void)state;
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        if (!svc_cors_is_list(good[i])) {
            fail_msg("refused: %s", good[i]);
        }
    }
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        if (svc_cors_is_list(bad[i])) {
            fail_msg("taken: %s", bad[i]);
        }
    }
}

static void allows_what_is_listed(void **state)
{
    svc_cors cors;

    (void)state;
    assert_true(svc_cors_init(&cors, "https://a.example,http://b.example:81", 60, false));
    assert_true(svc_cors_varies(&cors));
    assert_string_equal(cors.max_age, "60");
    assert_string_equal(svc_cors_allowed(&cors, "https://a.example"), "https://a.example");
    assert_string_equal(svc_cors_allowed(&cors, "http://b.example:81"), "http://b.example:81");
    assert_null(svc_cors_allowed(&cors, "https://a.example."));
    assert_null(svc_cors_allowed(&cors, "https://a.example.evil"));
    assert_null(svc_cors_allowed(&cors, "http://a.example"));
    assert_null(svc_cors_allowed(&cors, "https://a.example,http://b.example:81"));
    assert_null(svc_cors_allowed(&cors, "null"));
    assert_null(svc_cors_allowed(&cors, ""));
    assert_null(svc_cors_allowed(&cors, NULL));
    svc_cors_clear(&cors);
}

static void allows_all_or_none(void **state)
{
    svc_cors cors;

    (void)state;
    assert_true(svc_cors_init(&cors, "https://a.example", 0, true));
    assert_true(svc_cors_varies(&cors)); /* who asks from elsewhere gets no header */
    svc_cors_clear(&cors);
    assert_true(svc_cors_init(&cors, "*", 0, true));
    assert_string_equal(svc_cors_allowed(&cors, "null"), "*");
    assert_string_equal(svc_cors_allowed(&cors, NULL), "*");
    assert_false(svc_cors_varies(&cors));
    svc_cors_clear(&cors);
    assert_true(svc_cors_init(&cors, "", 0, false));
    assert_null(svc_cors_allowed(&cors, "https://a.example"));
    svc_cors_clear(&cors);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(knows_origins),
        cmocka_unit_test(allows_what_is_listed),
        cmocka_unit_test(allows_all_or_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
