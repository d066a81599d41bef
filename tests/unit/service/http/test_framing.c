/* Framing of request heads. */
#include "unit.h"

#include "http/framing.h"

typedef struct {
    const char *version;
    const char *headers[4][2];
    const char *code; /* NULL: passes */
} head;

static const head heads[] = {
    {"HTTP/1.1", {{"Host", "a"}}, NULL},
    {"HTTP/1.1", {{"Host", "a"}, {"Content-Length", "5"}}, NULL},
    {"HTTP/1.1", {{"host", "a"}, {"transfer-encoding", "Chunked"}}, NULL},
    {"HTTP/1.0", {{"Accept", "*/*"}}, NULL},
    {"HTTP/1.1", {{"Accept", "*/*"}}, "invalid-http"},
    {"HTTP/1.1", {{"Host", "a"}, {"HOST", "a"}}, "invalid-http"},
    {"HTTP/1.0", {{"Host", "a"}, {"Host", "b"}}, "invalid-http"},
    {"HTTP/1.1", {{"Host", "a"}, {"Content-Length", "5"}, {"Content-Length", "5"}}, "invalid-http"},
    {"HTTP/1.1",
     {{"Host", "a"}, {"Content-Length", "5"}, {"Transfer-Encoding", "chunked"}},
     "invalid-http"},
    {"HTTP/1.1", {{"Host", "a"}, {"Transfer-Encoding", "gzip, chunked"}}, "not-implemented"},
    {"HTTP/1.1", {{"Host", "a"}, {"Transfer-Encoding", "xchunked"}}, "not-implemented"},
    {"HTTP/1.1", {{"Host", "a"}, {"Transfer-Encoding", ""}}, "not-implemented"},
    {"HTTP/1.1",
     {{"Host", "a"}, {"Transfer-Encoding", "chunked"}, {"Transfer-Encoding", "chunked"}},
     "not-implemented"},
    {"HTTP/1.1", {{"Host", "a"}, {"Content-Length ", "5"}}, "invalid-http"},
    {"HTTP/1.1", {{"Host", "a"}, {"Transfer-Encoding\t", "chunked"}}, "invalid-http"},
    {"HTTP/1.1", {{"Host", "a"}, {"Content-Length\v", "5"}}, "invalid-http"},
    {"HTTP/1.1", {{"Host", "a"}, {"transfer-encodingchunked", ""}}, "invalid-http"},
    {"HTTP/1.1", {{"Host", "a"}, {"Content-Length5", ""}}, "invalid-http"},
    {"HTTP/1.1", {{"Host", "a"}, {"XContent-Length: 5", "y"}}, "invalid-http"},
    {"HTTP/1.1", {{"Host", "a"}, {"", "y"}}, "invalid-http"},
    {"HTTP/1.1", {{"Host", "a"}, {"X-\xc3\xa9", "y"}}, "invalid-http"},
    {"HTTP/1.1", {{"Host", "a"}, {"!#$%&'*+-.^_`|~09azAZ", "y"}}, NULL},
    {"HTTP/1.1",
     {{"Host", "a"}, {"Content-Type", "a/b"}, {"Content-Lengthen", ""}},
     "invalid-http"},
};

static void judges_heads(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof heads / sizeof heads[0]; i++) {
        svc_framing framing = {0};
        for (size_t k = 0; k < 4 && heads[i].headers[k][0] != NULL; k++) {
            const char *name = heads[i].headers[k][0];
            const char *value = heads[i].headers[k][1];
            svc_framing_note(&framing, name, strlen(name), value, strlen(value));
        }
        svc_fault fault = svc_framing_judge(&framing, heads[i].version);
        if (heads[i].code == NULL) {
            assert_null(fault.code);
        } else {
            assert_non_null(fault.code);
            assert_string_equal(fault.code, heads[i].code);
        }
    }
}

static void sees_paths_that_are_cut(void **state)
{
    (void)state;
    assert_true(svc_framing_path_is_cut("/livez%00"));
    assert_true(svc_framing_path_is_cut("/a%20b%00c?d"));
    assert_false(svc_framing_path_is_cut("/livez"));
    assert_false(svc_framing_path_is_cut("/livez?a=%00"));
    assert_false(svc_framing_path_is_cut("/a%0"));
    assert_false(svc_framing_path_is_cut("/a%2500%"));
    assert_false(svc_framing_path_is_cut(""));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(judges_heads),
                                       cmocka_unit_test(sees_paths_that_are_cut)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
