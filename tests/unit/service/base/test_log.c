/* Lines of the log. */
#include "unit.h"

#include "base/clock.h"
#include "base/log.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
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

/* Logs a request's line in a format and reads it back, without its time. */
static void log_line(svc_log_format format, const char *ua, char *got, size_t size)
{
    int ends[2];
    char whole[4096];
    svc_log_line line;

    assert_int_equal(pipe(ends), 0);
    svc_log log = {.fd = ends[1], .level = SVC_LOG_INFO, .format = format};
    svc_log_begin(&line, &log, SVC_LOG_WARN, "client gone");
    svc_log_string(&line, "route", NULL);
    svc_log_string(&line, "path", "");
    svc_log_cut(&line, "ua", ua, 29);
    svc_log_open(&line, "doc");
    svc_log_integer(&line, "bytes", 17);
    svc_log_string(&line, "encoding", "utf-8");
    svc_log_close(&line);
    svc_log_open(&line, "none");
    svc_log_close(&line);
    svc_log_ms(&line, "queue_ms", 0.5);
    svc_log_end(&line);
    read_back(ends[0], whole, sizeof whole);
    snprintf(got, size, "%s", whole + (format == SVC_LOG_JSON ? 7 : 0) + 24);
    close(ends[0]);
    close(ends[1]);
}

static void has_members_of_members(void **state)
{
    char got[512];

    (void)state;
    log_line(SVC_LOG_JSON, "curl/7.88.1", got, sizeof got);
    assert_string_equal(got, "\",\"level\":\"warn\",\"msg\":\"client gone\",\"path\":\"\","
                             "\"ua\":\"curl/7.88.1\",\"doc\":{\"bytes\":17,"
                             "\"encoding\":\"utf-8\"},\"none\":{},\"queue_ms\":0.500}\n");
}

static void is_text_for_people(void **state)
{
    char got[512];

    (void)state;
    log_line(SVC_LOG_TEXT, "curl/7.88.1", got, sizeof got);
    assert_string_equal(got, " warn  client gone path=\"\" ua=curl/7.88.1 doc.bytes=17 "
                             "doc.encoding=utf-8 queue_ms=0.500\n");
    log_line(SVC_LOG_TEXT, "a b\n2026 x=\"y\"\x1b\xc2\x9b", got, sizeof got);
    assert_string_equal(got, " warn  client gone path=\"\" "
                             "ua=\"a b\\n2026 x=\\\"y\\\"\\u001b\\u009b\" doc.bytes=17 "
                             "doc.encoding=utf-8 queue_ms=0.500\n");
}

/* Characters are never cut, and short texts are complete. */
static void cuts_what_is_too_long(void **state)
{
    char got[512];

    (void)state;
    log_line(SVC_LOG_TEXT, "01234567890123456789012345678", got, sizeof got);
    assert_non_null(strstr(got, " ua=01234567890123456789012345678 "));
    log_line(SVC_LOG_TEXT, "012345678901234567890123456789", got, sizeof got);
    assert_non_null(strstr(got, " ua=01234567890123456789012345678 "));
    log_line(SVC_LOG_TEXT, "0123456789012345678901234567\xd8\xb9", got, sizeof got);
    assert_non_null(strstr(got, " ua=\"0123456789012345678901234567\" "));
    log_line(SVC_LOG_JSON, "\x1b\x1b\x1b\x1b\x1b\x1b", got, sizeof got);
    assert_non_null(strstr(got, ",\"ua\":\"\\u001b\\u001b\\u001b\\u001b\",\"doc\":"));
}

/* Even with very long members a JSON line ends with all its braces. */
static void ends_its_objects_when_it_is_too_long(void **state)
{
    int ends[2];
    char got[8192];
    char text[2048];

    (void)state;
    assert_int_equal(pipe(ends), 0);
    svc_log log = {.fd = ends[1], .level = SVC_LOG_INFO};
    for (size_t length = 1750; length < 1990; length++) {
        svc_log_line line;
        memset(text, 'x', length);
        text[length] = '\0';
        svc_log_begin(&line, &log, SVC_LOG_INFO, "m");
        svc_log_string(&line, "long", text);
        svc_log_open(&line, "doc");
        svc_log_string(&line, "more", text);
        svc_log_close(&line);
        svc_log_integer(&line, "status", 1);
        svc_log_end(&line);
        read_back(ends[0], got, sizeof got);
        size_t depth = 0;
        size_t quotes = 0;
        for (const char *c = got; *c != '\0'; c++) {
            depth += (size_t)(*c == '{') - (size_t)(*c == '}');
            quotes += *c == '"';
        }
        assert_true(strlen(got) <= 2048);
        assert_int_equal(depth, 0);
        assert_int_equal(quotes % 2, 0);
        assert_string_equal(got + strlen(got) - 2, "}\n");
    }
    close(ends[0]);
    close(ends[1]);
}

/* A reader that has stopped: nobody waits for it, and it learns later how many lines are missing.
 */
static void does_not_wait_for_its_reader(void **state)
{
    int ends[2];
    static char got[65536];

    (void)state;
    assert_int_equal(pipe(ends), 0);
    assert_true(fcntl(ends[1], F_SETPIPE_SZ, 16384) >= 16384);
    svc_log log = {.fd = ends[1], .level = SVC_LOG_INFO};
    for (int i = 0; i < 1000; i++) {
        svc_log_message(&log, SVC_LOG_INFO, "a line");
    }
    read_back(ends[0], got, sizeof got);
    int kept = 0;
    for (const char *c = got; *c != '\0'; c++) {
        kept += *c == '\n';
    }
    assert_in_range(kept, 1, 999);
    svc_log_message(&log, SVC_LOG_INFO, "the next");
    read_back(ends[0], got, sizeof got);
    char wanted[64];
    snprintf(wanted, sizeof wanted, ",\"lines\":%d}\n{\"ts\":", 1000 - kept);
    assert_non_null(strstr(got, "\"level\":\"warn\",\"msg\":\"log lines lost"));
    assert_non_null(strstr(got, wanted));
    svc_log_message(&log, SVC_LOG_INFO, "one more");
    read_back(ends[0], got, sizeof got);
    assert_null(strstr(got, "lost"));
    close(ends[0]);
    close(ends[1]);
}

/* A reader that is gone: lines are lost, and nobody hangs. */
static void goes_on_without_a_reader(void **state)
{
    int ends[2];

    (void)state;
    assert_int_equal(pipe(ends), 0);
    close(ends[0]);
    signal(SIGPIPE, SIG_IGN);
    svc_log log = {.fd = ends[1], .level = SVC_LOG_INFO};
    alarm(20);
    errno = EINTR; /* of some call before */
    svc_log_message(&log, SVC_LOG_INFO, "a line");
    svc_log_message(&log, SVC_LOG_INFO, "a line");
    alarm(0);
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
        cmocka_unit_test(has_members_of_members),
        cmocka_unit_test(is_text_for_people),
        cmocka_unit_test(cuts_what_is_too_long),
        cmocka_unit_test(ends_its_objects_when_it_is_too_long),
        cmocka_unit_test(does_not_wait_for_its_reader),
        cmocka_unit_test(goes_on_without_a_reader),
        cmocka_unit_test(formats_time),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
