#include "system/notify.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Half of WATCHDOG_USEC in milliseconds, if it is meant for this process (sd_watchdog_enabled). */
static double watchdog_interval_ms(void)
{
    const char *limit = getenv("WATCHDOG_USEC");
    const char *owner = getenv("WATCHDOG_PID");

    if (limit == NULL || (owner != NULL && strtol(owner, NULL, 10) != (long)getpid())) {
        return 0;
    }
    long long limit_us = strtoll(limit, NULL, 10);
    return limit_us > 0 ? (double)limit_us / 2e3 : 0;
}

/* A path, or with '@' first a name of Linux's abstract space. Returns false where it is neither. */
static bool set_address(svc_notifier *notifier, const char *path)
{
    size_t length = strlen(path);

    if ((path[0] != '/' && path[0] != '@') || length < 2 ||
        length >= sizeof notifier->address.sun_path) {
        return false;
    }
    notifier->address.sun_family = AF_UNIX;
    memcpy(notifier->address.sun_path, path, length);
    if (path[0] == '@') {
        notifier->address.sun_path[0] = '\0';
    }
    notifier->length = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + length);
    return true;
}

void svc_notifier_open(svc_notifier *notifier)
{
    const char *path = getenv("NOTIFY_SOCKET");

    *notifier = (svc_notifier){.fd = -1};
    if (path == NULL || !set_address(notifier, path)) {
        return;
    }
    notifier->fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (notifier->fd >= 0) {
        notifier->interval_ms = watchdog_interval_ms();
    }
}

void svc_notifier_close(svc_notifier *notifier)
{
    if (notifier->fd >= 0) {
        close(notifier->fd);
        notifier->fd = -1;
    }
}

void svc_notifier_send(const svc_notifier *notifier, const char *state)
{
    if (notifier->fd < 0) {
        return;
    }
    ssize_t sent = sendto(notifier->fd, state, strlen(state), MSG_NOSIGNAL,
                          (const struct sockaddr *)&notifier->address, notifier->length);
    (void)sent;
}

double svc_notifier_due_ms(const svc_notifier *notifier, double now_ms)
{
    if (notifier->interval_ms <= 0) {
        return -1;
    }
    return notifier->next_ms > now_ms ? notifier->next_ms - now_ms : 0;
}

void svc_notifier_alive(svc_notifier *notifier, double now_ms, bool healthy)
{
    notifier->next_ms = now_ms + (healthy ? notifier->interval_ms : notifier->interval_ms / 4);
    if (healthy) {
        svc_notifier_send(notifier, "WATCHDOG=1");
    }
}
