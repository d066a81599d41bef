/*
 * What a confined process may still do. Each row is tried in a child of its own, which confines
 * itself first; a sanitizer's own calls are allowed where it is built with one.
 */
#include "unit.h"

#include "confine/confine.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define IS_SANITIZED true
#else
#define IS_SANITIZED false
#endif
#define OPEN_PORT   27001
#define CLOSED_PORT 27002
#define NET_VERSION 4
#define TRIED       77

/* Tries something: 0, or errno of what it was refused with. */
typedef int attempt(void);

static char tokens[] = "/tmp/danad-tokens-XXXXXX/tokens";
static char elsewhere[] = "/tmp/danad-elsewhere-XXXXXX";

static int result_of(long result)
{
    return result < 0 ? errno : 0;
}

static int runs_a_program(void)
{
    char *arguments[] = {(char *)"/bin/true", NULL};

    return result_of(execv("/bin/true", arguments));
}

static int makes_a_process(void)
{
    pid_t child = fork();

    if (child == 0) {
        _exit(0);
    }
    return result_of(child);
}

static int traces(void)
{
    return result_of(ptrace(PTRACE_TRACEME, 0, NULL, NULL));
}

static int signals_another(void)
{
    return result_of(kill(getppid(), 0));
}

static int writes_code(void)
{
    void *page = mmap(NULL, 4096, PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    return page == MAP_FAILED ? errno : 0;
}

static int makes_code(void)
{
    void *page = mmap(NULL, 4096, PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    return page == MAP_FAILED ? errno : result_of(mprotect(page, 4096, PROT_EXEC));
}

static int sees_packets(void)
{
    return result_of(socket(AF_PACKET, SOCK_DGRAM, 0));
}

static int gets_a_namespace(void)
{
    return result_of(unshare(CLONE_NEWUSER));
}

static int new_calls_are_missing(void)
{
    return result_of(syscall(__NR_clone3, NULL, 0)) == ENOSYS ? 0 : 1;
}

static int opens(const char *path, int flags)
{
    int fd = open(path, flags | O_CLOEXEC, 0600);
    int problem = result_of(fd);

    if (fd >= 0) {
        close(fd);
    }
    return problem;
}

static int reads_hosts(void)
{
    return opens("/etc/hosts", O_RDONLY);
}

static int writes_null(void)
{
    return opens("/dev/null", O_RDWR);
}

static int reads_tokens(void)
{
    return opens(tokens, O_RDONLY);
}

static int writes_tokens(void)
{
    return opens(tokens, O_WRONLY);
}

static int reads_elsewhere(void)
{
    return opens(elsewhere, O_RDONLY);
}

static int makes_a_file(void)
{
    return opens("/tmp/danad-made", O_WRONLY | O_CREAT);
}

static int knows_others(void)
{
    return opens("/proc/1/status", O_RDONLY);
}

static int uses_port(unsigned short port, bool connects)
{
    struct sockaddr_in address = {
        .sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const struct sockaddr *to = (const struct sockaddr *)&address;

    return result_of(connects ? connect(fd, to, sizeof address) : bind(fd, to, sizeof address));
}

static int binds_a_port(void)
{
    return uses_port(OPEN_PORT, false);
}

static int binds_another(void)
{
    return uses_port(CLOSED_PORT, false);
}

/* Nobody listens there; that is another refusal. */
static int connects(void)
{
    return uses_port(OPEN_PORT, true) == ECONNREFUSED ? 0 : errno;
}

static int connects_elsewhere(void)
{
    return uses_port(CLOSED_PORT, true);
}

static void *nothing(void *argument)
{
    return argument;
}

static int starts_threads(void)
{
    pthread_t thread;
    int problem = pthread_create(&thread, NULL, nothing, NULL);

    return problem != 0 ? problem : pthread_join(thread, NULL);
}

typedef enum {
    ALWAYS,
    WITHOUT_SANITIZER,
    WITH_LANDLOCK,
    WITH_LANDLOCK_ALONE,
    WITH_PORTS
} condition;

static const struct {
    const char *what;
    attempt *try;
    int wanted; /* errno */
    condition when;
} rows[] = {
    {"runs a program", runs_a_program, EPERM, ALWAYS},
    {"makes a process", makes_a_process, EPERM, WITHOUT_SANITIZER},
    {"traces", traces, EPERM, WITHOUT_SANITIZER},
    {"signals another process", signals_another, EPERM, WITHOUT_SANITIZER},
    {"writes code", writes_code, EPERM, WITHOUT_SANITIZER},
    {"makes code of data", makes_code, EPERM, WITHOUT_SANITIZER},
    {"sees packets", sees_packets, EPERM, ALWAYS},
    {"gets a namespace", gets_a_namespace, EPERM, ALWAYS},
    {"calls that are missing", new_calls_are_missing, 0, ALWAYS},
    {"starts threads", starts_threads, 0, ALWAYS},
    {"reads /etc/hosts", reads_hosts, 0, ALWAYS},
    {"writes to /dev/null", writes_null, 0, ALWAYS},
    {"reads the tokens", reads_tokens, 0, ALWAYS},
    {"writes the tokens", writes_tokens, EACCES, WITH_LANDLOCK},
    {"reads elsewhere", reads_elsewhere, EACCES, WITH_LANDLOCK},
    {"makes a file", makes_a_file, EACCES, WITH_LANDLOCK},
    {"knows other processes", knows_others, EACCES, WITH_LANDLOCK_ALONE},
    {"binds a port of the settings", binds_a_port, 0, ALWAYS},
    {"binds another port", binds_another, EACCES, WITH_PORTS},
    {"connects to a port of the settings", connects, 0, ALWAYS},
    {"connects to another port", connects_elsewhere, EACCES, WITH_PORTS},
};

static bool applies(condition when, long version)
{
    switch (when) {
    case WITHOUT_SANITIZER:
        return !IS_SANITIZED;
    case WITH_LANDLOCK:
        return version > 0;
    case WITH_LANDLOCK_ALONE:
        return version > 0 && !IS_SANITIZED; /* sanitizers read /proc */
    case WITH_PORTS:
        return version >= NET_VERSION;
    default:
        return true;
    }
}

static svc_confine_settings settings_of(svc_seccomp seccomp)
{
    return (svc_confine_settings){.seccomp = seccomp,
                                  .landlock = true,
                                  .needs = {.tokens_file = tokens,
                                            .bind = {OPEN_PORT},
                                            .bind_count = 1,
                                            .connect = {OPEN_PORT},
                                            .connect_count = 1}};
}

/* What came of an attempt in a confined child: errno, or 1000 and the signal that ended it. */
static int try_confined(attempt *try, svc_seccomp seccomp, int log_fd)
{
    int status;
    pid_t child = fork();

    assert_true(child >= 0);
    if (child == 0) {
        const svc_log log = {.fd = log_fd, .level = SVC_LOG_WARN, .format = SVC_LOG_JSON};
        svc_confine_settings settings = settings_of(seccomp);

        svc_confine(&settings, &log);
        _exit(try());
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    return WIFSIGNALED(status) ? 1000 + WTERMSIG(status) : WEXITSTATUS(status);
}

static void make_files(void)
{
    char *slash = strrchr(tokens, '/');
    int fd;

    *slash = '\0';
    assert_non_null(mkdtemp(tokens));
    *slash = '/';
    fd = open(tokens, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    assert_true(fd >= 0);
    close(fd);
    fd = mkstemp(elsewhere);
    assert_true(fd >= 0);
    close(fd);
}

static void remove_files(void)
{
    char *slash = strrchr(tokens, '/');

    unlink(elsewhere);
    unlink(tokens);
    *slash = '\0';
    rmdir(tokens);
}

static void gives_up_what_it_does_not_need(void **state)
{
    long version = syscall(__NR_landlock_create_ruleset, NULL, 0, 1u);

    (void)state;
    make_files();
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        if (!applies(rows[i].when, version)) {
            continue;
        }
        int got = try_confined(rows[i].try, SVC_SECCOMP_ON, STDERR_FILENO);

        if (got != rows[i].wanted) {
            print_error("%s: %s, not %s\n", rows[i].what, strerror(got), strerror(rows[i].wanted));
            fail();
        }
    }
    remove_files();
}

static int aborts(void)
{
    signal(SIGABRT, SIG_DFL);
    abort();
}

static void may_abort(void **state)
{
    (void)state;
    assert_int_equal(try_confined(aborts, SVC_SECCOMP_ON, STDERR_FILENO), 1000 + SIGABRT);
}

/* 0: the group's leader is outside the process's namespace. */
static int asks_for_its_group(void)
{
    bool is_told = getpgid(0) == getpgid(0) && getpgid(0) >= 0;

    return is_told ? TRIED : 1;
}

/* The call is made, and told of once. */
static void tells_of_other_calls(void **state)
{
    char text[4096] = {0};
    int ends[2];

    (void)state;
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(try_confined(asks_for_its_group, SVC_SECCOMP_LOG, ends[1]), TRIED);
    close(ends[1]);
    assert_true(read(ends[0], text, sizeof text - 1) > 0);
    close(ends[0]);
    char call[32];

    snprintf(call, sizeof call, "\"call\":%d,", __NR_getpgid);
    const char *line = strstr(text, call);

    assert_non_null(line);
    assert_null(strstr(line + 1, call));
}

static int is_free(void)
{
    return getpgid(0) >= 0 ? TRIED : errno;
}

static void may_be_off(void **state)
{
    (void)state;
    assert_int_equal(try_confined(is_free, SVC_SECCOMP_OFF, STDERR_FILENO), TRIED);
    assert_int_equal(try_confined(is_free, SVC_SECCOMP_ON, STDERR_FILENO), EPERM);
}

static void has_words(void **state)
{
    (void)state;
    assert_string_equal(svc_seccomp_name(SVC_SECCOMP_ON), "on");
    assert_string_equal(svc_seccomp_name(SVC_SECCOMP_LOG), "log");
    assert_string_equal(svc_seccomp_name(SVC_SECCOMP_OFF), "off");
    assert_string_equal(svc_seccomp_name(3), "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gives_up_what_it_does_not_need),
        cmocka_unit_test(may_abort),
        cmocka_unit_test(tells_of_other_calls),
        cmocka_unit_test(may_be_off),
        cmocka_unit_test(has_words),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
