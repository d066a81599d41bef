#include "http/health.h"

api_health svc_health_now(svc_http *http, api_check checks[SVC_HEALTH_CHECKS])
{
    svc_pool *pool = &http->work.pool;
    svc_renderers *renderers = http->work.renderers;
    bool draining = atomic_load(&http->draining);
    unsigned stuck = atomic_load(&pool->stuck);
    bool live = stuck < pool->stuck_max;
    bool room = http->queue_high == 0 || svc_queue_depth(&pool->queue) < http->queue_high;

    checks[0] = (api_check){"accepting", !draining};
    checks[1] = (api_check){"workers", live};
    checks[2] = (api_check){"queue", room};
    /* Told, and no condition: without it `auto` answers from pages as they came. */
    checks[3] = (api_check){"renderer", renderers != NULL && svc_renderers_is_there(renderers)};
    return (api_health){.live = live,
                        .ready = live && room && !draining,
                        .reason = draining ? "draining"
                                  : !live  ? "workers-stuck"
                                  : !room  ? "queue-high"
                                           : NULL,
                        .workers_stuck = stuck,
                        .checks = checks,
                        .check_count = SVC_HEALTH_CHECKS - (renderers == NULL)};
}
