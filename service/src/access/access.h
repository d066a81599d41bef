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
#include "config/config.h"
#include "documents/static_responses.h"

struct svc_request;

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
    svc_documents documents;
} svc_access;

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
 * memory is out; svc_access_stop is to be called then as well.
 */
bool svc_access_start(svc_access *access, const svc_config *config, const api_context *api,
                      char error[SVC_TOKENS_ERROR_SIZE]);

/* Frees the rules; no request and no response may be left. */
void svc_access_stop(svc_access *access);

/* Whether whatever stands at a path (decoded, without the base) is for bearers of a token only. */
bool svc_access_needs_token(const svc_access *access, const char *path);

/*
 * Judges the Authorization header (NULL: absent) of a request for a path. Returns true where it may
 * go on; else false, and *refusal, cleared before, is the answer: a token that is not ours is named
 * as the error, nothing is said where none came (RFC 6750, 3).
 */
bool svc_access_judge_token(svc_access *access, const char *id, const char *path,
                            const char *authorization, api_response *refusal);

/* Fills request->access from the head. */
void svc_access_read(struct svc_request *request);

/*
 * Judges the head: 401 without a right token, 429 above a limit. Returns true with the answer in
 * request->refusal.
 */
bool svc_access_refuses(struct svc_request *request);

#endif
