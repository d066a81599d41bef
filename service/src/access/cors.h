/*
 * Cross-origin requests of browsers (Fetch standard, "CORS protocol"): which origins may read what
 * this server answers.
 */
#ifndef SVC_ACCESS_CORS_H
#define SVC_ACCESS_CORS_H

#include <stdbool.h>
#include <stddef.h>

/* Origins that may read; constant after svc_cors_init. */
typedef struct {
    char *storage; /* the names, each with its NUL */
    char **origins;
    size_t count;
    bool any; /* "*" */
    bool private_network;
    char max_age[24]; /* seconds, as text */
} svc_cors;

/*
 * Whether a text is a list of origins as browsers write them ("https://a.example:8443", in lower
 * case, without the scheme's usual port, path or slash), separated by commas; or "*"; or "".
 */
bool svc_cors_is_list(const char *text);

/*
 * Takes over a list (checked as above). max_age_s: how long a browser may remember a preflight.
 * private_network: whether preflights that ask for a private network are granted. Returns false
 * where memory is out.
 */
bool svc_cors_init(svc_cors *cors, const char *list, long long max_age_s, bool private_network);

/* Frees what the rules hold. */
void svc_cors_clear(svc_cors *cors);

/* Returns whether answers differ by the Origin of a request. */
bool svc_cors_varies(const svc_cors *cors);

/*
 * Returns what Access-Control-Allow-Origin says to an Origin header (NULL: absent): "*", the
 * origin, or NULL where it may not read. Belongs to the rules.
 */
const char *svc_cors_allowed(const svc_cors *cors, const char *origin);

#endif
