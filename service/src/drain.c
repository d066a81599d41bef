#include "drain.h"

#include "clock.h"

#include <time.h>

#define DRAIN_TIMEOUT_MS 20000.0
/* After the queue was refused: time for those answers to leave. */
#define FLUSH_TIMEOUT_MS 2000.0
/* The server must be idle this long: a request may be on its way between kernel and daemon. */
#define SETTLE_MS 150.0
#define TICK_NS   10000000L

/* Waits until no request has been in flight for a while. Returns false where a signal came. */
static bool wait_idle(svc_server *server, const sigset_t *signals, double timeout_ms)
{
    const struct timespec tick = {.tv_nsec = TICK_NS};
    double now_ms = svc_now_ms();
    double end_ms = now_ms + timeout_ms;
    double busy_ms = now_ms;

    while (now_ms < end_ms && now_ms - busy_ms < SETTLE_MS) {
        if (sigtimedwait(signals, NULL, &tick) > 0) {
            return false;
        }
        now_ms = svc_now_ms();
        if (atomic_load(&server->in_flight) > 0) {
            busy_ms = now_ms;
        }
    }
    return true;
}

static bool give_up(const svc_server *server)
{
    svc_log_message(&server->log, SVC_LOG_WARN, "second signal, exiting at once");
    return false;
}

bool svc_drain(svc_server *server, const sigset_t *signals)
{
    svc_log_message(&server->log, SVC_LOG_INFO, "draining");
    svc_server_stop_accepting(server);
    if (!wait_idle(server, signals, DRAIN_TIMEOUT_MS)) {
        return give_up(server);
    }
    if (atomic_load(&server->in_flight) > 0) {
        svc_log_message(&server->log, SVC_LOG_WARN, "drain time is over, refusing what is queued");
        atomic_store(&server->shedding, true);
        if (!wait_idle(server, signals, FLUSH_TIMEOUT_MS)) {
            return give_up(server);
        }
    }
    if (!svc_server_stop(server)) {
        svc_log_message(&server->log, SVC_LOG_WARN, "stopped with workers that are stuck");
        return false;
    }
    svc_log_message(&server->log, SVC_LOG_INFO, "stopped");
    return true;
}
