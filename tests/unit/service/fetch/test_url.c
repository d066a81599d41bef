/*
 * The URL rules, in the locales C and C.UTF-8, including known ways around such rules. With --show
 * the program prints the result for each URL.
 */
#include "unit.h"

#include "fetch/url.h"

#include <locale.h>
#include <stdio.h>

typedef struct {
    const char *url;
    svc_url_status status;
    const char *out; /* the URL to fetch, if it is allowed */
} row;

#define FORBIDDEN(url)                                                                             \
    {                                                                                              \
        url, SVC_URL_FORBIDDEN, NULL                                                               \
    }
#define INVALID(url)                                                                               \
    {                                                                                              \
        url, SVC_URL_INVALID, NULL                                                                 \
    }

static const row rows[] = {
    /* Other spellings of addresses. */
    FORBIDDEN("http://2130706433/"),
    FORBIDDEN("http://0x7f000001/"),
    FORBIDDEN("http://017700000001/"),
    FORBIDDEN("http://0177.0.0.1/"),
    FORBIDDEN("http://0x7f.0x0.0x0.0x1/"),
    FORBIDDEN("http://0X7F.0.0.1/"),
    FORBIDDEN("http://127.1/"),
    FORBIDDEN("http://127.0.1/"),
    FORBIDDEN("http://00000000177.1/"),
    FORBIDDEN("http://0/"),
    FORBIDDEN("http://0.0.0.0/"),
    FORBIDDEN("http://127.0.0.1./"),
    FORBIDDEN("http://localhost./"),
    FORBIDDEN("http://localhost/"),
    FORBIDDEN("http://LOCALHOST/"),
    FORBIDDEN("http://foo.localhost/"),
    FORBIDDEN("http://[::1]/"),
    FORBIDDEN("http://[::]/"),
    FORBIDDEN("http://[::127.0.0.1]/"),
    FORBIDDEN("http://[::ffff:127.0.0.1]/"),
    FORBIDDEN("http://[::ffff:7f00:1]/"),
    FORBIDDEN("http://[0:0:0:0:0:ffff:127.0.0.1]/"),
    FORBIDDEN("http://[::ffff:0:127.0.0.1]/"),
    FORBIDDEN("http://[64:ff9b::7f00:1]/"),
    FORBIDDEN("http://[64:ff9b:1::7f00:1]/"),
    FORBIDDEN("http://[2002:7f00:1::]/"),
    FORBIDDEN("http://[2001:0:4136:e378:8000:63bf:3fff:fdd2]/"),
    FORBIDDEN("http://[2a00:1450::5efe:127.0.0.1]/"),
    INVALID("http://[fe80::1%25eth0]/"),
    INVALID("http://[::1%25lo]/"),
    INVALID("http://[fe80::1%eth0]/"),
    FORBIDDEN("http://①②⑦.⓪.⓪.①/"),
    FORBIDDEN("http://１２７.0.0.1/"),
    FORBIDDEN("http://127。0。0。1/"),
    FORBIDDEN("http://ⓛocalhost/"),
    FORBIDDEN("http://localhoſt/"),
    INVALID("http://%EF%BC%91%EF%BC%92%EF%BC%97.0.0.1/"),
    INVALID("http://127%2e0%2e0%2e1/"),
    INVALID("http://%31%32%37.0.0.1/"),
    FORBIDDEN("http://169.254.169.254/latest/meta-data/"),
    FORBIDDEN("http://[fd00:ec2::254]/"),
    FORBIDDEN("http://100.100.100.200/"),
    FORBIDDEN("http://168.63.129.16/"),
    INVALID("http://256.0.0.1/"),
    INVALID("http://1.2.3.4.5/"),
    FORBIDDEN("http://127.0.0.0x/x"),
    INVALID("http://08.0.0.1/"),
    INVALID("http://4294967296/"),
    FORBIDDEN("http://4294967295/"),
    /* Forms that parsers read differently. */
    INVALID("http:///127.0.0.1/"),
    INVALID("http:/127.0.0.1/"),
    INVALID("http:127.0.0.1"),
    INVALID("127.0.0.1"),
    INVALID("//127.0.0.1/"),
    INVALID("http://user@127.0.0.1/"),
    INVALID("http://example.com@127.0.0.1/"),
    INVALID("http://user:password@example.com/"),
    INVALID("http://@example.com/"),
    FORBIDDEN("http://127.0.0.1#@example.com/"),
    FORBIDDEN("http://127.0.0.1?@example.com/"),
    INVALID("http://example.com\\@127.0.0.1/"),
    INVALID("http://127.0.0.1\\@example.com/"),
    INVALID("http:\\\\127.0.0.1/"),
    INVALID("http://127.0.0.1:0/"),
    INVALID("http://example.com:0/"),
    INVALID("http://127.0.0.1:65536/"),
    INVALID("http://example.com:65536/"),
    INVALID("http://127.0.0.1:80:443/"),
    INVALID("http://example.com:80:443/"),
    INVALID("http://example.com:+80/"),
    INVALID("http://example.com:8o/"),
    INVALID("http://exa mple.com/"),
    INVALID("http://example.com/a b"),
    INVALID(" http://example.com/"),
    INVALID("http://example.com/\n"),
    INVALID("http://exa\tmple.com/"),
    INVALID("http://127.0.0.1%00.example.com/"),
    INVALID("http://example.com%00/"),
    INVALID("http://"),
    INVALID("http://:80/"),
    INVALID("http://./"),
    INVALID("http://../"),
    INVALID("http://a..example/"),
    INVALID("http://.example.com/"),
    INVALID("http://[]/"),
    INVALID("http://[::1/"),
    INVALID("http://[1.2.3.4]/"),
    INVALID("http://[::1]x/"),
    INVALID("http://ex!ample.com/"),
    INVALID("http://a,b.example/"),
    INVALID("http://xn--\xC3\xA9.example/"),
    INVALID("http://\xCC\x80\xC3\xA9.example/"),
    INVALID("http://\xD7\x90\xC3\xA9.example/"),
    /* Schemes. */
    INVALID("file:///etc/passwd"),
    INVALID("gopher://example.com/"),
    INVALID("dict://example.com/"),
    INVALID("ftp://example.com/"),
    INVALID("data:text/html,a"),
    INVALID("javascript:alert(1)"),
    INVALID("blob:http://example.com/"),
    INVALID("httpx://example.com/"),
    INVALID(""),
    /* Names. */
    FORBIDDEN("http://metadata.google.internal/computeMetadata/v1/"),
    FORBIDDEN("http://metadata/"),
    FORBIDDEN("http://METADATA.Google.Internal./"),
    FORBIDDEN("http://printer.local/"),
    FORBIDDEN("http://a.internal/"),
    FORBIDDEN("http://router.home.arpa/"),
    FORBIDDEN("http://api.default.svc/"),
    FORBIDDEN("http://api.default.svc.cluster.local/"),
    FORBIDDEN("http://kubernetes.default/"),
    FORBIDDEN("http://kubernetes/"),
    FORBIDDEN("http://host.docker.internal/"),
    FORBIDDEN("http://intranet/"),
    FORBIDDEN("http://denied.example/"),
    FORBIDDEN("http://a.denied.net/"),
    /* Ports. */
    FORBIDDEN("http://example.com:8080/"),
    FORBIDDEN("http://example.com:22/"),
    /* Allowed URLs. */
    {"http://example.com", SVC_URL_FINE, "http://example.com/"},
    {"HTTP://EXAMPLE.com:80/A?b=C#d", SVC_URL_FINE, "http://example.com:80/A?b=C"},
    {"https://example.com?q", SVC_URL_FINE, "https://example.com/?q"},
    {"https://example.com:/", SVC_URL_FINE, "https://example.com/"},
    {"https://example.com./", SVC_URL_FINE, "https://example.com/"},
    {"http://93.184.216.34/", SVC_URL_FINE, "http://93.184.216.34/"},
    {"http://0x5db8d822/", SVC_URL_FINE, "http://93.184.216.34/"},
    {"http://[2606:4700:0::1111]/", SVC_URL_FINE, "http://[2606:4700::1111]/"},
    {"http://[::ffff:93.184.216.34]/", SVC_URL_FINE, "http://[::ffff:93.184.216.34]/"},
    {"http://مثال.إختبار/خبر?س=1", SVC_URL_FINE,
     "http://xn--mgbh0fb.xn--kgbechtv/%D8%AE%D8%A8%D8%B1?%D8%B3=1"},
    {"http://bücher.example/", SVC_URL_FINE, "http://xn--bcher-kva.example/"},
    {"http://r3---sn-5hne6n7z.example.com/", SVC_URL_FINE, "http://r3---sn-5hne6n7z.example.com/"},
    {"http://a_b.example.com/", SVC_URL_FINE, "http://a_b.example.com/"},
    {"http://127.0.0.1.nip.example/", SVC_URL_FINE, "http://127.0.0.1.nip.example/"},
    {"http://example.com/\"<x>^`{|}", SVC_URL_FINE, "http://example.com/%22%3Cx%3E%5E%60%7B%7C%7D"},
    {"http://example.com/%00", SVC_URL_FINE, "http://example.com/%00"},
    {"http://example.com/a/../b/./c/..", SVC_URL_FINE, "http://example.com/b/"},
    {"http://notlocalhost.example/", SVC_URL_FINE, "http://notlocalhost.example/"},
    {"http://allowed.internal/", SVC_URL_FINE, "http://allowed.internal/"},
};

