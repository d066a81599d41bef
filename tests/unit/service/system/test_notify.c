/* Messages to the service manager, and the socket that it hands over. */
#include "unit.h"

#include "system/inherit.h"
#include "system/notify.h"

#include <fcntl.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* The manager's side. */
static int open_manager(const struct sockaddr_un *address, socklen_t length)
{
    int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);

    assert_true(fd >= 0);
    assert_int_equal(bind(fd, (const struct sockaddr *)address, length), 0);
    return fd;
}

static void assert_received(int fd, const char *text)
{
    char buffer[128];
    ssize_t length = recv(fd, buffer, sizeof buffer - 1, 0);

    assert_int_equal(length, strlen(text));
    buffer[length] = '\0';
    assert_string_equal(buffer, text);
}

static void forget(void)
{
    unsetenv("NOTIFY_SOCKET");
    unsetenv("WATCHDOG_USEC");
    unsetenv("WATCHDOG_PID");
    unsetenv("LISTEN_FDS");
    unsetenv("LISTEN_PID");
}

static void tells_a_socket_of_the_abstract_space(void **state)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    svc_notifier notifier;

    (void)state;
    forget();
    int length = snprintf(address.sun_path + 1, sizeof address.sun_path - 1, "danad-%d",
                          (int)getpid());
    int manager = open_manager(
        &address, (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + (size_t)length));
    address.sun_path[0] = '@';
    setenv("NOTIFY_SOCKET", address.sun_path, 1);
    svc_notifier_open(&notifier);
    svc_notifier_send(&notifier, "READY=1");
    assert_received(manager, "READY=1");
    assert_true(svc_notifier_due_ms(&notifier, 0) < 0);
    svc_notifier_close(&notifier);
    close(manager);
}

static void tells_a_path_and_gives_signs_of_life(void **state)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    svc_notifier notifier;
    char nothing[8];

    (void)state;
    forget();
    snprintf(address.sun_path, sizeof address.sun_path, "/tmp/danad-notify-%d", (int)getpid());
    int manager = open_manager(&address, sizeof address);
    setenv("NOTIFY_SOCKET", address.sun_path, 1);
    setenv("WATCHDOG_USEC", "30000000", 1);
    svc_notifier_open(&notifier);
    assert_true(svc_notifier_due_ms(&notifier, 1000) == 0);
    svc_notifier_alive(&notifier, 1000, true);
    assert_received(manager, "WATCHDOG=1");
    assert_true(svc_notifier_due_ms(&notifier, 1000) == 15000);
    svc_notifier_alive(&notifier, 16000, false);
    assert_int_equal(recv(manager, nothing, sizeof nothing, 0), -1);
    assert_true(svc_notifier_due_ms(&notifier, 16000) == 3750);
    svc_notifier_close(&notifier);
    svc_notifier_send(&notifier, "READY=1"); /* nobody */
    assert_int_equal(recv(manager, nothing, sizeof nothing, 0), -1);
    close(manager);
    assert_int_equal(unlink(address.sun_path), 0);
}

static void another_process_is_the_watched_one(void **state)
{
    svc_notifier notifier;

    (void)state;
    forget();
    setenv("NOTIFY_SOCKET", "@danad-nobody", 1);
    setenv("WATCHDOG_USEC", "30000000", 1);
    setenv("WATCHDOG_PID", "1", 1);
    svc_notifier_open(&notifier);
    assert_true(svc_notifier_due_ms(&notifier, 0) < 0);
    svc_notifier_send(&notifier, "READY=1"); /* nobody listens: no error */
    svc_notifier_close(&notifier);
}

static void bad_addresses_are_nobody(void **state)
{
    static const char *const bad[] = {"", "@", "/", "relative", "vsock:2:1"};
    char longest[200];
    svc_notifier notifier;

    (void)state;
    forget();
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        setenv("NOTIFY_SOCKET", bad[i], 1);
        svc_notifier_open(&notifier);
        assert_int_equal(notifier.fd, -1);
    }
    memset(longest, 'a', sizeof longest - 1);
    longest[0] = '/';
    longest[sizeof longest - 1] = '\0';
    setenv("NOTIFY_SOCKET", longest, 1);
    svc_notifier_open(&notifier);
    assert_int_equal(notifier.fd, -1);
}

/* Descriptor 3 is moved away while the tests use that number. */
static void put_as_first(int fd)
{
    if (fd != 3) {
        assert_int_equal(dup2(fd, 3), 3);
        close(fd);
    }
}

static int listening_socket(void)
{
    struct sockaddr_in any = {.sin_family = AF_INET};
    int fd = socket(AF_INET, SOCK_STREAM, 0);

    assert_int_equal(bind(fd, (const struct sockaddr *)&any, sizeof any), 0);
    assert_int_equal(listen(fd, 1), 0);
    return fd;
}

static void hand_over_to(const char *count, long pid)
{
    char text[32];

    snprintf(text, sizeof text, "%ld", pid);
    setenv("LISTEN_FDS", count, 1);
    setenv("LISTEN_PID", text, 1);
}

static void takes_a_socket_that_is_meant_for_it(void **state)
{
    const char *problem = NULL;

    (void)state;
    forget();
    int kept = dup(3);
    put_as_first(listening_socket());
    assert_int_equal(svc_inherit_socket(&problem), SVC_INHERIT_NONE);
    hand_over_to("1", getpid() + 1);
    assert_int_equal(svc_inherit_socket(&problem), SVC_INHERIT_NONE);
    hand_over_to("2", getpid());
    assert_int_equal(svc_inherit_socket(&problem), SVC_INHERIT_BAD);
    assert_non_null(problem);
    hand_over_to("1", getpid());
    assert_int_equal(svc_inherit_socket(&problem), 3);
    assert_true((fcntl(3, F_GETFL) & O_NONBLOCK) != 0);
    assert_true((fcntl(3, F_GETFD) & FD_CLOEXEC) != 0);

    put_as_first(socket(AF_INET, SOCK_STREAM, 0));
    problem = NULL;
    assert_int_equal(svc_inherit_socket(&problem), SVC_INHERIT_BAD);
    assert_non_null(problem);
    put_as_first(open("/dev/null", O_RDONLY));
    assert_int_equal(svc_inherit_socket(&problem), SVC_INHERIT_BAD);
    close(3);
    assert_int_equal(svc_inherit_socket(&problem), SVC_INHERIT_BAD);
    if (kept >= 0) {
        dup2(kept, 3);
        close(kept);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tells_a_socket_of_the_abstract_space),
        cmocka_unit_test(tells_a_path_and_gives_signs_of_life),
        cmocka_unit_test(another_process_is_the_watched_one),
        cmocka_unit_test(bad_addresses_are_nobody),
        cmocka_unit_test(takes_a_socket_that_is_meant_for_it),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
