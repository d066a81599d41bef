/* The address guard, range by range. */
#include "unit.h"

#include "system/address.h"
#include "system/special_networks.h"

#include <arpa/inet.h>
#include <netinet/in.h>

static const char *refusal_of(const svc_address_rules *rules, const char *text)
{
    struct sockaddr_in v4 = {.sin_family = AF_INET};
    struct sockaddr_in6 v6 = {.sin6_family = AF_INET6};

    if (inet_pton(AF_INET, text, &v4.sin_addr) == 1) {
        return svc_address_refusal(rules, (const struct sockaddr *)(const void *)&v4);
    }
    assert_int_equal(inet_pton(AF_INET6, text, &v6.sin6_addr), 1);
    return svc_address_refusal(rules, (const struct sockaddr *)(const void *)&v6);
}

static void assert_verdict(const svc_address_rules *rules, const char *text, bool allowed)
{
    const char *reason = refusal_of(rules, text);

    if ((reason == NULL) != allowed) {
        print_error("%s: %s\n", text, reason != NULL ? reason : "allowed");
    }
    assert_int_equal(reason == NULL, allowed);
}

/*
 * Written by hand, not from the table: the first and the last address of each range, and their
 * neighbours. NULL: there is none, or it belongs to another range.
 */
static const struct {
    const char *before;
    const char *first;
    const char *last;
    const char *behind;
} ranges[] = {
    {NULL, "0.0.0.0", "0.255.255.255", "1.0.0.0"},
    {"9.255.255.255", "10.0.0.0", "10.255.255.255", "11.0.0.0"},
    {"100.63.255.255", "100.64.0.0", "100.127.255.255", "100.128.0.0"},
    {"126.255.255.255", "127.0.0.0", "127.255.255.255", "128.0.0.0"},
    {"168.63.129.15", "168.63.129.16", "168.63.129.16", "168.63.129.17"},
    {"169.253.255.255", "169.254.0.0", "169.254.255.255", "169.255.0.0"},
    {"172.15.255.255", "172.16.0.0", "172.31.255.255", "172.32.0.0"},
    {"191.255.255.255", "192.0.0.0", "192.0.0.255", "192.0.1.0"},
    {"192.0.1.255", "192.0.2.0", "192.0.2.255", "192.0.3.0"},
    {"192.88.98.255", "192.88.99.0", "192.88.99.255", "192.88.100.0"},
    {"192.167.255.255", "192.168.0.0", "192.168.255.255", "192.169.0.0"},
    {"198.17.255.255", "198.18.0.0", "198.19.255.255", "198.20.0.0"},
    {"198.51.99.255", "198.51.100.0", "198.51.100.255", "198.51.101.0"},
    {"203.0.112.255", "203.0.113.0", "203.0.113.255", "203.0.114.0"},
    {"223.255.255.255", "224.0.0.0", "239.255.255.255", NULL},
    {NULL, "240.0.0.0", "255.255.255.255", NULL},
    /* All of IPv6 except 2000::/3 is rejected. */
    {NULL, "::", "1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "2000::"},
    {NULL, "::1", "::ffff:ffff", NULL},
    {NULL, "::ffff:0:0:0", "::ffff:0:ffff:ffff", NULL},
    {NULL, "64:ff9b::", "64:ff9b::ffff:ffff", NULL},
    {NULL, "64:ff9b:1::", "64:ff9b:1:ffff:ffff:ffff:ffff:ffff", NULL},
    {NULL, "100::", "100::ffff:ffff:ffff:ffff", NULL},
    {NULL, "100:0:0:1::", "100::1:ffff:ffff:ffff:ffff", NULL},
    {"2000:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "2001::", "2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff",
     "2001:200::"},
    {"2001:db7:ffff:ffff:ffff:ffff:ffff:ffff",
     "2001:db8::", "2001:db8:ffff:ffff:ffff:ffff:ffff:ffff", "2001:db9::"},
    {"2001:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "2002::", "2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
     "2003::"},
    {"2620:4f:7fff:ffff:ffff:ffff:ffff:ffff",
     "2620:4f:8000::", "2620:4f:8000:ffff:ffff:ffff:ffff:ffff", "2620:4f:8001::"},
    {"3ffe:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "3fff::", "3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff",
     "3fff:1000::"},
    {"3fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "4000::", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
     NULL},
    {NULL, "5f00::", "5f00:ffff:ffff:ffff:ffff:ffff:ffff:ffff", NULL},
    {NULL, "fc00::", "fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", NULL},
    {NULL, "fe80::", "febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff", NULL},
    {NULL, "fec0::", "feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", NULL},
    {NULL, "ff00::", "ff02::1", NULL},
};

static void ranges_end_where_they_end(void **state)
{
    const svc_address_rules rules = {.own = {NULL, 0}};

    (void)state;
    for (size_t i = 0; i < sizeof(ranges) / sizeof(ranges[0]); i++) {
        assert_verdict(&rules, ranges[i].first, false);
        assert_verdict(&rules, ranges[i].last, false);
        if (ranges[i].before != NULL) {
            assert_verdict(&rules, ranges[i].before, true);
        }
        if (ranges[i].behind != NULL) {
            assert_verdict(&rules, ranges[i].behind, true);
        }
    }
}

/* The last address of a network, and the addresses before and after the network. */
static void step(const svc_network *network, int which, char *text)
{
    unsigned char bytes[16];
    unsigned most = network->family == AF_INET ? 32 : 128;
    int carry = which == 0 || which == 3;

    memcpy(bytes, network->bytes, sizeof(bytes));
    for (unsigned bit = network->bits; bit < most && which >= 2; bit++) {
        bytes[bit / 8] = (unsigned char)(bytes[bit / 8] | 0x80u >> bit % 8);
    }
    for (unsigned i = most / 8; i-- > 0 && carry != 0;) {
        carry = which == 0 ? bytes[i] == 0 : bytes[i] == 0xFF;
        bytes[i] = (unsigned char)(which == 0 ? bytes[i] - 1 : bytes[i] + 1);
    }
    assert_non_null(inet_ntop(network->family, bytes, text, INET6_ADDRSTRLEN));
}

/* Each row of the table rejects its first and its last address, and is in `ranges`. */
static void every_row_is_tested(void **state)
{
    const svc_address_rules rules = {.own = {NULL, 0}};
    char first[INET6_ADDRSTRLEN];
    char last[INET6_ADDRSTRLEN];

    (void)state;
    for (size_t row = 0; row < svc_special_network_count; row++) {
        const char *text = svc_special_networks[row].network;
        const char *reason = svc_special_networks[row].reason;
        svc_network network;
        bool found = false;

        assert_true(svc_network_parse(text, strlen(text), &network));
        step(&network, 1, first);
        step(&network, 2, last);
        if (strcmp(text, "::/96") != 0) { /* its first address has a row of its own */
            assert_string_equal(refusal_of(&rules, first), reason);
        }
        assert_non_null(refusal_of(&rules, last));
        for (size_t i = 0; i < sizeof(ranges) / sizeof(ranges[0]); i++) {
            found = found || strcmp(ranges[i].first, first) == 0;
        }
        if (!found) {
            print_error("%s (%s) is not among the ranges\n", text, first);
        }
        assert_true(found);
    }
    assert_int_equal(svc_special_network_count, 34);
}

static void ipv4_inside_ipv6_is_judged(void **state)
{
    static const struct {
        const char *address;
        bool allowed;
    } rows[] = {
        {"::ffff:127.0.0.1", false},
        {"::ffff:10.1.2.3", false},
        {"::ffff:169.254.169.254", false},
        {"::ffff:93.184.216.34", true},
        {"::127.0.0.1", false},
        {"::93.184.216.34", false},
        {"64:ff9b::5db8:d822", false},
        {"2002:5db8:d822::", false},
        {"2001:0:4136:e378::1", false},
        {"2a00:1450::5efe:127.0.0.1", false},
        {"2a00:1450::200:5efe:10.0.0.1", false},
        {"2a00:1450::5efe:93.184.216.34", true},
        {"2a00:1450::1", true},
        {"fe80::a9fe:a9fe", false},
        {"fd00:ec2::254", false},
        {"2606:4700::1111", true},
    };
    const svc_address_rules rules = {.own = {NULL, 0}};

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        assert_verdict(&rules, rows[i].address, rows[i].allowed);
    }
}

