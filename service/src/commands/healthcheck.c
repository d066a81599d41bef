#include "commands/commands.h"

#include "base/clock.h"
#include "commands/arguments.h"
#include "config/load.h"
#include "config/values.h"
#include "manual/manual.h"
#include "renderer/health.h"
#include "system/listen.h"

#include <errno.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#define TIMEOUT_MS     3000
#define TIMEOUT_MAX_MS 600000
/* Room for an answer; a health document has a few hundred bytes. */
#define ANSWER_SIZE 4096
/* Most addresses that a server may be found at. */
#define ADDRESSES_MAX 2
/* In front of the path of a renderer's socket. */
#define SCHEME "unix:"

/* What is asked, from the command line. */
typedef struct {
    bool of_renderer;
    bool readiness;
    long long timeout_ms;
    char **settings; /* the flags of serve among the arguments; owned */
    int setting_count;
} question;

/* Returns the value of a --timeout, which may be the argument after it ("": none); NULL where it is
 * another argument. */
static const char *timeout_value(int *i, int count, char *const *arguments)
{
    static const char flag[] = "--timeout";
    const char *argument = arguments[*i];

    if (strcmp(argument, flag) == 0) {
        *i += 1;
        return *i < count ? arguments[*i] : "";
    }
    bool joined = strncmp(argument, flag, sizeof flag - 1) == 0 && argument[sizeof flag - 1] == '=';

    return joined ? argument + sizeof flag : NULL;
}

/* Sorts the arguments. Returns false, with one line on standard error, where one is wrong. */
static bool read_arguments(question *q, int count, char *const *arguments)
{
    for (int i = 0; i < count; i++) {
        char *argument = arguments[i];
        const char *timeout = timeout_value(&i, count, arguments);

        if (timeout != NULL) {
            if (!svc_value_duration(timeout, 1, TIMEOUT_MAX_MS, &q->timeout_ms)) {
                fputs("danad: --timeout needs a number of ms from 1 to 600000\n", stderr);
                return false;
            }
        } else if (strcmp(argument, "--ready") == 0) {
            q->readiness = true;
        } else if (i == 0 && strcmp(argument, "renderer") == 0) {
            q->of_renderer = true;
        } else {
            q->settings[q->setting_count++] = argument;
        }
    }
    return true;
}

static svc_listen_address loopback(bool ip6, in_port_t port)
{
    svc_listen_address out = {.length = 0};
    struct sockaddr_in6 v6 = {
        .sin6_family = AF_INET6, .sin6_port = port, .sin6_addr = IN6ADDR_LOOPBACK_INIT};
    struct sockaddr_in v4 = {
        .sin_family = AF_INET, .sin_port = port, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};

    memcpy(&out.address, ip6 ? (const void *)&v6 : (const void *)&v4, ip6 ? sizeof v6 : sizeof v4);
    out.length = ip6 ? sizeof v6 : sizeof v4;
    return out;
}

/* Where a server that listens there can be asked. Returns how many addresses that are. */
static int find_addresses(const char *listen, svc_listen_address out[ADDRESSES_MAX])
{
    struct sockaddr_in6 v6;
    struct sockaddr_in v4;

    svc_listen_parse(listen, &out[0]);
    memcpy(&v6, &out[0].address, sizeof v6);
    memcpy(&v4, &out[0].address, sizeof v4);
    if (v6.sin6_family == AF_INET6 && IN6_IS_ADDR_UNSPECIFIED(&v6.sin6_addr)) {
        /* It takes IPv4 too, and a container may have no IPv6. */
        out[0] = loopback(true, v6.sin6_port);
        out[1] = loopback(false, v6.sin6_port);
        return 2;
    }
    if (v4.sin_family == AF_INET && v4.sin_addr.s_addr == htonl(INADDR_ANY)) {
        out[0] = loopback(false, v4.sin_port);
    }
    return 1;
}

/* Waits for a socket; false with errno set where the time is over. */
static bool wait_for(int fd, short events, double end_ms)
{
    struct pollfd waiting = {.fd = fd, .events = events};
    double left_ms = end_ms - svc_now_ms();

    if (left_ms <= 0 || poll(&waiting, 1, (int)left_ms + 1) <= 0) {
        errno = ETIMEDOUT;
        return false;
    }
    return true;
}

