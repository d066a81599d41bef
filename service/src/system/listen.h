/* The listening socket. */
#ifndef SVC_SYSTEM_LISTEN_H
#define SVC_SYSTEM_LISTEN_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/socket.h>

/* A parsed listen address. */
typedef struct {
    struct sockaddr_storage address;
    socklen_t length;
} svc_listen_address;

/*
 * Parses "127.0.0.1:8080", "[::]:8080" "*:0" (every address, as [::]; port chosen by the system).
 * Host names are not looked up. Returns false where the text is none of these.
 */
bool svc_listen_parse(const char *text, svc_listen_address *out);

/*
 * Opens a listening socket; [::] takes IPv4 too. shared: other processes of this user that say so
 * too may have the address, and get part of its connections. Returns the descriptor, owned by the
 * caller, or -1 with errno set.
 */
int svc_listen_open(const svc_listen_address *address, bool shared);

/*
 * Lets the kernel end connections of this socket whose clients have taken nothing for ms
 * milliseconds though there is something for them, also those that the process has closed.
 */
void svc_listen_limit_unsent(int fd, unsigned ms);

/*
 * Makes the kernel drop new attempts to connect, while handshakes that have begun come to their
 * end. Best effort: where filters are not to be had nothing changes.
 */
void svc_listen_ignore_new(int fd);

/* Whether a listening socket can be reached from this machine alone. */
bool svc_listen_is_local(int fd);

/* Whether a listening socket takes connections to every address of this machine. */
bool svc_listen_is_every(int fd);

/* Writes where a listening socket can be reached ("http://127.0.0.1:8080"), NUL-terminated. */
void svc_listen_url(int fd, char *out, size_t size);

#endif