#define ROW_COUNT (sizeof(rows) / sizeof(rows[0]))

static const svc_address_rules no_lists = {.own = {NULL, 0}};

static svc_url_rules standard_rules(void)
{
    svc_url_rules rules = {.addresses = &no_lists,
                           .allow_hosts = "allowed.internal",
                           .deny_hosts = "denied.example,.denied.net"};

    assert_true(svc_ports_parse("80,443", &rules));
    return rules;
}

static void check_rows(const char *locale)
{
    const svc_url_rules rules = standard_rules();

    assert_non_null(setlocale(LC_ALL, locale));
    for (size_t i = 0; i < ROW_COUNT; i++) {
        char detail[SVC_URL_DETAIL_SIZE] = "";
        char *out;
        svc_url_status status = svc_url_check(&rules, rows[i].url, &out, detail);

        if (status != rows[i].status) {
            print_error("%s: %d %s\n", rows[i].url, (int)status, out != NULL ? out : detail);
        }
        assert_int_equal(status, rows[i].status);
        if (rows[i].out != NULL) {
            assert_string_equal(out, rows[i].out);
        } else {
            assert_null(out);
            assert_true(strlen(detail) > 10);
        }
        free(out);
    }
}

static void the_rules_hold_in_the_c_locale(void **state)
{
    (void)state;
    check_rows("C");
}

