/* Settings from defaults, environment and flags. */
#include "unit.h"

#include "base/log.h"
#include "config/load.h"
#include "config/show.h"

static bool load(svc_config *config, const char *variable, const char *flag, const char *value,
                 char *error)
{
    char *environment[] = {(char *)"HOME=/", (char *)variable, NULL};
    char *arguments[] = {(char *)flag, (char *)value, NULL};
    int count = flag == NULL ? 0 : value == NULL ? 1 : 2;

    error[0] = '\0';
    return svc_config_load(config, environment, count, arguments, error);
}

static void has_defaults(void **state)
{
    svc_config config;
    char error[SVC_CONFIG_ERROR_SIZE];

    (void)state;
    assert_true(load(&config, NULL, NULL, NULL, error));
    assert_string_equal(config.listen, "127.0.0.1:8080");
    assert_true(config.workers >= 1);
    assert_int_equal(config.queue_size, 64 * config.workers);
    assert_int_equal(config.max_body_bytes, 10 * 1024 * 1024);
    assert_int_equal(config.log_level, SVC_LOG_INFO);
}

static void flag_wins_over_variable(void **state)
{
    svc_config config;
    char error[SVC_CONFIG_ERROR_SIZE];

    (void)state;
    assert_true(load(&config, "DANAD_WORKERS=3", NULL, NULL, error));
    assert_int_equal(config.workers, 3);
    assert_int_equal(config.queue_size, 192);
    assert_true(load(&config, "DANAD_WORKERS=3", "--workers", "5", error));
    assert_int_equal(config.workers, 5);
    assert_true(load(&config, "DANAD_WORKERS=3", "--workers=6", NULL, error));
    assert_int_equal(config.workers, 6);
}

static void reads_sizes(void **state)
{
    svc_config config;
    char error[SVC_CONFIG_ERROR_SIZE];

    (void)state;
    assert_true(load(&config, "DANAD_MAX_BODY_BYTES=3MiB", NULL, NULL, error));
    assert_int_equal(config.max_body_bytes, 3 * 1024 * 1024);
    assert_true(load(&config, NULL, "--max-body-bytes", "512KiB", error));
    assert_int_equal(config.max_body_bytes, 512 * 1024);
    assert_true(load(&config, NULL, "--max-body-bytes", "5000", error));
    assert_int_equal(config.max_body_bytes, 5000);
    assert_true(load(&config, "DANAD_PROCESS_TIMEOUT=2s", NULL, NULL, error));
    assert_int_equal(config.process_timeout_ms, 2000);
    assert_true(load(&config, NULL, "--process-timeout", "250ms", error));
    assert_int_equal(config.process_timeout_ms, 250);
}

static const char *const bad_variables[] = {"DANAD_WORKERS=0",
                                            "DANAD_WORKERS=-1",
                                            "DANAD_WORKERS=",
                                            "DANAD_WORKERS=2x",
                                            "DANAD_WORKERS=2KiB",
                                            "DANAD_WORKERS=1025",
                                            "DANAD_QUEUE_SIZE=0",
                                            "DANAD_MAX_BODY_BYTES=1",
                                            "DANAD_MAX_BODY_BYTES=1GB",
                                            "DANAD_LOG_LEVEL=loud",
                                            "DANAD_LOG_FORMAT=xml",
                                            "DANAD_SECCOMP=yes",
                                            "DANAD_LANDLOCK=log",
                                            "DANAD_METRICS=yes",
                                            "DANAD_ADMIN_LISTEN=9090",
                                            "DANAD_PROCESS_TIMEOUT=0",
                                            "DANAD_PROCESS_TIMEOUT=5m",
                                            "DANAD_LISTEN=localhost:80",
                                            "DANAD_LISTEN=127.0.0.1",
                                            "DANAD_WORKER=2",
                                            "DANAD_=1",
                                            "DANAD_WORKERS=99999999999999999999",
                                            "DANAD_LISTEN=[::]:65536",
                                            "DANAD_CORS_ALLOW_ORIGINS=https://a.example/",
                                            "DANAD_CORS_ALLOW_ORIGINS=*,https://a.example",
                                            "DANAD_CORS_MAX_AGE=86401",
                                            "DANAD_OVERLOAD_STATUS=500",
                                            "DANAD_OVERLOAD_STATUS=",
                                            "DANAD_TRUSTED_PROXIES=10.0.0.1/8",
                                            "DANAD_RATE_LIMIT=-1",
                                            "DANAD_RATE_LIMIT=0.0005",
                                            "DANAD_RATE_LIMIT=.5",
                                            "DANAD_RATE_LIMIT=1.",
                                            "DANAD_RATE_LIMIT=1.5.2",
                                            "DANAD_RATE_LIMIT=1e3",
                                            "DANAD_RATE_LIMIT=1000000.001",
                                            "DANAD_RATE_BURST=0",
                                            "DANAD_FETCH_DENY_HOSTS=a.example, b.example",
                                            "DANAD_FETCH_DENY_HOSTS=https://a.example",
                                            "DANAD_FETCH_ALLOW_HOSTS=a..b",
                                            "DANAD_FETCH_USER_AGENT=a\nb",
                                            "DANAD_METRICS_AUTH=on"};

