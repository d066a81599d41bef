#include "fetch/robots_check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* RFC 9309, 2.3.1.2: at least five in a row; after more there is none. */
#define REDIRECTS_MAX 5

/* Where the path of a URL begins that svc_url_check has made. */
static size_t site_length(const char *url)
{
    const char *host = strstr(url, "://") + 3;

    return (size_t)(host - url) + strcspn(host, "/?");
}

static svc_robots_verdict judge(const svc_robots_check *check, const char *page)
{
    bool allowed = check->rules == NULL || svc_robots_allow(check->rules, page + site_length(page));

    return allowed ? SVC_ROBOTS_ALLOWED : SVC_ROBOTS_REFUSED;
}

svc_robots_verdict svc_robots_check_page(svc_robots_check *check, const char *page)
{
    size_t length = site_length(page);

    if (check->site != NULL && strlen(check->site) == length &&
        memcmp(check->site, page, length) == 0) {
        return judge(check, page);
    }
    svc_robots_check_clear(check);
    check->site = strndup(page, length);
    if (check->site == NULL || asprintf(&check->url, "%s/robots.txt", check->site) < 0) {
        check->url = NULL;
        return SVC_ROBOTS_NO_MEMORY;
    }
    return SVC_ROBOTS_ASK;
}

bool svc_robots_check_follows(const svc_robots_check *check)
{
    return check->redirects < REDIRECTS_MAX;
}

void svc_robots_check_follow(svc_robots_check *check, char *url)
{
    svc_buffer_clear(&check->body);
    free(check->url);
    check->url = url;
    check->redirects++;
}

/* RFC 9309, 2.3.1.1 and 2.3.1.3: without one (3xx, 4xx) all is allowed. */
svc_robots_verdict svc_robots_check_end(svc_robots_check *check, long status, const char *page,
                                        const char *user_agent)
{
    bool there = status >= 200 && status <= 299;

    free(check->url);
    check->url = NULL;
    if (there) {
        check->rules = svc_robots_read(check->body.bytes != NULL ? check->body.bytes : "",
                                       check->body.length, user_agent);
    }
    svc_buffer_clear(&check->body);
    if (there) {
        return check->rules != NULL ? judge(check, page) : SVC_ROBOTS_NO_MEMORY;
    }
    return status >= 300 && status <= 499 ? SVC_ROBOTS_ALLOWED : SVC_ROBOTS_UNREADABLE;
}

void svc_robots_check_clear(svc_robots_check *check)
{
    svc_robots_free(check->rules);
    free(check->url);
    free(check->site);
    svc_buffer_clear(&check->body);
    *check = (svc_robots_check){.url = NULL};
}
