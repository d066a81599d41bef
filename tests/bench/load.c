/*
 * A load of equal requests, from one thread, for tests of overload. Requests are sent at fixed
 * times, whether earlier ones were answered or not (open loop), or as soon as a connection is free
 * (RATE 0). Prints one JSON object.
 *
 * usage: load PORT SECONDS RATE CONNECTIONS NICE REQUEST-FILE
 *
 * REQUEST-FILE contains the bytes of a request. Connections are kept unless the server closes them,
 * or the request says Connection: close. If no connection is free at a request's time, it is
 * counted as skipped.
 */
#include "common.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#define HEAD_SIZE  8192
#define EVENTS_MAX 256
/* How long to wait for responses after the last request was sent. */
#define TAIL_S 20.0
/* Statuses that are counted separately; all others are "other". */
#define KINDS 3

typedef enum { FREE, SENDING, READING } stage;

/* A connection and the request on it. fd -1: closed. */
typedef struct {
    int fd;
    stage at;
    double began_s;
    size_t sent;
    char head[HEAD_SIZE + 1];
    size_t head_length;
    long long body_left; /* -1: the head is not complete */
    bool is_chunked;     /* then body_left is 1 until the last chunk */
    char last[7];        /* bytes of a body of chunks */
    int kind;
    bool closes;
} connection;

typedef struct {
    double *ms;
    size_t count;
    size_t capacity;
} latencies;

typedef struct {
    struct sockaddr_in address;
    int epoll;
    double seconds;
    double rate;
    char *request;
    size_t request_length;
    connection *connections;
    size_t connection_count;
    size_t *free_list; /* a stack of free connections */
    size_t free_count;
    size_t due; /* requests that were due */
    size_t sent;
    size_t skipped;
    size_t broken; /* the connection ended in the middle */
    latencies answered[KINDS];
    bool other_shown;
    size_t without_retry_after; /* of the 503 */
    int retry_after_max;
} load;

static const int statuses[KINDS - 1] = {200, 503};

static void die(const char *what)
{
    perror(what);
    exit(2);
}

static void note_latency(latencies *l, double ms)
{
    if (l->count == l->capacity) {
        l->capacity = l->capacity * 2 + 1024;
        l->ms = realloc(l->ms, l->capacity * sizeof *l->ms);
        if (l->ms == NULL) {
            die("realloc");
        }
    }
    l->ms[l->count++] = ms;
}

static void set_free(load *l, connection *c)
{
    c->at = FREE;
    l->free_list[l->free_count++] = (size_t)(c - l->connections);
}

static void drop(connection *c)
{
    close(c->fd);
    c->fd = -1;
}

static void end_broken(load *l, connection *c)
{
    drop(c);
    if (c->at != FREE) {
        l->broken++;
        set_free(l, c);
    }
}

static void open_connection(load *l, connection *c)
{
    struct epoll_event event = {.events = EPOLLIN | EPOLLOUT | EPOLLRDHUP | EPOLLET, .data.ptr = c};

    c->fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (c->fd < 0) {
        die("socket");
    }
    if (connect(c->fd, (struct sockaddr *)&l->address, sizeof l->address) != 0 &&
        errno != EINPROGRESS) {
        die("connect");
    }
    if (epoll_ctl(l->epoll, EPOLL_CTL_ADD, c->fd, &event) != 0) {
        die("epoll_ctl");
    }
}

/* Returns the value of a header in a head, or NULL. */
static const char *header(const char *head, const char *name)
{
    size_t length = strlen(name);

    for (const char *at = strstr(head, "\r\n"); at != NULL; at = strstr(at + 2, "\r\n")) {
        if (strncasecmp(at + 2, name, length) == 0 && at[2 + length] == ':') {
            return at + 3 + length + strspn(at + 3 + length, " ");
        }
    }
    return NULL;
}

/* The first response with an unexpected status, as far as it was read: a count alone would not show
 * the cause. */
static void show_other(load *l, const connection *c)
{
    if (!l->other_shown) {
        l->other_shown = true;
        fprintf(stderr, "load: after %.0f ms, %zu of %zu bytes sent:\n%s\n",
                (now_s() - c->began_s) * 1e3, c->sent, l->request_length, c->head);
    }
}

