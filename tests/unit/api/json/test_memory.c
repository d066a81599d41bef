/* Requests while allocations fail: the answer is right, or says that memory is out. */
#include "unit.h"

#include "support.h"

#include <stdio.h>
#include <stdlib.h>

#define PAGE_BYTES ((size_t)200000)

/* Which allocations fail: the one of this number, all from it on, or all of at least a size. */
static long failing = -1;
static bool from_then_on;
static size_t failing_size;
static long made;

void *__real_malloc(size_t size);
void *__wrap_malloc(size_t size);
void *__real_realloc(void *memory, size_t size);
void *__wrap_realloc(void *memory, size_t size);

static bool fails(size_t size)
{
    long number = made++;

    return (failing >= 0 && (number == failing || (from_then_on && number > failing))) ||
           (failing_size > 0 && size >= failing_size);
}

void *__wrap_malloc(size_t size)
{
    return fails(size) ? NULL : __real_malloc(size);
}

void *__wrap_realloc(void *memory, size_t size)
{
    return fails(size) ? NULL : __real_realloc(memory, size);
}

static char body[PAGE_BYTES * 2];

static int make_body(void **state)
{
    int length = snprintf(
        body, sizeof body,
        "{\"options\":{\"algorithm\":\"danag\"},\"include\":[\"text\",\"ranges\"],"
        "\"html\":\"<title>t</title>");

    (void)state;
    for (int i = 0; length < (int)PAGE_BYTES; i++) {
        length += snprintf(body + length, sizeof body - (size_t)length,
                           "<p>paragraph %d of a page of many words.</p>\\n", i);
    }
    snprintf(body + length, sizeof body - (size_t)length, "\"}");
    api_init();
    return 0;
}

/* The content of an answer, owned; NULL where it is none. Checks that there is nothing else. */
static json_t *content_of(api_response *response)
{
    json_t *content = NULL;

    failing = -1;
    failing_size = 0;
    if (response->status == 200) {
        json_t *root = json_loadb(response->body, response->body_length, 0, NULL);
        assert_non_null(root);
        content = json_pack("[O, O]", json_object_get(root, "content"),
                            json_object_get(root, "ranges"));
        assert_non_null(content);
        json_decref(root);
    } else if (response->status != 500 && response->status != 422) {
        fail_msg("status %d: %.200s", response->status, (const char *)response->body);
    }
    api_response_clear(response);
    return content;
}

/* Sends the body under a failure; returns whether it was answered, and then rightly. */
static bool is_answered(const json_t *wanted)
{
    api_response response;

    made = 0;
    post_extract(body, &response);
    json_t *content = content_of(&response);
    bool answered = content != NULL;
    if (answered) {
        assert_true(json_equal(content, wanted));
    }
    json_decref(content);
    return answered;
}

static json_t *answer_wanted(void)
{
    api_response response;

    made = 0;
    post_extract(body, &response);
    return content_of(&response);
}

static void each_allocation_may_fail(void **state)
{
    json_t *wanted = answer_wanted();
    long count = made;

    (void)state;
    assert_non_null(wanted);
    assert_true(count > 50);
    for (int all = 0; all < 2; all++) {
        long step = 1;
        for (long n = 0; n < count; n += step) {
            from_then_on = all == 1;
            failing = n;
            is_answered(wanted);
            step = n < 300 ? 1 : 1 + count / 300;
        }
    }
    from_then_on = false;
    assert_true(is_answered(wanted));
    json_decref(wanted);
}

static void large_allocations_may_fail(void **state)
{
    json_t *wanted = answer_wanted();

    (void)state;
    for (size_t size = 1; size < PAGE_BYTES * 8; size += 1 + size / 3) {
        failing_size = size;
        is_answered(wanted);
    }
    failing_size = PAGE_BYTES;
    assert_false(is_answered(wanted));
    assert_true(is_answered(wanted));
    json_decref(wanted);
}

/* Libraries in C++ that detect language and encoding are left where they find no memory; what such
 * a call had taken is lost (base/foreign.h). */
const char *__lsan_default_suppressions(void);

const char *__lsan_default_suppressions(void)
{
    return "leak:libcld2\nleak:libuchardet\nleak:libstdc++\n";
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(each_allocation_may_fail),
                                       cmocka_unit_test(large_allocations_may_fail)};

    return cmocka_run_group_tests(tests, make_body, NULL);
}
