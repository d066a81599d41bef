/* Limits per client: the rate, the burst, bounded memory; and who the client is. */
#include "unit.h"

#include "access/client.h"
#include "access/limiter.h"

static svc_address address(const char *text)
{
    svc_address out;

    assert_true(svc_address_parse(text, strlen(text), &out));
    return out;
}

static void lets_a_burst_and_a_rate_through(void **state)
{
    svc_address client = address("192.0.2.1");
    svc_address other = address("192.0.2.2");
    svc_limiter limiter;
    unsigned taken = 0;

    (void)state;
    assert_true(svc_limiter_init(&limiter, 10, 5));
    for (int i = 0; i < 5; i++) {
        assert_true(svc_limiter_take(&limiter, &client, 1000.0) == 0.0);
    }
    assert_float_equal(svc_limiter_take(&limiter, &client, 1000.0), 100.0, 1e-9);
    assert_float_equal(svc_limiter_take(&limiter, &client, 1060.0), 40.0, 1e-9);
    assert_true(svc_limiter_take(&limiter, &other, 1000.0) == 0.0);
    assert_true(svc_limiter_take(&limiter, &client, 1100.0) == 0.0);
    assert_true(svc_limiter_take(&limiter, &client, 1100.0) > 0.0);
    for (double now_ms = 2000.0; now_ms < 12000.0; now_ms += 1.0) {
        taken += svc_limiter_take(&limiter, &client, now_ms) == 0.0;
    }
    assert_in_range(taken, 104, 105); /* ten seconds and the burst */
    svc_limiter_clear(&limiter);
}

/* Half a request a second; an admitted request counts before the next one is admitted. */
static void charges_afterwards(void **state)
{
    svc_address client = address("192.0.2.1");
    svc_address other = address("192.0.2.2");
    svc_limiter limiter;

    (void)state;
    assert_true(svc_limiter_init(&limiter, 0.5, 2));
    assert_true(svc_limiter_take(&limiter, &client, 1000.0) == 0.0);
    assert_true(svc_limiter_take(&limiter, &client, 1000.0) == 0.0);
    assert_float_equal(svc_limiter_take(&limiter, &client, 1000.0), 2000.0, 1e-9);
    svc_limiter_charge(&limiter, &client, 0, 1000.0);
    assert_float_equal(svc_limiter_take(&limiter, &client, 2000.0), 1000.0, 1e-9);
    svc_limiter_charge(&limiter, &client, 99, 2000.0);
    assert_float_equal(svc_limiter_take(&limiter, &client, 2000.0), 1000.0 + 99 * 2000.0, 1e-6);
    assert_true(svc_limiter_take(&limiter, &client, 201000.0) == 0.0);
    assert_true(svc_limiter_take(&limiter, &other, 2000.0) == 0.0);
    svc_limiter_clear(&limiter);
    assert_true(svc_limiter_init(&limiter, 0.0, 1));
    svc_limiter_charge(&limiter, &client, 1000, 0.0);
    assert_true(svc_limiter_take(&limiter, &client, 0.0) == 0.0);
    svc_limiter_clear(&limiter);
}

/* Three requests admitted at once, two of which turn out to count as many. */
static void charges_one_of_those_that_came_at_once(void **state)
{
    svc_address client = address("192.0.2.1");
    svc_limiter limiter;

    (void)state;
    assert_true(svc_limiter_init(&limiter, 1, 3));
    for (int i = 0; i < 3; i++) {
        assert_true(svc_limiter_take(&limiter, &client, 1000.0) == 0.0);
    }
    assert_true(svc_limiter_charge(&limiter, &client, 9, 1000.0) == 0.0);
    assert_float_equal(svc_limiter_charge(&limiter, &client, 9, 1000.0), 10000.0, 1e-6);
    assert_true(svc_limiter_charge(&limiter, &client, 0, 1000.0) == 0.0);
    assert_float_equal(svc_limiter_take(&limiter, &client, 1000.0), 10000.0, 1e-6);
    /* When its debt is paid another one is admitted, of any size. */
    assert_true(svc_limiter_take(&limiter, &client, 11000.0) == 0.0);
    assert_true(svc_limiter_charge(&limiter, &client, 99, 11000.0) == 0.0);
    svc_limiter_clear(&limiter);
}

static void sees_a_network_as_one(void **state)
{
    svc_address first = address("2001:db8:1:2::1");
    svc_address neighbour = address("2001:db8:1:2:ffff::9");
    svc_address other = address("2001:db8:1:3::1");
    svc_address mapped = address("::ffff:192.0.2.1");
    svc_address plain = address("192.0.2.1");
    svc_limiter limiter;

    (void)state;
    assert_true(svc_limiter_init(&limiter, 1, 1));
    assert_true(svc_limiter_take(&limiter, &first, 0.0) == 0.0);
    assert_true(svc_limiter_take(&limiter, &neighbour, 0.0) > 0.0);
    assert_true(svc_limiter_take(&limiter, &other, 0.0) == 0.0);
    assert_true(svc_limiter_take(&limiter, &mapped, 0.0) == 0.0);
    assert_true(svc_limiter_take(&limiter, &plain, 0.0) > 0.0);
    svc_limiter_clear(&limiter);
}