static void an_operator_has_the_last_word(void **state)
{
    svc_address_rules rules = {.own = {NULL, 0}};

    (void)state;
    assert_true(svc_networks_parse("10.1.0.0/16,fd00:1::/32,127.0.0.1", &rules.allow));
    assert_true(svc_networks_parse("10.1.2.0/24,93.184.216.0/24,2606:4700::/32", &rules.deny));
    assert_true(svc_address_rules_find_own(&rules));
    assert_verdict(&rules, "10.1.255.255", true);
    assert_verdict(&rules, "10.1.2.3", true);
    assert_verdict(&rules, "::ffff:10.1.2.3", true);
    assert_verdict(&rules, "10.2.0.0", false);
    assert_verdict(&rules, "fd00:1:ffff::", true);
    assert_verdict(&rules, "fd00:2::", false);
    assert_verdict(&rules, "93.184.216.34", false);
    assert_verdict(&rules, "::ffff:93.184.216.34", false);
    assert_verdict(&rules, "2606:4700::1111", false);
    assert_verdict(&rules, "127.0.0.1", true);
    assert_verdict(&rules, "127.0.0.2", false);
    svc_address_rules_clear(&rules);
}

/* Every address of this machine is rejected, in any network. */
static void own_addresses_are_refused(void **state)
{
    svc_address_rules rules = {.own = {NULL, 0}};

    (void)state;
    assert_true(svc_address_rules_find_own(&rules));
    for (size_t i = 0; i < rules.own.count; i++) {
        char text[INET6_ADDRSTRLEN];

        assert_non_null(
            inet_ntop(rules.own.items[i].family, rules.own.items[i].bytes, text, sizeof(text)));
        assert_verdict(&rules, text, false);
    }
    svc_address_rules_clear(&rules);
    assert_true(svc_networks_parse("93.184.216.34", &rules.own));
    assert_string_equal(refusal_of(&rules, "93.184.216.34"), "an address of this machine");
    svc_address_rules_clear(&rules);
}

