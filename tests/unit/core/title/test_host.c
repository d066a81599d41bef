/*
 * Addresses, and where links lead.
 */
#include "title/rank/host.h"

#include "unit.h"

#include <string.h>

static void assert_view(dana_view found, const char *expected)
{
    assert_int_equal(found.length, strlen(expected));
    if (found.length > 0) {
        assert_memory_equal(found.data, expected, found.length);
    }
}

static void addresses_have_hosts_and_slugs(void **state)
{
    static const struct {
        const char *address;
        const char *host;
        const char *slug;
    } cases[] = {
        {"https://h.example/a/storm-over.html?x=/y#z", "h.example", "storm-over"},
        {"https://h.example/a/storm//", "h.example", "storm"},
        {"//h.example/storm#/y", "h.example", "storm"},
        {"https://h.example/", "h.example", ""},
        {"https://h.example", "h.example", ""},
        {"https://h.example/.html", "h.example", ""},
        {"https:///storm", "", "storm"},
        {"/a/storm", NULL, ""},
        {"storm", NULL, ""},
        {"", NULL, ""},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        dana_view host = {NULL, 0};
        dana_view slug = {NULL, 0};
        bool whole = dana__split_address((dana_view){cases[i].address, strlen(cases[i].address)},
                                         &host, &slug);

        assert_int_equal(whole, cases[i].host != NULL);
        if (whole) {
            assert_view(host, cases[i].host);
            assert_view(slug, cases[i].slug);
        }
    }
}

static void links_lead_home_here_or_elsewhere(void **state)
{
    static const struct {
        const char *href;
        dana__leads leads;
    } cases[] = {
        {"/", DANA__LEADS_HOME},
        {"", DANA__LEADS_HOME},
        {"//h.example", DANA__LEADS_HOME},
        {"https://h.example/#top", DANA__LEADS_HOME},
        {"https://h.example/index.html", DANA__LEADS_HOME},
        {"/notes/", DANA__LEADS_HOME},
        {"https://h.example/notes/2020/", DANA__LEADS_HOME},
        {"#more", DANA__LEADS_HERE},
        {"tide.html", DANA__LEADS_HERE},
        {"https://h.example/notes/2020/tide/?x=y", DANA__LEADS_ELSEWHERE},
        {"https://h.example/notes/2020/tide/#z", DANA__LEADS_HERE},
        {"https://h.example/?p=15", DANA__LEADS_ELSEWHERE},
        {"/notes", DANA__LEADS_ELSEWHERE},
        {"/boats/", DANA__LEADS_ELSEWHERE},
        {"/boats/index.html", DANA__LEADS_ELSEWHERE},
        {"/a//b", DANA__LEADS_ELSEWHERE},
    };
    static const char own[] = "/notes/2020/tide";

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        assert_int_equal(dana__link_leads((dana_view){cases[i].href, strlen(cases[i].href)},
                                          (dana_view){own, strlen(own)}),
                         cases[i].leads);
    }
    assert_int_equal(dana__link_leads((dana_view){"/a/b", 4}, (dana_view){NULL, 0}),
                     DANA__LEADS_ELSEWHERE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(addresses_have_hosts_and_slugs),
        cmocka_unit_test(links_lead_home_here_or_elsewhere),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
