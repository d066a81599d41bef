/* Lines of the log. */
#include "../unit.h"

#include "clock.h"
#include "log.h"

#include <unistd.h>

/* Reads what was logged into the pipe. */
static void read_back(int fd, char *out, size_t size)
{
    ssize_t length = read(fd, out, size - 1);

    assert_true(length >= 0);
    out[length] = '\0';
}

static void writes_an_object_a_line(void **state)
{
    int ends[2];
    char got[4096];
    svc_log_line line;

    (void)state;
    assert_int_equal(pipe(ends), 0);
    svc_log log = {.fd = ends[1], .level = SVC_LOG_INFO};
    svc_log_begin(&line, &log, SVC_LOG_INFO, "re\"quest");
    svc_log_string(&line, "route", NULL);
    svc_log_string(&line, "method", "P\nT");
    svc_log_integer(&line, "status", -200);
    svc_log_ms(&line, "queue_ms", 1.23456);
    svc_log_end(&line);
    read_back(ends[0], got, sizeof got);
    assert_memory_equal(got, "{\"ts\":\"", 7);
    assert_string_equal(got + 7 + 24,
                        "\",\"level\":\"info\",\"msg\":\"re\\\"quest\",\"method\":\"P\\nT\","
                        "\"status\":-200,\"queue_ms\":1.235}\n");
    close(ends[0]);
    close(ends[1]);
}

static void leaves_out_what_is_not_wanted(void **state)
{
    int ends[2];
    char got[256];

    (void)state;
    assert_int_equal(pipe(ends), 0);
    svc_log log = {.fd = ends[1], .level = SVC_LOG_WARN};
    svc_log_message(&log, SVC_LOG_INFO, "no");
    svc_log_message(&log, SVC_LOG_ERROR, "yes");
    read_back(ends[0], got, sizeof got);
    assert_null(strstr(got, "\"no\""));
    assert_non_null(strstr(got, "\"yes\""));
    close(ends[0]);
    close(ends[1]);
}

static void stays_an_object_when_it_is_too_long(void **state)
{
    int ends[2];
    char got[8192];
    char text[5000];
    svc_log_line line;

    (void)state;
    memset(text, '"', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    assert_int_equal(pipe(ends), 0);
    svc_log log = {.fd = ends[1], .level = SVC_LOG_INFO};
    svc_log_begin(&line, &log, SVC_LOG_INFO, text);
    svc_log_string(&line, "more", text);
    svc_log_integer(&line, "status", 1);
    svc_log_end(&line);
    read_back(ends[0], got, sizeof got);
    size_t length = strlen(got);
    assert_true(length > 1000 && length <= 2048);
    assert_string_equal(got + length - 5, "\\\"\"}\n");
    close(ends[0]);
    close(ends[1]);
}

static void formats_time(void **state)
{
    char utc[SVC_UTC_SIZE];

    (void)state;
    svc_format_utc(951827696007, utc);
    assert_string_equal(utc, "2000-02-29T12:34:56.007Z");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(writes_an_object_a_line),
        cmocka_unit_test(leaves_out_what_is_not_wanted),
        cmocka_unit_test(stays_an_object_when_it_is_too_long),
        cmocka_unit_test(formats_time),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