static void other_families_are_refused(void **state)
{
    const svc_address_rules rules = {.own = {NULL, 0}};
    const struct sockaddr local = {.sa_family = AF_UNIX};

    (void)state;
    assert_non_null(svc_address_refusal(&rules, &local));
}

static void networks_are_read_strictly(void **state)
{
    static const char *const good[] = {"0.0.0.0/0", "10.0.0.0/8", "1.2.3.4", "1.2.3.4/32",
                                       "::/0",      "fd00::/8",   "::1",     "::1/128"};
    static const char *const bad[] = {"",           "10.0.0.0/33",  "10.0.0.1/8",  "fd00::1/8",
                                      "10.0.0/8",   "10.0.0.0/",    "10.0.0.0/x",  "10.0.0.0/8x",
                                      "::/129",     "10.0.0.0/-1",  "10.0.0.0/+8", "a.example",
                                      "fe80::1%lo", "10.0.0.0/0008"};
    svc_network network;
    svc_networks networks;

    (void)state;
    for (size_t i = 0; i < sizeof(good) / sizeof(good[0]); i++) {
        assert_true(svc_network_parse(good[i], strlen(good[i]), &network));
    }
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        assert_false(svc_network_parse(bad[i], strlen(bad[i]), &network));
    }
    assert_false(svc_networks_parse("10.0.0.0/8,,::1", &networks));
    assert_false(svc_networks_parse("10.0.0.0/8, ::1", &networks));
    assert_true(svc_networks_parse("", &networks));
    assert_int_equal(networks.count, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ranges_end_where_they_end),
        cmocka_unit_test(every_row_is_tested),
        cmocka_unit_test(ipv4_inside_ipv6_is_judged),
        cmocka_unit_test(an_operator_has_the_last_word),
        cmocka_unit_test(own_addresses_are_refused),
        cmocka_unit_test(other_families_are_refused),
        cmocka_unit_test(networks_are_read_strictly),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
