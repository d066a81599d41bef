#include "raw_client.h"

#include <arpa/inet.h>
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define ARGUMENTS_MAX   16
#define LINE_SIZE       4096
#define STOP_TIMEOUT_MS 150000
/* Deadlines of the server, unless the arguments say others: a sanitizer on a busy machine takes
 * long. */
#define PATIENCE "90s"
/* A response that is waited for may take this long on a busy machine. */
#define REPLY_TIMEOUT_MS 60000

/* The variables of the one who runs the test are not the server's. */
static void forget_settings(void)
{
    static const char *const kept[] = {
        "DANAD_LISTEN",    "DANAD_WORKERS", "DANAD_QUEUE_SIZE", "DANAD_MAX_BODY_BYTES",
        "DANAD_LOG_LEVEL", "DANAD_BIN",     "DANAD_ROUTES"};

    for (size_t i = 0; i < sizeof kept / sizeof kept[0]; i++) {
        unsetenv(kept[i]);
    }
}

static void run_server(const char *binary, const char *const *arguments, int log_fd)
{
    char *argv[ARGUMENTS_MAX] = {(char *)"danad", (char *)"serve", (char *)"--listen",
                                 (char *)"127.0.0.1:0"};

    for (int i = 0; i + 5 < ARGUMENTS_MAX && arguments != NULL && arguments[i] != NULL; i++) {
        argv[4 + i] = (char *)arguments[i];
    }
    dup2(log_fd, STDERR_FILENO);
    close(log_fd);
    forget_settings();
    setenv("DANAD_DRAIN_DELAY", "0", 1);
    setenv("DANAD_PROCESS_TIMEOUT", PATIENCE, 1);
    setenv("DANAD_QUEUE_TIMEOUT", PATIENCE, 1);
    setenv("DANAD_READ_TIMEOUT", PATIENCE, 1);
    setenv("DANAD_WRITE_TIMEOUT", PATIENCE, 1);
    execv(binary, argv);
    _exit(127);
}

/* The log must be read on, or the server would wait for room in the pipe. Sanitizer reports and
 * errors are passed on. */
static void *read_log(void *arg)
{
    FILE *log = fdopen(((raw_server *)arg)->log_fd, "r");
    char line[LINE_SIZE];

    while (log != NULL && fgets(line, sizeof line, log) != NULL) {
        if (line[0] != '{') {
            fputs(line, stderr);
        }
    }
    if (log != NULL) {
        fclose(log);
    }
    return NULL;
}

static int read_port(int log_fd)
{
    char line[LINE_SIZE];
    size_t length = 0;
    int port = 0;

    while (length + 1 < sizeof line && read(log_fd, line + length, 1) == 1) {
        if (line[length++] == '\n') {
            break;
        }
    }
    line[length] = '\0';
    const char *at = strstr(line, "listening on http://127.0.0.1:");
    if (at == NULL || sscanf(at, "listening on http://127.0.0.1:%d", &port) != 1) {
        fputs(line, stderr);
        return 0;
    }
    return port;
}

bool raw_server_start(raw_server *server, const char *const *arguments)
{
    const char *binary = getenv("DANAD_BIN");
    int ends[2];

    if (binary == NULL || pipe(ends) != 0) {
        fputs("DANAD_BIN must name the danad binary\n", stderr);
        return false;
    }
    signal(SIGPIPE, SIG_IGN);
    server->pid = fork();
    if (server->pid == 0) {
        close(ends[0]);
        run_server(binary, arguments, ends[1]);
    }
    close(ends[1]);
    server->log_fd = ends[0];
    server->port = read_port(ends[0]);
    return server->port > 0 && pthread_create(&server->reader, NULL, read_log, server) == 0;
}

void raw_server_signal(const raw_server *server, int signal_number)
{
    kill(server->pid, signal_number);
}

