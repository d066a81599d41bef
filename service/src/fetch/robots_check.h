/*
 * The robots.txt files of one order, along its redirects: when to ask for one, and what its answer
 * means for the page (RFC 9309, 2.3.1). Asks nobody itself.
 */
#ifndef SVC_FETCH_ROBOTS_CHECK_H
#define SVC_FETCH_ROBOTS_CHECK_H

#include "base/buffer.h"
#include "fetch/robots.h"

/* What is known of the site of the page. Zeroed at first; members are private but `url` and
 * `body`. */
typedef struct {
    char *url;     /* of the robots.txt that is being asked for; NULL: none is */
    int redirects; /* that led there */
    char *site;    /* "https://a.example:81", whose rules are known; NULL: none's */
    svc_robots *rules;
    svc_buffer body; /* what has come of it: at most SVC_ROBOTS_BYTES */
} svc_robots_check;

/* What to do next. */
typedef enum {
    SVC_ROBOTS_ASK, /* for `url` */
    SVC_ROBOTS_ALLOWED,
    SVC_ROBOTS_REFUSED,
    SVC_ROBOTS_UNREADABLE, /* the server has failed, which refuses as well */
    SVC_ROBOTS_NO_MEMORY
} svc_robots_verdict;

/*
 * Judges a page by its URL, as svc_url_check has made it. Asks where the rules of its site are not
 * known.
 */
svc_robots_verdict svc_robots_check_page(svc_robots_check *check, const char *page);

/* Whether a redirect from a robots.txt is followed. */
bool svc_robots_check_follows(const svc_robots_check *check);

/* Goes where a redirect leads: takes over the URL, which has been checked. */
void svc_robots_check_follow(svc_robots_check *check, char *url);

/* Takes the end of an answer, by its HTTP status, and judges the page. Does not ask again. */
svc_robots_verdict svc_robots_check_end(svc_robots_check *check, long status, const char *page,
                                        const char *user_agent);

/* Frees what it holds. */
void svc_robots_check_clear(svc_robots_check *check);

#endif