static void refuses_bad_variables(void **state)
{
    svc_config config;
    char error[SVC_CONFIG_ERROR_SIZE];

    (void)state;
    for (size_t i = 0; i < sizeof bad_variables / sizeof bad_variables[0]; i++) {
        if (load(&config, bad_variables[i], NULL, NULL, error)) {
            fail_msg("%s was accepted", bad_variables[i]);
        }
        assert_non_null(strstr(error, "DANAD_"));
        assert_null(strchr(error, '\n'));
    }
}

/* The message for a wrong value has the setting and its valid values. */
static void says_what_a_setting_takes(void **state)
{
    static const struct {
        const char *variable;
        const char *takes;
    } rows[] = {
        {"DANAD_FETCH=true", "DANAD_FETCH: 'true' is not valid; it takes on or off ("},
        {"DANAD_FETCH_ROBOTS=on", "it takes ignore or respect ("},
        {"DANAD_OVERLOAD_STATUS=500", "it takes 429 or 503 ("},
        {"DANAD_LOG_LEVEL=trace", "error, warn, info or debug"},
        {"DANAD_LISTEN=8080", "it takes address:port ("},
        {"DANAD_FETCH_DENY_HOSTS=a, b", "it takes names (host names not to fetch from, sep"},
        {"DANAD_WORKERS=0", "'0' is not a number of threads from 1 to 1024"}};
    svc_config config;
    char error[SVC_CONFIG_ERROR_SIZE];

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_false(load(&config, rows[i].variable, NULL, NULL, error));
        if (strstr(error, rows[i].takes) == NULL) {
            fail_msg("%s", error);
        }
    }
}

static void reads_access(void **state)
{
    svc_config config;
    char error[SVC_CONFIG_ERROR_SIZE];

    (void)state;
    assert_true(load(&config, "DANAD_RATE_LIMIT=20", NULL, NULL, error));
    assert_int_equal(config.rate_burst, 20);
    assert_true(load(&config, "DANAD_RATE_LIMIT=20", "--rate-burst", "3", error));
    assert_int_equal(config.rate_burst, 3);
    assert_true(load(&config, "DANAD_RATE_LIMIT=0.5", NULL, NULL, error));
    assert_int_equal(config.rate_limit_milli, 500);
    assert_int_equal(config.rate_burst, 1);
    assert_true(load(&config, "DANAD_RATE_LIMIT=2.125", NULL, NULL, error));
    assert_int_equal(config.rate_limit_milli, 2125);
    assert_int_equal(config.rate_burst, 3);
    assert_true(load(&config, "DANAD_RATE_LIMIT=1000000", NULL, NULL, error));
    assert_int_equal(config.rate_limit_milli, 1000000000);
    assert_true(load(&config, "DANAD_OVERLOAD_STATUS=429", NULL, NULL, error));
    assert_int_equal(config.overload_status, 429);
    assert_true(load(&config, "DANAD_METRICS_AUTH=on", "--auth-tokens-file", "/a", error));
    assert_int_equal(config.metrics_auth, 1);
    assert_false(load(&config, "DANAD_METRICS_AUTH=on", NULL, NULL, error));
    assert_non_null(strstr(error, "DANAD_AUTH_TOKENS_FILE"));
}