/* Returns a connected socket, or -1 with errno set. */
static int connect_to(const svc_listen_address *address, double end_ms)
{
    int fd = socket(address->address.ss_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    int reason = 0;
    socklen_t size = sizeof reason;

    if (fd < 0) {
        return -1;
    }
    if (connect(fd, (const struct sockaddr *)&address->address, address->length) != 0) {
        reason = errno;
    }
    if (reason == EINPROGRESS) {
        reason = wait_for(fd, POLLOUT, end_ms) ? 0 : ETIMEDOUT;
        if (reason == 0) {
            getsockopt(fd, SOL_SOCKET, SO_ERROR, &reason, &size);
        }
    }
    if (reason != 0) {
        close(fd);
        errno = reason;
        return -1;
    }
    return fd;
}

/* Sends a request ("": none) and reads the answer to its end. Returns false with errno set. */
static bool exchange(int fd, const char *request, double end_ms, char answer[ANSWER_SIZE])
{
    size_t length = 0;
    ssize_t got = 1;
    ssize_t size = (ssize_t)strlen(request);

    if (size > 0 && send(fd, request, (size_t)size, MSG_NOSIGNAL) != size) {
        return false;
    }
    while (got > 0 && length + 1 < ANSWER_SIZE) {
        if (!wait_for(fd, POLLIN, end_ms)) {
            return false;
        }
        got = read(fd, answer + length, ANSWER_SIZE - 1 - length);
        length += got > 0 ? (size_t)got : 0;
    }
    answer[length] = '\0';
    return got >= 0;
}

/* Returns false with errno set where no server answered. */
static bool ask(const svc_listen_address *address, const char *request, double end_ms,
                char answer[ANSWER_SIZE])
{
    int fd = connect_to(address, end_ms);

    if (fd < 0) {
        return false;
    }
    bool answered = exchange(fd, request, end_ms, answer);
    int reason = errno;
    close(fd);
    errno = reason;
    return answered;
}

static int judge(const char *answer)
{
    static const char fine[] = "HTTP/1.1 200 ";
    const char *body = strstr(answer, "\r\n\r\n");

    if (strncmp(answer, "HTTP/1.1 ", 9) != 0 || body == NULL) {
        fputs("danad: what answered is no HTTP server\n", stderr);
        return 1;
    }
    puts(body + 4);
    return strncmp(answer, fine, sizeof fine - 1) == 0 ? 0 : 1;
}

static int ask_server(const question *q, const svc_config *config, double end_ms)
{
    char request[128];
    svc_listen_address addresses[ADDRESSES_MAX];
    char answer[ANSWER_SIZE];
    int count = find_addresses(config->listen, addresses);

    snprintf(request, sizeof request,
             "GET %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
             q->readiness ? "/readyz" : "/livez");
    for (int i = 0; i < count; i++) {
        if (ask(&addresses[i], request, end_ms, answer)) {
            return judge(answer);
        }
    }
    fprintf(stderr, "danad: no answer at %s: %s\n", config->listen, strerror(errno));
    return 1;
}

/* A renderer tells how it is to whoever connects. */
static int ask_renderer(const question *q, const svc_config *config, double end_ms)
{
    static const char ready[] = "{\"status\":\"ok\"";
    struct sockaddr_un path = {.sun_family = AF_UNIX};
    svc_listen_address address = {.length = sizeof path};
    char answer[ANSWER_SIZE];

    if (config->renderer[0] == '\0') {
        fputs("danad: DANAD_RENDERER names no socket\n", stderr);
        return 2;
    }
    snprintf(path.sun_path, sizeof path.sun_path, "%s" SVC_RENDERER_HEALTH_SUFFIX,
             config->renderer + strlen(SCHEME));
    memcpy(&address.address, &path, sizeof path);
    if (!ask(&address, "", end_ms, answer)) {
        fprintf(stderr, "danad: no answer at %s: %s\n", path.sun_path, strerror(errno));
        return 1;
    }
    if (answer[0] != '{') {
        fputs("danad: what answered is no renderer\n", stderr);
        return 1;
    }
    fputs(answer, stdout);
    return !q->readiness || strncmp(answer, ready, sizeof ready - 1) == 0 ? 0 : 1;
}

static int run(const question *q)
{
    svc_config config;
    char error[SVC_CONFIG_ERROR_SIZE];

    if (!svc_config_load(&config, environ, q->setting_count, q->settings, error)) {
        fprintf(stderr, "danad: %s\n", error);
        return 2;
    }
    double end_ms = svc_now_ms() + (double)q->timeout_ms;

    return q->of_renderer ? ask_renderer(q, &config, end_ms) : ask_server(q, &config, end_ms);
}

int svc_command_healthcheck(int argument_count, char *const *arguments)
{
    question q = {.timeout_ms = TIMEOUT_MS};

    if (argument_count == 1 && svc_arguments_is_help(arguments[0])) {
        svc_manual_print("healthcheck", stdout);
        return 0;
    }
    q.settings = calloc((size_t)argument_count + 1, sizeof *q.settings);
    if (q.settings == NULL) {
        fputs("danad: out of memory\n", stderr);
        return 1;
    }
    int status = read_arguments(&q, argument_count, arguments) ? run(&q) : 2;
    free(q.settings);
    return status;
}
