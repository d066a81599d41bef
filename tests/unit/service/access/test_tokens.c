/* Tokens: valid files, who is admitted, and reading the file again. */
#include "unit.h"

#include "access/tokens.h"

#include <stdio.h>
#include <unistd.h>

/* A file with some text; the caller unlinks and frees its path. */
static char *make_file(const char *text)
{
    char *path = strdup("/tmp/danad-tokens-XXXXXX");

    assert_non_null(path);
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, text, strlen(text)), (ssize_t)strlen(text));
    close(fd);
    return path;
}

static void rewrite(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");

    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static void drop(char *path)
{
    unlink(path);
    free(path);
}

static void lets_bearers_in(void **state)
{
    static const struct {
        const char *header;
        svc_token_verdict verdict;
    } cases[] = {
        {"Bearer one-token", SVC_TOKEN_RIGHT},
        {"bearer one-token", SVC_TOKEN_RIGHT},
        {"BEARER  a.b_c~d+e/f==", SVC_TOKEN_RIGHT},
        {"Bearer last", SVC_TOKEN_RIGHT},
        {"Bearer one-toke", SVC_TOKEN_WRONG},
        {"Bearer one-token2", SVC_TOKEN_WRONG},
        {"Bearer One-token", SVC_TOKEN_WRONG},
        {"Bearer ", SVC_TOKEN_WRONG},
        {"Bearer # a comment", SVC_TOKEN_WRONG},
        {"Bearer", SVC_TOKEN_WRONG},
        {"Bearerone-token", SVC_TOKEN_MISSING},
        {"Basic b25lOnRva2Vu", SVC_TOKEN_MISSING},
        {"", SVC_TOKEN_MISSING},
        {NULL, SVC_TOKEN_MISSING},
    };
    char *path = make_file("# a comment\n\none-token\r\n  a.b_c~d+e/f==\t\n   # indented\nlast");
    char error[SVC_TOKENS_ERROR_SIZE];
    svc_tokens tokens;

    (void)state;
    assert_true(svc_tokens_open(&tokens, path, error));
    assert_true(svc_tokens_wanted(&tokens));
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_int_equal(svc_tokens_judge(&tokens, cases[i].header), cases[i].verdict);
    }
    svc_tokens_close(&tokens);
    drop(path);
}

static void refuses_bad_files(void **state)
{
    static const struct {
        const char *text;
        const char *reason;
    } cases[] = {
        {"", "no token"},
        {"# nothing\n\n", "no token"},
        {"fine\ntwo words-of-secret\n", "line 2"},
        {"fine\n\n==\n", "line 3"},
        {"caf\xc3\xa9", "line 1"},
        {"a=b", "line 1"},
    };
    char error[SVC_TOKENS_ERROR_SIZE];
    svc_tokens tokens;

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char *path = make_file(cases[i].text);
        assert_false(svc_tokens_open(&tokens, path, error));
        assert_non_null(strstr(error, cases[i].reason));
        assert_non_null(strstr(error, path));
        assert_ptr_equal(strstr(error, "DANAD_AUTH_TOKENS_FILE: "), error);
        assert_null(strstr(error, "secret"));
        svc_tokens_close(&tokens);
        drop(path);
    }
    assert_false(svc_tokens_open(&tokens, "/nonexistent/tokens", error));
    assert_string_equal(error,
                        "DANAD_AUTH_TOKENS_FILE: /nonexistent/tokens: No such file or directory");
    svc_tokens_close(&tokens);
    assert_false(svc_tokens_open(&tokens, "/", error));
    svc_tokens_close(&tokens);
}

static void reads_again(void **state)
{
    char *path = make_file("old\n");
    char error[SVC_TOKENS_ERROR_SIZE];
    svc_tokens tokens;

    (void)state;
    assert_true(svc_tokens_open(&tokens, path, error));
    rewrite(path, "new\nnewer\n");
    assert_int_equal(svc_tokens_judge(&tokens, "Bearer old"), SVC_TOKEN_RIGHT);
    assert_true(svc_tokens_reload(&tokens, error));
    assert_int_equal(svc_tokens_judge(&tokens, "Bearer old"), SVC_TOKEN_WRONG);
    assert_int_equal(svc_tokens_judge(&tokens, "Bearer newer"), SVC_TOKEN_RIGHT);
    rewrite(path, "not a token\n");
    assert_false(svc_tokens_reload(&tokens, error));
    assert_int_equal(svc_tokens_judge(&tokens, "Bearer new"), SVC_TOKEN_RIGHT);
    svc_tokens_close(&tokens);
    drop(path);
}

static void wants_none(void **state)
{
    char error[SVC_TOKENS_ERROR_SIZE];
    svc_tokens tokens;

    (void)state;
    assert_true(svc_tokens_open(&tokens, "", error));
    assert_false(svc_tokens_wanted(&tokens));
    svc_tokens_close(&tokens);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lets_bearers_in),
        cmocka_unit_test(refuses_bad_files),
        cmocka_unit_test(reads_again),
        cmocka_unit_test(wants_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