static void refuses_bad_flags(void **state)
{
    static const char *const bad[] = {"--worker",  "--WORKERS=2",          "-w", "serve", "--",
                                      "--workers", "--max_body_bytes=5000"};
    svc_config config;
    char error[SVC_CONFIG_ERROR_SIZE];

    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        if (load(&config, NULL, bad[i], NULL, error)) {
            fail_msg("%s was accepted", bad[i]);
        }
        assert_true(strlen(error) > 0);
    }
}

/* The lines of a text as a NULL-terminated environment; the text is cut at their ends. */
static void cut_lines(char *text, char **lines, size_t most)
{
    size_t count = 0;

    for (char *end = strchr(text, '\n'); end != NULL; end = strchr(text, '\n')) {
        assert_true(count + 1 < most);
        *end = '\0';
        lines[count++] = text;
        text = end + 1;
    }
    lines[count] = NULL;
}

static void print(const svc_config *config, char *out, size_t size)
{
    FILE *file = fmemopen(out, size, "w");

    svc_config_print(config, file);
    fclose(file);
}

static void prints_what_it_would_accept(void **state)
{
    static const char *const some[] = {
        "DANAD_LISTEN=127.0.0.1:8080\n", "DANAD_WORKERS=7\n",      "DANAD_QUEUE_SIZE=448\n",
        "DANAD_PROCESS_TIMEOUT=5000\n",  "DANAD_FETCH=off\n",      "DANAD_FETCH_PROXY=\n",
        "DANAD_FETCH_PORTS=80,443\n",    "DANAD_LOG_LEVEL=debug\n"};
    svc_config config;
    svc_config again;
    char error[SVC_CONFIG_ERROR_SIZE];
    char printed[4096] = "";
    char lines[4096];
    char printed_again[4096] = "";
    char *environment[100];

    (void)state;
    assert_true(load(&config, "DANAD_LOG_LEVEL=debug", "--workers", "7", error));
    config.fetch = 0;
    print(&config, printed, sizeof printed);
    for (size_t i = 0; i < sizeof some / sizeof some[0]; i++) {
        if (strstr(printed, some[i]) == NULL) {
            fail_msg("%sis not in\n%s", some[i], printed);
        }
    }
    memcpy(lines, printed, sizeof printed);
    cut_lines(lines, environment, sizeof environment / sizeof environment[0]);
    if (!svc_config_load(&again, environment, 0, NULL, error)) {
        fail_msg("%s", error);
    }
    print(&again, printed_again, sizeof printed_again);
    assert_string_equal(printed_again, printed);
}

/* Every printed setting is in the help. */
static void help_has_every_setting(void **state)
{
    svc_config config;
    char error[SVC_CONFIG_ERROR_SIZE];
    char printed[4096] = "";
    char help[32768] = "";
    char *lines[100];
    FILE *file = fmemopen(help, sizeof help, "w");

    (void)state;
    svc_config_help(file);
    fclose(file);
    assert_true(load(&config, NULL, NULL, NULL, error));
    print(&config, printed, sizeof printed);
    cut_lines(printed, lines, sizeof lines / sizeof lines[0]);
    for (size_t i = 0; lines[i] != NULL; i++) {
        char variable[64];
        *strchr(lines[i], '=') = '\0';
        snprintf(variable, sizeof variable, "variable %s,", lines[i]);
        if (strstr(help, variable) == NULL) {
            fail_msg("%s is not in the help", lines[i]);
        }
    }
}

