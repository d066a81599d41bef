/* robots.txt: groups, patterns, the longest match, and texts that are not a robots.txt. */
#include "unit.h"

#include "fetch/robots.h"

/* RFC 9309, 5.1, with names that are tokens. */
#define SIMPLE                                                                                     \
    "User-Agent: *\nDisallow: *.gif$\nDisallow: /example/\nAllow: /publications/\n\n"              \
    "User-Agent: foobot\nDisallow:/\nAllow:/example/page.html\nAllow:/example/allowed.gif\n\n"     \
    "User-Agent: barbot\nUser-Agent: bazbot\nDisallow: /example/page.html\n\n"                     \
    "User-Agent: quxbot\n"

/* RFC 9309, 5.2 */
#define LONGEST                                                                                    \
    "User-Agent: foobot\nAllow: /example/page/\nDisallow: /example/page/disallowed.gif\n"

static bool allows(const char *text, const char *agent, const char *path)
{
    svc_robots *robots = svc_robots_read(text, strlen(text), agent);

    assert_non_null(robots);
    bool allowed = svc_robots_allow(robots, path);
    svc_robots_free(robots);
    return allowed;
}

static const struct {
    const char *text;
    const char *agent;
    const char *path;
    bool allowed;
} rows[] = {
    /* the examples of section 5 */
    {SIMPLE, "foobot", "/", false},
    {SIMPLE, "foobot", "/example/page.html", true},
    {SIMPLE, "foobot", "/example/allowed.gif", true},
    {SIMPLE, "foobot", "/example/", false},
    {SIMPLE, "barbot", "/example/page.html", false},
    {SIMPLE, "bazbot/1.0 (+https://a.example)", "/example/page.html", false},
    {SIMPLE, "bazbot", "/example/other.gif", true},
    {SIMPLE, "quxbot", "/example/", true},
    {SIMPLE, "danad/1", "/example/page.html", false},
    {SIMPLE, "danad/1", "/a.gif", false},
    {SIMPLE, "danad/1", "/a.gif?b", true},
    {SIMPLE, "danad/1", "/publications/", true},
    {SIMPLE, "danad/1", "/", true},
    {LONGEST, "foobot", "/example/page/", true},
    {LONGEST, "foobot", "/example/page/disallowed.gif", false},
    {LONGEST, "foobot", "/example/page/disallowed.gifs", false},
    {LONGEST, "danad", "/example/page/disallowed.gif", true},
    /* 2.2.1: names in any case, groups joined, * only where nobody is named */
    {"user-AGENT: DanaD\nDISALLOW: /a", "danad/1", "/a", false},
    {"User-agent: danad/2.0\nDisallow: /a", "danad/1", "/a", false},
    {"User-agent: danad2\nDisallow: /a", "danad/1", "/a", false},
    {"User-agent: danadbot\nDisallow: /a", "danad/1", "/a", true},
    {"User-agent: dana\nDisallow: /a", "danad/1", "/a", true},
    {"User-agent: danad\nDisallow: /a\nUser-agent: *\nDisallow: /\nUser-agent: danad\n"
     "Disallow: /b",
     "danad/1", "/b", false},
    {"User-agent: danad\nDisallow: /a\nUser-agent: *\nDisallow: /", "danad/1", "/c", true},
    {"User-agent: *\nDisallow: /a\nUser-agent: *\nDisallow: /b", "danad/1", "/a", false},
    {"User-agent: a\nUser-agent: danad\nUser-agent: *\nDisallow: /a", "danad/1", "/a", false},
    {"User-agent: a\nSitemap: /s\n\nUser-agent: danad\nDisallow: /a", "a", "/a", false},
    {"Disallow: /\nUser-agent: b\nDisallow: /", "danad/1", "/a", true},
    {"User-agent: *\nDisallow: /", "", "/a", false},
    {"User-agent: *\nDisallow: /", "1.0 danad", "/a", false},
    /* 2.2.2: the longest, Allow of two as long, case and encodings */
    {"User-agent: *\nDisallow: /\nAllow: /$", "danad", "/", true},
    {"User-agent: *\nDisallow: /\nAllow: /$", "danad", "/a", false},
    {"User-agent: *\nDisallow: /a\nAllow: /a", "danad", "/a", true},
    {"User-agent: *\nAllow: /a\nDisallow: /a", "danad", "/a", true},
    {"User-agent: *\nDisallow: /A", "danad", "/a", true},
    {"User-agent: *\nDisallow:", "danad", "/a", true},
    {"User-agent: *\nDisallow: /a # but not all", "danad", "/a", false},
    {"User-agent: *\nDisallow: /foo/bar?baz=quz", "danad", "/foo/bar?baz=quz", false},
    {"User-agent: *\nDisallow: /foo/bar?baz=http://f.b", "danad", "/foo/bar?baz=http%3A//f.b",
     true},
    {"User-agent: *\nDisallow: /foo/bar/\xE3\x83\x84", "danad", "/foo/bar/%E3%83%84", false},
    {"User-agent: *\nDisallow: /foo/bar/%E3%83%84", "danad", "/foo/bar/%e3%83%84", false},
    {"User-agent: *\nDisallow: /foo/bar/%62%61%7A", "danad", "/foo/bar/baz", false},
    {"User-agent: *\nDisallow: /foo/bar/baz", "danad", "/foo/bar/%62%61%7a", false},
    /* 2.2.3: special characters, special and literal */
    {"User-agent: *\nDisallow: /this/*/exactly", "danad", "/this/is/exactly/so", false},
    {"User-agent: *\nDisallow: /this/path/exactly$", "danad", "/this/path/exactly/", true},
    {"User-agent: *\nDisallow: /a*b*c$", "danad", "/abxbc", false},
    {"User-agent: *\nDisallow: /a*b*c$", "danad", "/abcb", true},
    {"User-agent: *\nDisallow: /a*bc$", "danad", "/abcxbc", false},
    {"User-agent: *\nDisallow: /a**b", "danad", "/axb", false},
    {"User-agent: *\nDisallow: /a*", "danad", "/a", false},
    {"User-agent: *\nDisallow: *", "danad", "/a", false},
    {"User-agent: *\nDisallow: *$", "danad", "/a", false},
    {"User-agent: *\nDisallow: $", "danad", "/a", true},
    {"User-agent: *\nDisallow: /a*aa$", "danad", "/aa", true},
    {"User-agent: *\nDisallow: /%30%39%41%5A%61%7A%2D%2E%5F%7E", "danad", "/09AZaz-._~", false},
    {"User-agent: *\nDisallow: /09AZaz-._~", "danad", "/%30%39%41%5a%61%7a%2d%2e%5f%7e", false},
    {"User-agent: *\nDisallow: /%2f%3a%40%5b%60%7b", "danad", "/%2F%3A%40%5B%60%7B", false},
    {"User-agent: *\nDisallow: /f-%2A.html", "danad", "/f-*.html", false},
    {"User-agent: *\nDisallow: /f-%2A.html", "danad", "/f-x.html", true},
    {"User-agent: *\nDisallow: /p%24", "danad", "/p$x", false},
    /* what is always allowed, and lines as systems end them */
    {"User-agent: *\nDisallow: /", "danad", "/robots.txt", true},
    {"\xEF\xBB\xBFUser-agent: *\r\nDisallow: /a\r\n", "danad", "/a", false},
    {"User-agent: *\rDisallow: /a\r", "danad", "/a", false},
    {"  User-agent :\t*  \n\tDisallow :  /a  ", "danad", "/a", false},
    {"<!doctype html><p>User-agent: *<p>Disallow: /", "danad", "/a", true},
    {"", "danad", "/a", true},
    {":\n:::\n#\n%\nUser-agent\nDisallow", "danad", "/a", true},
    {"User-agent: *\nDisallow: /%", "danad", "/a", true},
    {"User-agent: *\nDisallow: /%2", "danad", "/%2", false},
};

