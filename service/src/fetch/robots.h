/*
 * robots.txt (RFC 9309): which paths of a site a robot may fetch. Text in, verdicts out.
 */
#ifndef SVC_FETCH_ROBOTS_H
#define SVC_FETCH_ROBOTS_H

#include <stdbool.h>
#include <stddef.h>

/* What is read of a robots.txt, in bytes; RFC 9309, 2.5, asks for 500 KiB at least. */
#define SVC_ROBOTS_BYTES ((size_t)512 * 1024)

/* Opaque: the rules of a robots.txt for one robot. */
typedef struct svc_robots svc_robots;

/*
 * Reads the rules of a robots.txt (length bytes, any) for the robot of a User-Agent header, whose
 * product token is what it begins with of letters, _ and -: those of all groups that name it, else
 * those of the groups for *. Returns them, owned (svc_robots_free); NULL where memory is out.
 */
svc_robots *svc_robots_read(const char *text, size_t length, const char *user_agent);

/* Frees rules; NULL is allowed. */
void svc_robots_free(svc_robots *robots);

/*
 * Whether the rules allow a path with its query ("/a?b", percent-encoded). The longest rule that
 * matches decides, and Allow where two are as long; without any it is allowed. Not allowed where
 * memory is out, or the rules are made to take long.
 */
bool svc_robots_allow(const svc_robots *robots, const char *path);

#endif
