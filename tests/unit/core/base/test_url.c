/* Resolution of URLs: the examples of RFC 3986 5.4, and differences of browsers. */
#include "unit.h"

#include "dana/url.h"

typedef struct {
    const char *base;
    const char *reference;
    const char *expected; /* NULL: no URL */
} url_case;

#define RFC "http://a/b/c/d;p?q"

static const url_case cases[] = {
    /* RFC 3986 5.4.1, normal examples */
    {RFC, "g:h", "g:h"},
    {RFC, "g", "http://a/b/c/g"},
    {RFC, "./g", "http://a/b/c/g"},
    {RFC, "g/", "http://a/b/c/g/"},
    {RFC, "/g", "http://a/g"},
    {RFC, "//g", "http://g/"},
    {RFC, "?y", "http://a/b/c/d;p?y"},
    {RFC, "g?y", "http://a/b/c/g?y"},
    {RFC, "#s", "http://a/b/c/d;p?q#s"},
    {RFC, "g#s", "http://a/b/c/g#s"},
    {RFC, "g?y#s", "http://a/b/c/g?y#s"},
    {RFC, ";x", "http://a/b/c/;x"},
    {RFC, "g;x", "http://a/b/c/g;x"},
    {RFC, "g;x?y#s", "http://a/b/c/g;x?y#s"},
    {RFC, "", "http://a/b/c/d;p?q"},
    {RFC, ".", "http://a/b/c/"},
    {RFC, "./", "http://a/b/c/"},
    {RFC, "..", "http://a/b/"},
    {RFC, "../", "http://a/b/"},
    {RFC, "../g", "http://a/b/g"},
    {RFC, "../..", "http://a/"},
    {RFC, "../../", "http://a/"},
    {RFC, "../../g", "http://a/g"},
    /* 5.4.2, abnormal examples; "http:g" as browsers take it */
    {RFC, "../../../g", "http://a/g"},
    {RFC, "../../../../g", "http://a/g"},
    {RFC, "/./g", "http://a/g"},
    {RFC, "/../g", "http://a/g"},
    {RFC, "g.", "http://a/b/c/g."},
    {RFC, ".g", "http://a/b/c/.g"},
    {RFC, "g..", "http://a/b/c/g.."},
    {RFC, "..g", "http://a/b/c/..g"},
    {RFC, "./../g", "http://a/b/g"},
    {RFC, "./g/.", "http://a/b/c/g/"},
    {RFC, "g/./h", "http://a/b/c/g/h"},
    {RFC, "g/../h", "http://a/b/c/h"},
    {RFC, "g;x=1/./y", "http://a/b/c/g;x=1/y"},
    {RFC, "g;x=1/../y", "http://a/b/c/y"},
    {RFC, "g?y/./x", "http://a/b/c/g?y/./x"},
    {RFC, "g?y/../x", "http://a/b/c/g?y/../x"},
    {RFC, "g#s/./x", "http://a/b/c/g#s/./x"},
    {RFC, "g#s/../x", "http://a/b/c/g#s/../x"},
    {RFC, "http:g", "http://a/b/c/g"},
    /* what browsers do */
    {RFC, " \n g\t/h\r\n ", "http://a/b/c/g/h"},
    {RFC, "\\g\\h", "http://a/g/h"},
    {RFC, "\\\\host\\x", "http://host/x"},
    {RFC, "///host/x", "http://host/x"},
    {RFC, "https:host/x", "https://host/x"},
    {RFC, "HTTP://HOST:80/X", "http://host/X"},
    {RFC, "https://host:443", "https://host/"},
    {RFC, "https://host:8443?x", "https://host:8443/?x"},
    {RFC, "http://host:0080/", "http://host/"},
    {RFC, "http://host:/", "http://host/"},
    {RFC, "%2e%2E/g", "http://a/b/g"},
    {RFC, ".%2e", "http://a/b/"},
    {RFC, "%2e", "http://a/b/c/"},
    {RFC, "a b", "http://a/b/c/a%20b"},
    {RFC, "a?b c'd", "http://a/b/c/a?b%20c%27d"},
    {RFC, "\xC3\xBC?\xC3\xA4#\xC3\xB6", "http://a/b/c/%C3%BC?%C3%A4#%C3%B6"},
    {RFC, "a%zz%41", "http://a/b/c/a%zz%41"},
    {RFC, "{x}", "http://a/b/c/%7Bx%7D"},
    {RFC, "http://user:p@ss@host/", "http://user:p%40ss@host/"},
    {RFC, "http://[::1]:8080/x", "http://[::1]:8080/x"},
    {RFC, "http://\xD9\x85\xD8\xAB/x", "http://\xD9\x85\xD8\xAB/x"},
    {RFC, "mailto:A@b.example?subject=x y", "mailto:A@b.example?subject=x%20y"},
    {RFC, "tel:+49 1", "tel:+49 1"},
    {RFC, "javascript:alert(1)", "javascript:alert(1)"},
    {RFC, "1:2", "http://a/b/c/1:2"},
    {RFC, "file:///x/../y", "file:///y"},
    {"http://a", "g", "http://a/g"},
    {"http://a?x/y", "g", "http://a/g"},
    {"http://a/b/../c/./d", "g", "http://a/c/g"},
    {"http://a/b//c", "g", "http://a/b//g"},
    {"http://a/b/%2e", "g", "http://a/b/g"},
    {"http://a/b/%2e/c", "g", "http://a/b/g"},
    {"http://a/b/c/%2e%2e/d", "g", "http://a/b/g"},
    {"http://a/b/./", "g", "http://a/b/g"},
    {"http://a/b/x./c", "g", "http://a/b/x./g"},
    {"http://a/b/x/..", "g", "http://a/b/x/g"},
    {"foo://h/a/b", "c\\d", "foo://h/a/c\\d"},
    {"foo://h", "", "foo://h"},
    {"foo:/a", "..//b", "foo:/.//b"},
    {"mailto:x@y", "#z", "mailto:x@y#z"},
    {"", "https://a/b", "https://a/b"},
    /* no URL */
    {"", "g", NULL},
    {"g", "h", NULL},
    {"", "", NULL},
    {"mailto:x@y", "z", NULL},
    {RFC, "http://", NULL},
    {RFC, "http://:80/", NULL},
    {RFC, "http://host:99999/", NULL},
    {RFC, "http://host:x/", NULL},
    {RFC, "http://ho st/", NULL},
    {RFC, "http://a<b/", NULL},
    {RFC, "http://[x]/", NULL},
};