int raw_server_wait(raw_server *server)
{
    const struct timespec tick = {.tv_nsec = 10000000};
    int status = 0;

    for (int waited_ms = 0; waitpid(server->pid, &status, WNOHANG) == 0; waited_ms += 10) {
        if (waited_ms >= STOP_TIMEOUT_MS) {
            kill(server->pid, SIGKILL);
            waitpid(server->pid, &status, 0);
            break;
        }
        nanosleep(&tick, NULL);
    }
    pthread_join(server->reader, NULL);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

int raw_server_stop(raw_server *server)
{
    raw_server_signal(server, SIGTERM);
    return raw_server_wait(server);
}

int raw_connect(const raw_server *server)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)server->port)};
    int fd = socket(AF_INET, SOCK_STREAM, 0);

    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (fd >= 0 && connect(fd, (struct sockaddr *)&address, sizeof address) != 0) {
        close(fd);
        return -1;
    }
    return fd;
}

bool raw_send(int fd, const char *bytes, size_t length)
{
    while (length > 0) {
        ssize_t sent = send(fd, bytes, length, MSG_NOSIGNAL);
        if (sent <= 0) {
            return false;
        }
        bytes += sent;
        length -= (size_t)sent;
    }
    return true;
}

bool raw_send_text(int fd, const char *text)
{
    return raw_send(fd, text, strlen(text));
}

size_t raw_read(int fd, char *out, size_t size, int quiet_ms, bool *closed)
{
    struct pollfd waiting = {.fd = fd, .events = POLLIN};
    size_t length = 0;

    *closed = false;
    while (length + 1 < size && poll(&waiting, 1, quiet_ms) > 0) {
        ssize_t got = recv(fd, out + length, size - length - 1, 0);
        if (got <= 0) {
            *closed = true;
            break;
        }
        length += (size_t)got;
    }
    out[length] = '\0';
    return length;
}

size_t raw_read_responses(int fd, char *out, size_t size, unsigned count, int quiet_ms,
                          bool *closed)
{
    struct pollfd waiting = {.fd = fd, .events = POLLIN};
    size_t length = 0;

    out[0] = '\0';
    while (raw_count_responses(out) < count && length + 1 < size &&
           poll(&waiting, 1, REPLY_TIMEOUT_MS) > 0) {
        ssize_t got = recv(fd, out + length, size - length - 1, 0);
        if (got <= 0) {
            break; /* the end is read again below */
        }
        length += (size_t)got;
        out[length] = '\0';
    }
    return length + raw_read(fd, out + length, size - length, quiet_ms, closed);
}

bool raw_wait_for_requests(const raw_server *server, unsigned count)
{
    static char text[1 << 20];
    const struct timespec tick = {.tv_nsec = 20000000};
    char wanted[64];
    bool closed;

    snprintf(wanted, sizeof wanted, "\ndanad_http_requests_in_flight %u\n",
             count + 1); /* and this one */
    for (int i = 0; i < REPLY_TIMEOUT_MS / 20; i++) {
        raw_exchange(server, "GET /metrics HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", text,
                     sizeof text, REPLY_TIMEOUT_MS, &closed);
        if (strstr(text, wanted) != NULL) {
            return true;
        }
        nanosleep(&tick, NULL);
    }
    return false;
}

size_t raw_exchange(const raw_server *server, const char *request, char *out, size_t size,
                    int quiet_ms, bool *closed)
{
    int fd = raw_connect(server);

    out[0] = '\0';
    *closed = false;
    if (fd < 0) {
        return 0;
    }
    raw_send_text(fd, request);
    size_t length = raw_read(fd, out, size, quiet_ms, closed);
    close(fd);
    return length;
}

unsigned raw_count_responses(const char *text)
{
    unsigned count = 0;

    /* A status follows: a problem document may name the version too. */
    for (const char *at = strstr(text, "HTTP/1.1 "); at != NULL; at = strstr(at + 1, "HTTP/1.1 ")) {
        count += at[9] >= '0' && at[9] <= '9';
    }
    return count;
}

int raw_status(const char *text)
{
    int status = 0;

    return sscanf(text, "HTTP/1.1 %d", &status) == 1 ? status : 0;
}
