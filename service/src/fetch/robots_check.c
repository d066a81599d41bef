#include "fetch/robots_check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* RFC 9309, 2.3.1.2: at least five in a row; behind more there is none. */
#define REDIRECTS_MAX 5
#define FIRST_BYTES   ((size_t)4 * 1024)

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

/* Makes room for so many bytes, at least twice as much as there was. */
static bool make_room(svc_robots_check *check, size_t length)
{
    size_t capacity = check->capacity > 0 ? check->capacity : FIRST_BYTES;

    if (length <= check->capacity) {
        return true;
    }
    while (capacity < length) {
        capacity *= 2;
    }
    char *body = realloc(check->body, capacity);
    if (body == NULL) {
        return false;
    }
    check->body = body;
    check->capacity = capacity;
    return true;
}

/* RFC 9309, 2.5: what stands beyond the limit is not read. */
bool svc_robots_check_take(svc_robots_check *check, const char *bytes, size_t length)
{
    size_t room = SVC_ROBOTS_BYTES - check->length;
    size_t taken = length < room ? length : room;

    if (!make_room(check, check->length + taken)) {
        return false;
    }
    memcpy(check->body + check->length, bytes, taken);
    check->length += taken;
    return taken == length;
}

bool svc_robots_check_follows(const svc_robots_check *check)
{
    return check->redirects < REDIRECTS_MAX;
}

static void drop_answer(svc_robots_check *check)
{
    free(check->body);
    check->body = NULL;
    check->length = 0;
    check->capacity = 0;
}

void svc_robots_check_follow(svc_robots_check *check, char *url)
{
    drop_answer(check);
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
        check->rules = svc_robots_read(check->body != NULL ? check->body : "", check->length,
                                       user_agent);
    }
    drop_answer(check);
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
    free(check->body);
    *check = (svc_robots_check){.url = NULL};
}
