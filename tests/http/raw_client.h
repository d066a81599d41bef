/* A danad of one's own and plain sockets to it, for tests that a proper HTTP client cannot make. */
#ifndef TESTS_RAW_CLIENT_H
#define TESTS_RAW_CLIENT_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* A running server. */
typedef struct {
    pid_t pid;
    int log_fd; /* its standard error, read to the end by a thread of ours */
    int port;
    pthread_t reader;
} raw_server;

/*
 * Starts the binary that DANAD_BIN names on a free port of 127.0.0.1, with NULL-terminated extra
 * arguments. Returns false where it did not come up.
 */
bool raw_server_start(raw_server *server, const char *const *arguments);

/* Sends a signal. */
void raw_server_signal(const raw_server *server, int signal_number);

/* Waits for the end; returns the exit status, or -1 where a signal killed it or 40 s passed. */
int raw_server_wait(raw_server *server);

/* SIGTERM and wait. */
int raw_server_stop(raw_server *server);

/* Opens a connection; -1 where that failed. */
int raw_connect(const raw_server *server);

/* Sends all bytes; false where the server has closed. */
bool raw_send(int fd, const char *bytes, size_t length);

/* Sends a string. */
bool raw_send_text(int fd, const char *text);

/*
 * Reads until the server closes, or until nothing came for `quiet_ms`. *closed says which; what was
 * read is NUL-terminated in out. Returns its length.
 */
size_t raw_read(int fd, char *out, size_t size, int quiet_ms, bool *closed);

/* The same, once so many responses have begun, which may take a minute. */
size_t raw_read_responses(int fd, char *out, size_t size, unsigned count, int quiet_ms,
                          bool *closed);

/* Waits until so many requests have come and are not answered yet, a minute at most. Returns
 * whether it is so. */
bool raw_wait_for_requests(const raw_server *server, unsigned count);

/* Connects, sends, reads and closes. */
size_t raw_exchange(const raw_server *server, const char *request, char *out, size_t size,
                    int quiet_ms, bool *closed);

/* Returns how many responses begin in what was read. */
unsigned raw_count_responses(const char *text);

/* Returns the status of the first response, 0 where there is none. */
int raw_status(const char *text);

#endif