static void port_replaces_the_port(void **state)
{
    char *plain[] = {(char *)"PORT=3000", NULL};
    char *image[] = {(char *)"PORT=3000", (char *)"DANAD_LISTEN=[::]:8080", NULL};
    char *flag[] = {(char *)"--listen", (char *)"127.0.0.1:9000"};
    static const char *const bad[] = {"PORT=", "PORT=x", "PORT=65536", "PORT=80:80", "PORT=-1"};
    svc_config config;
    char error[SVC_CONFIG_ERROR_SIZE];

    (void)state;
    assert_true(svc_config_load(&config, plain, 0, NULL, error));
    assert_string_equal(config.listen, "127.0.0.1:3000");
    assert_true(svc_config_load(&config, image, 0, NULL, error));
    assert_string_equal(config.listen, "[::]:3000");
    assert_true(svc_config_load(&config, image, 2, flag, error));
    assert_string_equal(config.listen, "127.0.0.1:9000");
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        char *environment[] = {(char *)bad[i], NULL};
        assert_false(svc_config_load(&config, environment, 0, NULL, error));
        assert_non_null(strstr(error, "PORT: "));
    }
}

static void warns_of_a_drain_that_is_too_long(void **state)
{
    svc_config config;
    char error[SVC_CONFIG_ERROR_SIZE];

    (void)state;
    assert_true(load(&config, NULL, NULL, NULL, error));
    assert_null(svc_config_warning(&config));
    assert_true(load(&config, "DANAD_DRAIN_DELAY=9999ms", NULL, NULL, error));
    assert_null(svc_config_warning(&config));
    assert_true(load(&config, "DANAD_DRAIN_DELAY=10s", NULL, NULL, error));
    assert_non_null(svc_config_warning(&config));
}

static void checks_paths(void **state)
{
    static const char *const good[] = {"/", "/a", "/a/b-c/_d.~", "/...", "/.a"};
    static const char *const bad[] = {"",     "a",    "/a/",  "//",    "/a//b", "/a b",
                                      "/%41", "/a?b", "/a/.", "/../a", "/a#b",  "/\xc3\xa9"};
    svc_config config;
    char error[SVC_CONFIG_ERROR_SIZE];

    (void)state;
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        if (!load(&config, NULL, "--base-path", good[i], error)) {
            fail_msg("%s", error);
        }
        assert_string_equal(config.base_path, good[i]);
    }
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        if (load(&config, NULL, "--base-path", bad[i], error)) {
            fail_msg("%s was accepted", bad[i]);
        }
    }
}

static void checks_proxies(void **state)
{
    static const char *const good[] = {"", "http://proxy:3128", "http://127.0.0.1:8080/",
                                       "https://u:p@proxy.example", "http://[::1]:80"};
    static const char *const bad[] = {
        "proxy",         "proxy:3128", "socks5://proxy:1", "http://",    "http://a:99999",
        "http://a/path", "http://a?q", "http://a b",       "http://a:b", "http://a\r\nB: c"};
    svc_config config;
    char error[SVC_CONFIG_ERROR_SIZE];

    (void)state;
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        if (!load(&config, NULL, "--fetch-proxy", good[i], error)) {
            fail_msg("%s", error);
        }
    }
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        if (load(&config, NULL, "--fetch-proxy", bad[i], error)) {
            fail_msg("%s was accepted", bad[i]);
        }
    }
    assert_false(load(&config, NULL, "--fetch-user-agent", "a\r\nB: c", error));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(has_defaults),
        cmocka_unit_test(flag_wins_over_variable),
        cmocka_unit_test(reads_sizes),
        cmocka_unit_test(reads_access),
        cmocka_unit_test(refuses_bad_variables),
        cmocka_unit_test(says_what_a_setting_takes),
        cmocka_unit_test(refuses_bad_flags),
        cmocka_unit_test(prints_what_it_would_accept),
        cmocka_unit_test(help_has_every_setting),
        cmocka_unit_test(port_replaces_the_port),
        cmocka_unit_test(warns_of_a_drain_that_is_too_long),
        cmocka_unit_test(checks_proxies),
        cmocka_unit_test(checks_paths),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
