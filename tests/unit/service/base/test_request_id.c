/* Request ids. */
#include "unit.h"

#include "base/clock.h"
#include "base/request_id.h"

#include <stdio.h>

static void keeps_harmless_ids(void **state)
{
    char id[SVC_REQUEST_ID_SIZE];
    char longest[SVC_REQUEST_ID_SIZE];

    (void)state;
    memset(longest, 'x', sizeof longest - 1);
    longest[sizeof longest - 1] = '\0';
    svc_request_id_make(id, "Az09._~+/=-");
    assert_string_equal(id, "Az09._~+/=-");
    svc_request_id_make(id, longest);
    assert_string_equal(id, longest);
}

static void replaces_others(void **state)
{
    char longer[SVC_REQUEST_ID_SIZE + 1];
    const char *bad[] = {"", "a b", "a\"b", "a\nb", "\xd8\xb9", "a;b", longer};
    char id[SVC_REQUEST_ID_SIZE];

    (void)state;
    memset(longer, 'x', sizeof longer - 1);
    longer[sizeof longer - 1] = '\0';
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        assert_false(svc_request_id_valid(bad[i]));
        svc_request_id_make(id, bad[i]);
        assert_int_equal(strlen(id), 36);
    }
}

static void makes_uuids_of_version_7(void **state)
{
    char id[SVC_REQUEST_ID_SIZE];
    char other[SVC_REQUEST_ID_SIZE];
    unsigned long long high = 0;
    unsigned long long low = 0;

    (void)state;
    int64_t before = svc_wall_ms();
    svc_request_id_make(id, NULL);
    svc_request_id_make(other, NULL);
    int64_t after = svc_wall_ms();
    assert_string_not_equal(id, other);
    assert_int_equal(strlen(id), 36);
    assert_int_equal(id[14], '7');
    assert_non_null(strchr("89ab", id[19]));
    assert_int_equal(sscanf(id, "%8llx-%4llx-", &high, &low), 2);
    int64_t stamp = (int64_t)((high << 16) | low);
    assert_true(stamp >= before && stamp <= after);
}

/* Random bytes are drawn for many ids at once, and none is used twice. */
static void makes_no_id_twice(void **state)
{
    enum { IDS = 200 };
    char ids[IDS][SVC_REQUEST_ID_SIZE];

    (void)state;
    for (int i = 0; i < IDS; i++) {
        svc_request_id_make(ids[i], NULL);
        for (int k = 0; k < i; k++) {
            /* Behind the time, which may be the same. */
            assert_string_not_equal(ids[i] + 14, ids[k] + 14);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keeps_harmless_ids),
        cmocka_unit_test(replaces_others),
        cmocka_unit_test(makes_uuids_of_version_7),
        cmocka_unit_test(makes_no_id_twice),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
