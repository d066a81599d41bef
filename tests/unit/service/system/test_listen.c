/* Listen addresses and sockets. */
#include "unit.h"

#include "system/listen.h"

#include <netinet/in.h>
#include <stdio.h>
#include <unistd.h>

static void parses_addresses(void **state)
{
    svc_listen_address address;

    (void)state;
    assert_true(svc_listen_parse("127.0.0.1:8080", &address));
    assert_int_equal(address.address.ss_family, AF_INET);
    assert_int_equal(ntohs(((struct sockaddr_in *)&address.address)->sin_port), 8080);
    assert_true(svc_listen_parse("[::1]:1", &address));
    assert_int_equal(address.address.ss_family, AF_INET6);
    assert_int_equal(ntohs(((struct sockaddr_in6 *)&address.address)->sin6_port), 1);
    assert_true(svc_listen_parse("*:0", &address));
    assert_int_equal(address.address.ss_family, AF_INET6);
    assert_true(svc_listen_parse("0.0.0.0:65535", &address));
}

static void refuses_other_text(void **state)
{
    static const char *const bad[] = {
        "",      ":8080",      ":",           "*",          "**:80",
        "8080",  "127.0.0.1",  "127.0.0.1:",  "a.b:80",     "::1:80",
        "[::1]", "[::1:80",    "1.2.3:80",    "1.2.3.4:-1", "1.2.3.4:65536",
        "[]:80", "1.2.3.4: 8", "[1.2.3.4]:80"};
    svc_listen_address address;

    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        if (svc_listen_parse(bad[i], &address)) {
            fail_msg("'%s' was accepted", bad[i]);
        }
    }
}

static void knows_which_are_every_address(void **state)
{
    static const struct {
        const char *text;
        bool every;
    } rows[] = {{"127.0.0.1:0", false},
                {"[::1]:0", false},
                {"*:0", true},
                {"[::]:0", true},
                {"0.0.0.0:0", true}};
    svc_listen_address address;

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_true(svc_listen_parse(rows[i].text, &address));
        int fd = svc_listen_open(&address, false);
        assert_true(fd >= 0);
        assert_int_equal(svc_listen_is_every(fd), rows[i].every);
        close(fd);
    }
}

static void opens_a_free_port(void **state)
{
    svc_listen_address address;
    char url[96];
    unsigned port = 0;

    (void)state;
    assert_true(svc_listen_parse("127.0.0.1:0", &address));
    int fd = svc_listen_open(&address, false);
    assert_true(fd >= 0);
    svc_listen_url(fd, url, sizeof url);
    assert_int_equal(sscanf(url, "http://127.0.0.1:%u", &port), 1);
    assert_true(port > 0);
    snprintf(url, sizeof url, "127.0.0.1:%u", port);
    assert_true(svc_listen_parse(url, &address));
    assert_int_equal(svc_listen_open(&address, false), -1);
    close(fd);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parses_addresses),
        cmocka_unit_test(refuses_other_text),
        cmocka_unit_test(knows_which_are_every_address),
        cmocka_unit_test(opens_a_free_port),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
