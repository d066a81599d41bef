/* What the service manager is told (systemd's protocol, sd_notify): a datagram with "NAME=value".
 */
#ifndef SVC_SYSTEM_NOTIFY_H
#define SVC_SYSTEM_NOTIFY_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/socket.h>
#include <sys/un.h>

/* The way to the manager; members are private. */
typedef struct {
    int fd; /* -1: nobody is told anything */
    struct sockaddr_un address;
    socklen_t length;
    double interval_ms; /* between signs of life, half of what the manager allows; 0: none */
    double next_ms;     /* when the next one is due */
} svc_notifier;

/* Opens the way that NOTIFY_SOCKET, WATCHDOG_USEC and WATCHDOG_PID describe, if they do. */
void svc_notifier_open(svc_notifier *notifier);

/* Closes it. */
void svc_notifier_close(svc_notifier *notifier);

/* Sends a state ("READY=1"); where that fails the manager will see by itself. */
void svc_notifier_send(const svc_notifier *notifier, const char *state);

/* Returns how many milliseconds from now_ms on the next sign of life is due, 0: now; -1: never. */
double svc_notifier_due_ms(const svc_notifier *notifier, double now_ms);

/*
 * Sends a sign of life where the process is `healthy`; the next one is due an interval later.
 * Otherwise it is due soon again, before the manager's limit.
 */
void svc_notifier_alive(svc_notifier *notifier, double now_ms, bool healthy);

#endif
