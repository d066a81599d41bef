/* Calls of libraries in C++, where memory runs out. */
#include "unit.h"

#include "base/foreign.h"

#include <errno.h>
#include <stdlib.h>

/* As libuchardet keeps the name that it has found: without a look at what strdup() gave. */
static void lose_a_name(void *name)
{
    errno = ENOMEM;
    *(char **)name = NULL;
}

static void fail_for_another_reason(void *name)
{
    errno = ENOENT;
    *(char **)name = "a name";
}

static void a_failure_that_is_not_told_is_seen(void **state)
{
    char *name;

    (void)state;
    assert_false(dana__call_foreign(lose_a_name, &name));
    errno = ENOMEM; /* of before */
    assert_true(dana__call_foreign(fail_for_another_reason, &name));
    assert_string_equal(name, "a name");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_failure_that_is_not_told_is_seen),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