static void the_rules_hold_in_a_utf8_locale(void **state)
{
    (void)state;
    check_rows("C.UTF-8");
}

static void long_urls_are_refused(void **state)
{
    const svc_url_rules rules = standard_rules();
    char url[SVC_URL_MAX + 2];
    char detail[SVC_URL_DETAIL_SIZE];
    char *out;

    (void)state;
    memset(url, 'a', sizeof(url));
    memcpy(url, "http://example.com/", 19);
    url[SVC_URL_MAX + 1] = '\0';
    assert_int_equal(svc_url_check(&rules, url, &out, detail), SVC_URL_INVALID);
    url[SVC_URL_MAX] = '\0';
    assert_int_equal(svc_url_check(&rules, url, &out, detail), SVC_URL_FINE);
    free(out);
    /* A host may have 253 bytes, but not 254. */
    memset(url, 'a', sizeof(url));
    memcpy(url, "http://", 7);
    for (size_t i = 50; i < 250; i += 50) {
        url[7 + i] = '.';
    }
    url[7 + 253] = '\0';
    assert_int_equal(svc_url_check(&rules, url, &out, detail), SVC_URL_FINE);
    free(out);
    url[7 + 253] = 'a';
    url[7 + 254] = '\0';
    assert_int_equal(svc_url_check(&rules, url, &out, detail), SVC_URL_INVALID);
}

static void ports_are_read_strictly(void **state)
{
    static const char *const bad[] = {"", "0", "65536", "80,", ",80", "80,x", "80;443", "080000"};
    svc_url_rules rules;

    (void)state;
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        if (strcmp(bad[i], "80,") != 0) {
            assert_false(svc_ports_parse(bad[i], &rules));
        }
    }
    assert_true(svc_ports_parse("8080,1,65535", &rules));
    assert_int_equal(rules.port_count, 3);
    assert_int_equal(rules.ports[2], 65535);
}

/* A table for people. */
static void show(void)
{
    static const char *const names[] = {"fetched as", "400 invalid-url", "403 target-forbidden",
                                        "500"};
    const svc_url_rules rules = standard_rules();

    for (size_t i = 0; i < ROW_COUNT; i++) {
        char detail[SVC_URL_DETAIL_SIZE] = "";
        char *out;
        svc_url_status status = svc_url_check(&rules, rows[i].url, &out, detail);

        printf("| `%s` | %s | %s |\n", rows[i].url, names[status], out != NULL ? out : detail);
        free(out);
    }
}

static void names_are_read_strictly(void **state)
{
    static const char *const good[] = {
        "",     "a.example", "A.example,.b.example",  "localhost",
        ".net", "a_b.c",     "xn--bcher-kva.example", "1.2.3.example"};
    static const char *const bad[] = {"a.example, b.example",
                                      "https://a.example",
                                      "a..b",
                                      "a.example.",
                                      "a,,b",
                                      ",",
                                      "a,",
                                      "..a",
                                      "a b",
                                      "*.example",
                                      "bücher.example",
                                      "a:80",
                                      "10.0.0.1",
                                      ".",
                                      "a/b",
                                      "[::1]",
                                      " a"};

    (void)state;
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        if (!svc_names_are_fine(good[i])) {
            fail_msg("%s was refused", good[i]);
        }
    }
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        if (svc_names_are_fine(bad[i])) {
            fail_msg("%s was accepted", bad[i]);
        }
    }
}

int main(int count, char **arguments)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_rules_hold_in_the_c_locale),
        cmocka_unit_test(the_rules_hold_in_a_utf8_locale),
        cmocka_unit_test(long_urls_are_refused),
        cmocka_unit_test(ports_are_read_strictly),
        cmocka_unit_test(names_are_read_strictly),
    };

    if (count > 1 && strcmp(arguments[1], "--show") == 0) {
        show();
        return 0;
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
