/* Settings from defaults, environment and flags. */
#include "../unit.h"

#include "config.h"

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

static void refuses_bad_variables(void **state)
{
    static const char *const bad[] = {"DANAD_WORKERS=0",
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
                                      "DANAD_METRICS=yes",
                                      "DANAD_ADMIN_LISTEN=9090",
                                      "DANAD_PROCESS_TIMEOUT=0",
                                      "DANAD_PROCESS_TIMEOUT=5m",
                                      "DANAD_LISTEN=localhost:80",
                                      "DANAD_LISTEN=127.0.0.1",
                                      "DANAD_WORKER=2",
                                      "DANAD_=1",
                                      "DANAD_WORKERS=99999999999999999999",
                                      "DANAD_LISTEN=[::]:65536"};
    svc_config config;
    char error[SVC_CONFIG_ERROR_SIZE];

    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        if (load(&config, bad[i], NULL, NULL, error)) {
            fail_msg("%s was accepted", bad[i]);
        }
        assert_non_null(strstr(error, "DANAD_"));
        assert_null(strchr(error, '\n'));
    }
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

static void prints_what_it_would_accept(void **state)
{
    svc_config config;
    char error[SVC_CONFIG_ERROR_SIZE];
    char printed[2048] = "";
    FILE *out = fmemopen(printed, sizeof printed, "w");

    (void)state;
    assert_true(load(&config, "DANAD_LOG_LEVEL=debug", "--workers", "7", error));
    svc_config_print(&config, out);
    fclose(out);
    assert_string_equal(printed,
                        "DANAD_LISTEN=127.0.0.1:8080\nDANAD_WORKERS=7\n"
                        "DANAD_QUEUE_SIZE=448\nDANAD_MAX_BODY_BYTES=10485760\n"
                        "DANAD_PROCESS_TIMEOUT=5000\n"
                        "DANAD_READ_TIMEOUT=15000\nDANAD_QUEUE_TIMEOUT=2000\n"
                        "DANAD_STUCK_WORKERS_MAX=7\n"
                        "DANAD_MAX_LINES=200000\nDANAD_MAX_NODES=1000000\n"
                        "DANAD_MAX_ATTRS_PER_TAG=512\nDANAD_MAX_DEPTH=1024\n"
                        "DANAD_BATCH_MAX_ITEMS=100\nDANAD_BATCH_INFLIGHT=14\nDANAD_COMPAT=\n"
                        "DANAD_FETCH=on\nDANAD_FETCH_TIMEOUT=10000\n"
                        "DANAD_FETCH_CONNECT_TIMEOUT=3000\n"
                        "DANAD_FETCH_MAX_BYTES=8388608\nDANAD_FETCH_MAX_RATIO=200\n"
                        "DANAD_FETCH_MAX_REDIRECTS=5\nDANAD_FETCH_CONCURRENCY=64\n"
                        "DANAD_FETCH_PER_HOST=4\nDANAD_FETCH_PORTS=80,443\n"
                        "DANAD_FETCH_ALLOW_CIDRS=\nDANAD_FETCH_DENY_CIDRS=\n"
                        "DANAD_FETCH_ALLOW_HOSTS=\nDANAD_FETCH_DENY_HOSTS=\n"
                        "DANAD_FETCH_PROXY=\nDANAD_FETCH_USER_AGENT=\n"
                        "DANAD_ADMIN_LISTEN=\nDANAD_METRICS=on\nDANAD_LOG_LEVEL=debug\n"
                        "DANAD_LOG_FORMAT=json\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(has_defaults),      cmocka_unit_test(flag_wins_over_variable),
        cmocka_unit_test(reads_sizes),       cmocka_unit_test(refuses_bad_variables),
        cmocka_unit_test(refuses_bad_flags), cmocka_unit_test(prints_what_it_would_accept),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
