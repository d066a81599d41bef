/*
 * Who may ask, how often, and how the answers reach them: tokens, limits per client, CORS, content
 * codings.
 */
#ifndef SVC_ACCESS_ACCESS_H
#define SVC_ACCESS_ACCESS_H

#include "access/client.h"
#include "access/cors.h"
#include "access/limiter.h"
#include "access/tokens.h"
#include "documents/static_responses.h"

/* What the rules are made from. Strings are borrowed for as long as the rules are there. */
typedef struct {
    const char *tokens_file; /* "": no token is asked for */
    bool metrics_auth;       /* whether /metrics asks for a token as well */
    const char *origins;     /* as for svc_cors_init */
    long long preflight_max_age_s;
    bool private_network;
    const char *trusted_proxies; /* networks, separated by commas */
    double rate;                 /* requests a second of a client; 0: any number */
    unsigned burst;
    unsigned per_ip_max; /* connections of an address; 0: any number */
    size_t compress_min; /* shortest body that is compressed */
} svc_access_settings;

/* The rules of a server. Constant while it runs, but for what the members' own modules guard. */
typedef struct {
    const api_context *api; /* the server's, which outlives this */
    svc_cors cors;
    svc_tokens tokens;
    bool metrics_auth; /* whether /metrics asks for a token as well */
    svc_limiter limiter;
    svc_networks proxies; /* whose X-Forwarded-For is believed */
    unsigned per_ip_max;  /* connections of an address; 0: any number */
    size_t compress_min;  /* shortest body that is compressed */
    svc_static_responses documents;
} svc_access;

/* Who asks for what. All is borrowed. */
typedef struct {
    const char *id;
    const char *method;
    const char *path; /* decoded, without the base */
    const char *authorization;
    const svc_address *client;
    bool crowded; /* on a connection too many of its address */
} svc_access_question;

/* What the rules say about a request. */
typedef struct {
    const char *allow_origin; /* Access-Control-Allow-Origin, the rules' own; NULL: none */
    bool preflight;
    bool wants_private_network;
    svc_accepted accepted;
    svc_address client; /* behind the trusted proxies; family 0 where unknown */
} svc_request_access;

/*
 * Sets up the rules. Returns false with one line in `error` where the file of tokens is not fine or
 * memory is out; nothing is left then.
 */
bool svc_access_start(svc_access *access, const svc_access_settings *settings,
                      const api_context *api, char error[SVC_TOKENS_ERROR_SIZE]);

/* Frees the rules; no request and no response may be left. */
void svc_access_stop(svc_access *access);

/* Whether a path (decoded, without the base) is for probes and scrapers, whom no limit is for. */
bool svc_access_is_probe(const char *path);

/* Whether whatever stands at a path (decoded, without the base) is for bearers of a token only. */
bool svc_access_needs_token(const svc_access *access, const char *path);

/*
 * Judges the Authorization header (NULL: absent) of a request for a path. Returns true where it may
 * go on; else false, and *refusal, cleared before, is the answer: a token that is not ours is named
 * as the error, nothing is said where none came (RFC 6750, 3).
 */
bool svc_access_judge_token(svc_access *access, const char *id, const char *path,
                            const char *authorization, api_response *refusal);

/* Returns what the rules say about the head of a request. */
svc_request_access svc_access_read(const svc_access *access, struct MHD_Connection *connection,
                                   const char *method);

/*
 * Judges a request: 401 without a right token, 429 above a limit. Returns true with the answer in
 * *refusal.
 */
bool svc_access_refuses(svc_access *access, const svc_access_question *question,
                        api_response *refusal);

#endif
