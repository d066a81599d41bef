#include "server/drain.h"

#include "base/clock.h"
#include "server/listener.h"
#include "server/server.h"
#include "server/watch.h"

/* After the queue was refused: time for those answers to leave. */
#define FLUSH_TIMEOUT_MS 2000.0
#define TICK_MS          10.0
/*
 * How long a connection must have been silent before it is closed: one in use, whose client most
 * likely sends again before that and then gets an answer with Connection: close; and one that has
 * not been used yet, whose first request may be on its way.
 */
#define USED_SILENCE_MS  1000.0
#define FRESH_SILENCE_MS 3000.0

/* A drain on its way. */
typedef struct {
    svc_server *server;
    const svc_drain_settings *settings;
    const sigset_t *signals;
    svc_notifier *notifier;
} drain;

typedef bool condition(const drain *d);

/* Waits until a condition holds, for timeout_ms at most. Returns false where a signal came. */
static bool wait_for(const drain *d, condition *reached, double timeout_ms)
{
    double end_ms = svc_now_ms() + timeout_ms;

    while (svc_now_ms() < end_ms && !reached(d)) {
        if (svc_watch(d->server, d->notifier, d->signals, TICK_MS) != 0) {
            return false;
        }
    }
    return true;
}

static bool never(const drain *d)
{
    (void)d;
    return false;
}

/* Closes idle connections on the way. */
static bool nobody_is_left(const drain *d)
{
    bool hurry = d->settings->hurry;

    return svc_connections_end_idle(&d->server->http.connections, hurry ? 0 : USED_SILENCE_MS,
                                    hurry ? 0 : FRESH_SILENCE_MS) == 0;
}

static bool all_is_answered(const drain *d)
{
    return atomic_load(&d->server->http.in_flight) == 0;
}

/* Returns false where a signal came. */
static bool wait_for_clients(const drain *d)
{
    if (!d->settings->hurry && !wait_for(d, never, d->settings->delay_ms)) {
        return false;
    }
    svc_listener_end(d->server);
    if (!wait_for(d, nobody_is_left, d->settings->timeout_ms)) {
        return false;
    }
    if (all_is_answered(d)) {
        return true;
    }
    svc_log_message(&d->server->http.log, SVC_LOG_WARN,
                    "drain time is over, refusing what is queued");
    atomic_store(&d->server->http.work.shedding, true);
    return wait_for(d, all_is_answered, FLUSH_TIMEOUT_MS);
}

bool svc_drain(svc_server *server, const svc_drain_settings *settings, const sigset_t *signals,
               svc_notifier *notifier)
{
    const drain d = {server, settings, signals, notifier};

    svc_log_message(&server->http.log, SVC_LOG_INFO, "draining");
    svc_notifier_send(notifier, "STOPPING=1\nSTATUS=draining");
    atomic_store(&server->http.draining, true);
    if (!wait_for_clients(&d)) {
        svc_log_message(&server->http.log, SVC_LOG_WARN, "second signal, exiting at once");
        return false;
    }
    if (!svc_server_stop(server)) {
        svc_log_message(&server->http.log, SVC_LOG_WARN, "stopped with workers that are stuck");
        return false;
    }
    svc_log_message(&server->http.log, SVC_LOG_INFO, "stopped");
    return true;
}