/* A rejected client stays rejected, however many other clients come. */
static void remembers_who_asks_most(void **state)
{
    svc_address greedy = address("192.0.2.1");
    svc_limiter limiter;

    (void)state;
    assert_true(svc_limiter_init(&limiter, 1, 3));
    for (int i = 0; i < 3; i++) {
        assert_true(svc_limiter_take(&limiter, &greedy, 0.0) == 0.0);
    }
    for (unsigned i = 0; i < 100000; i++) {
        svc_address passer = {
            .family = 2,
            .bytes = {10, (unsigned char)(i >> 16), (unsigned char)(i >> 8), (unsigned char)i}};
        assert_true(svc_limiter_take(&limiter, &passer, 1.0) == 0.0);
    }
    assert_true(svc_limiter_take(&limiter, &greedy, 2.0) > 0.0);
    svc_limiter_clear(&limiter);
}

static void has_no_limit(void **state)
{
    svc_address client = address("192.0.2.1");
    svc_limiter limiter;

    (void)state;
    assert_true(svc_limiter_init(&limiter, 0, 1));
    for (int i = 0; i < 100; i++) {
        assert_true(svc_limiter_take(&limiter, &client, 0.0) == 0.0);
    }
    svc_limiter_clear(&limiter);
}

static void tells_when_a_wait_is_over(void **state)
{
    static const struct {
        double wait_ms;
        int seconds;
    } rows[] = {{0.001, 1},  {500.0, 1},    {1000.0, 1},  {1000.5, 2},
                {2000.0, 2}, {14000.0, 14}, {14999.9, 15}};

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_int_equal(svc_limiter_retry_after_s(rows[i].wait_ms), rows[i].seconds);
    }
}

static void finds_the_client(void **state)
{
    static const struct {
        const char *peer;
        const char *first;
        const char *second;
        const char *client;
    } cases[] = {
        {"10.0.0.1", "192.0.2.7", NULL, "192.0.2.7"},
        {"10.0.0.1", NULL, NULL, "10.0.0.1"},
        {"192.0.2.1", "192.0.2.7", NULL, "192.0.2.1"}, /* an untrusted peer */
        {"10.0.0.1", "198.51.100.1, 192.0.2.7", NULL, "192.0.2.7"},
        {"10.0.0.1", "198.51.100.1, 192.0.2.7, 10.0.0.2", NULL, "192.0.2.7"},
        {"10.0.0.1", "198.51.100.1,192.0.2.7", "10.0.0.2 ,10.0.0.3", "192.0.2.7"},
        {"10.0.0.1", "10.0.0.9, 10.0.0.8", NULL, "10.0.0.9"},
        {"10.0.0.1", "192.0.2.7:4711", NULL, "192.0.2.7"},
        {"10.0.0.1", "[2001:db8::7]:4711", NULL, "2001:db8::7"},
        {"10.0.0.1", "2001:db8::7", NULL, "2001:db8::7"},
        {"10.0.0.1", "192.0.2.7, unknown", NULL, "10.0.0.1"},
        {"10.0.0.1", "192.0.2.7, unknown, 10.0.0.4", NULL, "10.0.0.4"},
        {"10.0.0.1", "192.0.2.7,", NULL, "10.0.0.1"},
        {"10.0.0.1", "", NULL, "10.0.0.1"},
        {"::ffff:10.0.0.1", "192.0.2.7", NULL, "192.0.2.7"},
        {"fd00::1", "192.0.2.7", NULL, "192.0.2.7"},
    };
    svc_networks trusted;

    (void)state;
    assert_true(svc_networks_parse("10.0.0.0/8,fd00::/8", &trusted));
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const char *lines[] = {cases[i].first, cases[i].second};
        size_t count = cases[i].second != NULL ? 2 : cases[i].first != NULL ? 1 : 0;
        svc_address client = address(cases[i].peer);
        char text[SVC_ADDRESS_SIZE];
        svc_client_unwrap(&trusted, lines, count, &client);
        svc_address_format(&client, text);
        assert_string_equal(text, cases[i].client);
    }
    svc_networks_clear(&trusted);
}

static void reads_addresses(void **state)
{
    static const char *const bad[] = {"", "1.2.3", "1.2.3.4.5", "a", "1.2.3.4/8", "::1%lo", ":"};
    svc_address out;
    char text[SVC_ADDRESS_SIZE];

    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        assert_false(svc_address_parse(bad[i], strlen(bad[i]), &out));
    }
    out = (svc_address){.family = 0};
    svc_address_format(&out, text);
    assert_string_equal(text, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lets_a_burst_and_a_rate_through),
        cmocka_unit_test(charges_afterwards),
        cmocka_unit_test(charges_one_of_those_that_came_at_once),
        cmocka_unit_test(sees_a_network_as_one),
        cmocka_unit_test(remembers_who_asks_most),
        cmocka_unit_test(has_no_limit),
        cmocka_unit_test(tells_when_a_wait_is_over),
        cmocka_unit_test(finds_the_client),
        cmocka_unit_test(reads_addresses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
