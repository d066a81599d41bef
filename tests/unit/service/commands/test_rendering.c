/* What danad extract --render takes as waits and windows, and that nothing of it runs on after its
 * end. */
#include "unit.h"

#include "commands/rendering.h"
#include "common.h"

#include <dirent.h>

/* The time limit for an event that must come. */
#define PATIENCE_S 60

static const struct {
    const char *wait;
    const char *viewport;
    const char *members; /* NULL: it is refused */
} flags[] = {
    {NULL, NULL, ""},
    {"load", NULL, "\"wait\":{\"quiet_ms\":0},"},
    {"quiet=0", NULL, "\"wait\":{\"quiet_ms\":0},"},
    {"quiet=50", NULL, "\"wait\":{\"quiet_ms\":50},"},
    {"quiet=50ms", NULL, "\"wait\":{\"quiet_ms\":50},"},
    {"quiet=999999ms", NULL, "\"wait\":{\"quiet_ms\":999999},"},
    {"quiet=50ms,selector=p.a, p > \"b\"", NULL,
     "\"wait\":{\"quiet_ms\":50,\"selector\":\"p.a, p > \\\"b\\\"\"},"},
    {"load,selector=p", NULL, "\"wait\":{\"quiet_ms\":0,\"selector\":\"p\"},"},
    {"selector=a,quiet=5", NULL, "\"wait\":{\"selector\":\"a,quiet=5\"},"},
    {NULL, "400", "\"viewport\":{\"width\":400},"},
    {NULL, "400x500", "\"viewport\":{\"width\":400,\"height\":500},"},
    {"load", "400", "\"wait\":{\"quiet_ms\":0},\"viewport\":{\"width\":400},"},
    {"", NULL, NULL},
    {"soon", NULL, NULL},
    {"load,", NULL, NULL},
    {"loaded", NULL, NULL},
    {"quiet=", NULL, NULL},
    {"quiet=-1", NULL, NULL},
    {"quiet=050", NULL, NULL},
    {"quiet=1000000", NULL, NULL},
    {"quiet=50s", NULL, NULL},
    {"quiet=50m", NULL, NULL},
    {"quiet=50mss", NULL, NULL},
    {NULL, "", NULL},
    {NULL, "400x", NULL},
    {NULL, "x500", NULL},
    {NULL, "400x500x", NULL},
    {NULL, "400,500", NULL},
};

static void waits_and_windows(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(flags); i++) {
        char storage[256];
        svc_text text;

        svc_text_init(&text, storage, sizeof storage);
        bool fine = svc_rendering_add_options(&text, flags[i].wait, flags[i].viewport);
        if (fine != (flags[i].members != NULL) ||
            (fine && strcmp(text.storage, flags[i].members) != 0)) {
            fail_msg("%s %s: %d %s", flags[i].wait != NULL ? flags[i].wait : "-",
                     flags[i].viewport != NULL ? flags[i].viewport : "-", fine, text.storage);
        }
    }
}

static void modes(void **state)
{
    (void)state;
    assert_true(svc_rendering_is_mode("never"));
    assert_true(svc_rendering_is_mode("auto"));
    assert_true(svc_rendering_is_mode("always"));
    assert_false(svc_rendering_is_mode(""));
    assert_false(svc_rendering_is_mode("Always"));
}

static unsigned threads(void)
{
    DIR *folder = opendir("/proc/self/task");
    unsigned count = 0;

    assert_non_null(folder);
    while (readdir(folder) != NULL) {
        count++;
    }
    closedir(folder);
    return count;
}

static void its_threads_end_with_it(void **state)
{
    static svc_rendering rendering;
    unsigned before = threads();

    (void)state;
    assert_int_equal(svc_rendering_start(&rendering, "auto", "unix:/nonexistent/renderer"), 0);
    assert_non_null(rendering.outside.renderers);
    assert_true(threads() > before);
    svc_rendering_end(&rendering);
    /* The kernel lists a thread a moment longer than it is waited for. */
    for (double end = now_s() + PATIENCE_S; threads() > before && now_s() < end;) {
        nap();
    }
    assert_int_equal(threads(), before);
}

static void nothing_runs_where_nothing_is_rendered(void **state)
{
    static svc_rendering rendering;
    unsigned before = threads();

    (void)state;
    assert_int_equal(svc_rendering_start(&rendering, "never", NULL), 0);
    assert_null(rendering.outside.renderers);
    assert_int_equal(threads(), before);
    svc_rendering_end(&rendering);
    assert_int_equal(svc_rendering_start(&rendering, "auto", "/no/scheme"), 2);
    svc_rendering_end(&rendering);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(waits_and_windows),
        cmocka_unit_test(modes),
        cmocka_unit_test(its_threads_end_with_it),
        cmocka_unit_test(nothing_runs_where_nothing_is_rendered),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
