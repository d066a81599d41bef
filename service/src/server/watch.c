#include "server/watch.h"

#include "base/clock.h"
#include "server/heartbeat.h"

#include <math.h>
#include <time.h>

static void tell(svc_server *server, svc_notifier *notifier)
{
    /* Half an interval for the answer, so that there is a second try before the limit. */
    svc_heart heart = svc_heartbeat(server, (int)(notifier->interval_ms / 2));

    if (heart == SVC_HEART_FAILS) {
        svc_log_message(&server->http.log, SVC_LOG_ERROR, "no sign of life for the manager");
    }
    svc_notifier_alive(notifier, svc_now_ms(), heart != SVC_HEART_FAILS);
}

/* Waits for a signal; 0 where none came in time. */
static int wait_ms(const sigset_t *signals, double ms)
{
    struct timespec time = {.tv_sec = (time_t)(ms / 1e3)};

    time.tv_nsec = (long)((ms - (double)time.tv_sec * 1e3) * 1e6);
    int number = sigtimedwait(signals, NULL, &time);
    return number > 0 ? number : 0;
}

int svc_watch(svc_server *server, svc_notifier *notifier, const sigset_t *signals,
              double timeout_ms)
{
    double end_ms = svc_now_ms() + timeout_ms;
    double left_ms = timeout_ms;
    int number = 0;

    while (number == 0 && left_ms > 0) {
        double due_ms = svc_notifier_due_ms(notifier, svc_now_ms());
        if (due_ms == 0) {
            tell(server, notifier);
        } else {
            number = wait_ms(signals, due_ms > 0 ? fmin(due_ms, left_ms) : left_ms);
        }
        left_ms = end_ms - svc_now_ms();
    }
    return number;
}