static void judge_head(load *l, connection *c)
{
    int status = (int)strtol(c->head + strlen("HTTP/1.1 "), NULL, 10);
    const char *length = header(c->head, "Content-Length");
    const char *ends = header(c->head, "Connection");
    const char *retry = header(c->head, "Retry-After");

    c->kind = KINDS - 1;
    for (int i = 0; i < KINDS - 1; i++) {
        c->kind = status == statuses[i] ? i : c->kind;
    }
    c->is_chunked = length == NULL && header(c->head, "Transfer-Encoding") != NULL;
    c->body_left = length != NULL ? strtoll(length, NULL, 10) : c->is_chunked;
    memset(c->last, 0, sizeof(c->last));
    c->closes = ends != NULL && strncasecmp(ends, "close", 5) == 0;
    if (status == 503) {
        int wait_s = retry != NULL ? (int)strtol(retry, NULL, 10) : 0;
        l->without_retry_after += wait_s < 1;
        l->retry_after_max = wait_s > l->retry_after_max ? wait_s : l->retry_after_max;
    }
}

static void finish(load *l, connection *c)
{
    note_latency(&l->answered[c->kind], (now_s() - c->began_s) * 1e3);
    if (c->closes) {
        drop(c);
    }
    set_free(l, c);
}

/* Whether the bytes end with the last chunk. JSON, which is what comes in chunks, has no such bytes
 * inside. */
static bool ends_chunks(connection *c, const char *bytes, size_t length)
{
    size_t part = length < sizeof(c->last) ? length : sizeof(c->last);

    memmove(c->last, c->last + part, sizeof(c->last) - part);
    memcpy(c->last + sizeof(c->last) - part, bytes + length - part, part);
    return memcmp(c->last, "\r\n0\r\n\r\n", sizeof(c->last)) == 0;
}

/* Processes received bytes. Returns false if they are not a response. */
static bool take(load *l, connection *c, const char *bytes, size_t length)
{
    if (c->body_left < 0) {
        size_t room = HEAD_SIZE - c->head_length;
        size_t part = length < room ? length : room;
        memcpy(c->head + c->head_length, bytes, part);
        c->head_length += part;
        c->head[c->head_length] = '\0';
        const char *end = strstr(c->head, "\r\n\r\n");
        if (end == NULL) {
            return part == length;
        }
        if (strncmp(c->head, "HTTP/1.1 ", 9) != 0) {
            return false;
        }
        size_t head = (size_t)(end + 4 - c->head);
        judge_head(l, c);
        size_t taken = head - (c->head_length - part);

        bytes += taken;
        length -= taken;
        if (c->kind == KINDS - 1) {
            show_other(l, c);
        }
    }
    c->body_left -= c->is_chunked ? ends_chunks(c, bytes, length) : (long long)length;
    if (c->body_left == 0) {
        finish(l, c);
    }
    return c->body_left >= 0;
}

static void read_answer(load *l, connection *c)
{
    static char buffer[65536];

    while (c->fd >= 0) {
        ssize_t got = recv(c->fd, buffer, sizeof buffer, 0);
        if (got < 0 && (errno == EAGAIN || errno == EINTR)) {
            return;
        }
        if (got <= 0 || c->at == FREE || !take(l, c, buffer, (size_t)got)) {
            end_broken(l, c);
            return;
        }
    }
}

static void send_request(load *l, connection *c)
{
    while (c->at == SENDING) {
        ssize_t sent = send(c->fd, l->request + c->sent, l->request_length - c->sent, MSG_NOSIGNAL);
        if (sent < 0 && (errno == EAGAIN || errno == EINTR || errno == ENOTCONN)) {
            return;
        }
        if (sent < 0) {
            /* The server may have answered and closed without reading on. */
            read_answer(l, c);
            if (c->fd >= 0 && c->at == SENDING) {
                end_broken(l, c);
            }
            return;
        }
        c->sent += (size_t)sent;
        if (c->sent == l->request_length) {
            c->at = READING;
        }
    }
}

static void begin_request(load *l)
{
    l->due++;
    if (l->free_count == 0) {
        l->skipped++;
        return;
    }
    connection *c = &l->connections[l->free_list[--l->free_count]];
    if (c->fd < 0) {
        open_connection(l, c);
    }
    c->at = SENDING;
    c->sent = 0;
    c->head_length = 0;
    c->body_left = -1;
    c->closes = false;
    c->began_s = now_s();
    l->sent++;
    send_request(l, c);
}

static void serve_events(load *l, int timeout_ms)
{
    struct epoll_event events[EVENTS_MAX];
    int count = epoll_wait(l->epoll, events, EVENTS_MAX, timeout_ms);

    for (int i = 0; i < count; i++) {
        connection *c = events[i].data.ptr;
        if (c->fd >= 0 && (events[i].events & EPOLLOUT) != 0) {
            send_request(l, c);
        }
        if (c->fd >= 0 && (events[i].events & ~(unsigned)EPOLLOUT) != 0) {
            read_answer(l, c);
        }
    }
}