static void follows_the_rfc(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (allows(rows[i].text, rows[i].agent, rows[i].path) != rows[i].allowed) {
            fail_msg("row %zu: %s for %s by\n%s", i, rows[i].path, rows[i].agent, rows[i].text);
        }
    }
}

/* A text of the greatest length, with rules that each scan a long path, ends soon: rejected. */
static void does_not_take_long(void **state)
{
    static const char begin[] = "User-agent: *\n";
    static const char one[] = "Allow:*zz*y\n";
    char *text = malloc(SVC_ROBOTS_BYTES);
    char path[8192];
    size_t used = sizeof begin - 1;

    (void)state;
    assert_non_null(text);
    memcpy(text, begin, used);
    for (; used + sizeof one <= SVC_ROBOTS_BYTES; used += sizeof one - 1) {
        memcpy(text + used, one, sizeof one - 1);
    }
    memset(path, 'z', sizeof path);
    path[0] = '/';
    path[sizeof path - 1] = '\0';
    svc_robots *robots = svc_robots_read(text, used, "danad");
    assert_false(svc_robots_allow(robots, path));
    assert_true(svc_robots_allow(robots, "/short"));
    svc_robots_free(robots);
    free(text);
}

/* Random bytes are a text without rules or with some rules, nothing else. */
static void takes_any_bytes(void **state)
{
    unsigned seed = 1;

    (void)state;
    for (int round = 0; round < 3000; round++) {
        static const char alphabet[] = "user-agent:*\n\r disallow:/%2A$#\xE3\x00z";
        char text[400];
        char path[40];
        for (size_t i = 0; i < sizeof text; i++) {
            seed = seed * 1103515245U + 12345U;
            text[i] = alphabet[(seed >> 16) % (sizeof alphabet - 1)];
        }
        memcpy(text, "user-agent:*\ndisallow:", 22);
        for (size_t i = 0; i < sizeof path - 1; i++) {
            seed = seed * 1103515245U + 12345U;
            path[i] = "/a%2A$*z?"[(seed >> 16) % 9];
        }
        path[sizeof path - 1] = '\0';
        char *exact = malloc(sizeof text); /* so that reading beyond its end is detected */
        assert_non_null(exact);
        memcpy(exact, text, sizeof text);
        svc_robots *robots = svc_robots_read(exact, sizeof text, "danad");
        free(exact);
        assert_non_null(robots);
        svc_robots_allow(robots, path);
        svc_robots_free(robots);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(follows_the_rfc),
        cmocka_unit_test(does_not_take_long),
        cmocka_unit_test(takes_any_bytes),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
