/* What probes are told: when the server is live, and when it is ready. */
#include "unit.h"

#include "http/health.h"

#include <stdlib.h>

/* A server of two workers, of which at most two may be stuck. */
static svc_http *make_server(unsigned stuck)
{
    svc_http *http = calloc(1, sizeof *http);

    assert_non_null(http);
    http->work.pool.stuck_max = 2;
    atomic_init(&http->work.pool.stuck, stuck);
    return http;
}

static api_health health_of(svc_http *http)
{
    api_check checks[SVC_HEALTH_CHECKS];
    api_health health = svc_health_now(http, checks);

    free(http);
    return health;
}

static void workers_that_are_stuck_are_replaced_up_to_a_limit(void **state)
{
    (void)state;
    api_health one = health_of(make_server(1));
    api_health all = health_of(make_server(2));

    assert_true(one.live);
    assert_true(one.ready);
    assert_null(one.reason);
    assert_int_equal(one.workers_stuck, 1);
    assert_false(all.live);
    assert_false(all.ready);
    assert_string_equal(all.reason, "workers-stuck");
}

static void one_that_drains_is_live_and_not_ready(void **state)
{
    (void)state;
    svc_http *http = make_server(0);

    atomic_init(&http->draining, true);
    api_health health = health_of(http);

    assert_true(health.live);
    assert_false(health.ready);
    assert_string_equal(health.reason, "draining");
}

static void the_renderer_is_a_check_only_where_there_is_one(void **state)
{
    (void)state;
    assert_int_equal(health_of(make_server(0)).check_count, SVC_HEALTH_CHECKS - 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(workers_that_are_stuck_are_replaced_up_to_a_limit),
        cmocka_unit_test(one_that_drains_is_live_and_not_ready),
        cmocka_unit_test(the_renderer_is_a_check_only_where_there_is_one),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