/* Sends for the requested time, then waits for the responses. */
static void run(load *l)
{
    double began_s = now_s();
    double elapsed_s = 0;

    while (elapsed_s < l->seconds) {
        size_t wanted = (size_t)(elapsed_s * l->rate) + 1;
        while (l->rate > 0 && l->due < wanted) {
            begin_request(l);
        }
        while (l->rate <= 0 && l->free_count > 0) {
            begin_request(l);
        }
        double next_s = l->rate > 0 ? (double)l->due / l->rate : l->seconds;
        double wait_s = next_s - (now_s() - began_s);
        serve_events(l, wait_s <= 0 ? 0 : wait_s < .1 ? (int)(wait_s * 1e3) + 1 : 100);
        elapsed_s = now_s() - began_s;
    }
    while (l->free_count < l->connection_count && now_s() - began_s < l->seconds + TAIL_S) {
        serve_events(l, 100);
    }
}

static int compare(const void *a, const void *b)
{
    double difference = *(const double *)a - *(const double *)b;

    return (difference > 0) - (difference < 0);
}

static void print_latencies(const char *name, latencies *l, const char *after)
{
    if (l->count > 0) {
        qsort(l->ms, l->count, sizeof *l->ms, compare);
    }
    printf("\"%s\": {\"count\": %zu, \"p50_ms\": %.3f, \"p99_ms\": %.3f, \"max_ms\": %.3f}%s", name,
           l->count, l->count > 0 ? l->ms[l->count / 2] : 0.0,
           l->count > 0 ? l->ms[(l->count - 1) * 99 / 100] : 0.0,
           l->count > 0 ? l->ms[l->count - 1] : 0.0, after);
}

static void print(load *l)
{
    printf("{\"due\": %zu, \"sent\": %zu, \"skipped\": %zu, \"broken\": %zu, \"unanswered\": %zu, ",
           l->due, l->sent, l->skipped, l->broken, l->connection_count - l->free_count);
    printf("\"without_retry_after\": %zu, \"retry_after_max\": %d, ", l->without_retry_after,
           l->retry_after_max);
    print_latencies("200", &l->answered[0], ", ");
    print_latencies("503", &l->answered[1], ", ");
    print_latencies("other", &l->answered[2], "}\n");
}

static void read_request(load *l, const char *path)
{
    FILE *file = fopen(path, "rbe");

    if (file == NULL || fseek(file, 0, SEEK_END) != 0) {
        die(path);
    }
    l->request_length = (size_t)ftell(file);
    l->request = malloc(l->request_length + 1);
    rewind(file);
    if (l->request == NULL || fread(l->request, 1, l->request_length, file) != l->request_length) {
        die(path);
    }
    fclose(file);
}

static void set_up(load *l, char **arguments)
{
    l->address = (struct sockaddr_in){.sin_family = AF_INET,
                                      .sin_port = htons((uint16_t)strtol(arguments[0], NULL, 10)),
                                      .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    l->seconds = strtod(arguments[1], NULL);
    l->rate = strtod(arguments[2], NULL);
    l->connection_count = strtoul(arguments[3], NULL, 10);
    l->connections = calloc(l->connection_count, sizeof *l->connections);
    l->free_list = calloc(l->connection_count, sizeof *l->free_list);
    l->epoll = epoll_create1(EPOLL_CLOEXEC);
    if (l->connections == NULL || l->free_list == NULL || l->epoll < 0) {
        die("set up");
    }
    for (size_t i = l->connection_count; i-- > 0;) {
        l->connections[i].fd = -1;
        set_free(l, &l->connections[i]);
    }
    if (setpriority(PRIO_PROCESS, 0, (int)strtol(arguments[4], NULL, 10)) != 0) {
        die("setpriority");
    }
    read_request(l, arguments[5]);
}

int main(int argc, char **argv)
{
    load l = {.epoll = -1};

    if (argc != 7) {
        fputs("usage: load PORT SECONDS RATE CONNECTIONS NICE REQUEST-FILE\n", stderr);
        return 2;
    }
    set_up(&l, argv + 1);
    run(&l);
    print(&l);
    for (size_t i = 0; i < l.connection_count; i++) {
        if (l.connections[i].fd >= 0) {
            close(l.connections[i].fd);
        }
    }
    for (int i = 0; i < KINDS; i++) {
        free(l.answered[i].ms);
    }
    close(l.epoll);
    free(l.request);
    free(l.connections);
    free(l.free_list);
    return 0;
}