static void references_become_absolute(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        const url_case *c = &cases[i];
        dana_arena *arena = dana_arena_new(1 << 20, NULL);
        dana_view out;

        assert_int_equal(dana_url_resolve(arena, (dana_view){c->base, strlen(c->base)},
                                          (dana_view){c->reference, strlen(c->reference)}, &out,
                                          NULL),
                         DANA_OK);
        if (out.data == NULL ? c->expected != NULL
                             : c->expected == NULL || strlen(c->expected) != out.length ||
                                   memcmp(c->expected, out.data, out.length) != 0) {
            fail_msg("%s + %s: %.*s, not %s", c->base, c->reference, (int)out.length,
                     out.data != NULL ? out.data : "", c->expected != NULL ? c->expected : "none");
        }
        dana_arena_free(arena);
    }
}

static void a_resolved_url_resolves_to_itself(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        dana_arena *arena = dana_arena_new(1 << 20, NULL);
        const char *expected = cases[i].expected != NULL ? cases[i].expected : "x:y";
        dana_view out;

        assert_int_equal(dana_url_resolve(arena, (dana_view){"", 0},
                                          (dana_view){expected, strlen(expected)}, &out, NULL),
                         DANA_OK);
        assert_int_equal(out.length, strlen(expected));
        assert_memory_equal(out.data, expected, out.length);
        dana_arena_free(arena);
    }
}

/* Relative references as they stand; what browsers take for another scheme is none. */
static void a_relative_reference_stays(void **state)
{
    static const struct {
        const char *reference;
        const char *expected; /* NULL: none */
    } kept[] = {
        {"a/b.html?c=d#e", "a/b.html?c=d#e"},
        {" /a b ", "/a%20b"},
        {"#e", "#e"},
        {"?a:b", "?a:b"},
        {"./a:b", "./a:b"},
        {"//h/a", "//h/a"},
        {"\\\\h\\a", "//h/a"},
        {"\"><x>", "%22%3E%3Cx%3E"},
        {"\xC3\xA9", "%C3%A9"},
        {"1:2", "1:2"},
        {"", NULL},
        {" \t\n", NULL},
        {"javascript:a", NULL},
        {"java\tscr\nipt:a", NULL},
        {"\x01 JavaScript:a", NULL},
        {"data:text/html,a", NULL},
        {"a+b-c.1:x", NULL},
        {"a:b", NULL},
        {"http:", NULL},
    };
    dana_arena *arena = dana_arena_new(1 << 20, NULL);

    (void)state;
    for (size_t i = 0; i < sizeof(kept) / sizeof(kept[0]); i++) {
        dana_view reference = {kept[i].reference, strlen(kept[i].reference)};
        dana_view out;

        assert_int_equal(dana_url_relative(arena, reference, &out, NULL), DANA_OK);
        if (kept[i].expected == NULL) {
            assert_null(out.data);
            continue;
        }
        assert_int_equal(out.length, strlen(kept[i].expected));
        assert_memory_equal(out.data, kept[i].expected, out.length);
    }
    dana_arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(references_become_absolute),
        cmocka_unit_test(a_resolved_url_resolves_to_itself),
        cmocka_unit_test(a_relative_reference_stays),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
