#include "access/access.h"

#include "base/clock.h"
#include "http/request.h"

#include <stdlib.h>
#include <string.h>

/* When a path asks for a token. */
typedef enum { NEVER, FOR_METRICS, ALWAYS } token_rule;

/* What is not in the table asks for a token and counts. */
static const struct {
    const char *path;
    bool is_prefix;
    token_rule token;
    bool counts; /* towards the limit of its client */
} rules[] = {
    {"/livez", false, NEVER, false},
    {"/readyz", false, NEVER, false},
    {"/healthz", false, NEVER, false},
    {"/metrics", false, FOR_METRICS, false},
    /* The same for everybody: the playground asks for the token itself, and whoever is refused may
     * read why, and how to ask. */
    {"/", false, NEVER, true},
    {"/openapi.yaml", false, NEVER, true},
    {"/openapi.json", false, NEVER, true},
    {"/problems/", true, NEVER, true},
};

#define RULE_COUNT (sizeof rules / sizeof rules[0])

/* The row of a path; RULE_COUNT: none. */
static size_t find_rule(const char *path)
{
    size_t i = 0;

    while (i < RULE_COUNT &&
           (rules[i].is_prefix ? strncmp(rules[i].path, path, strlen(rules[i].path)) != 0
                               : strcmp(rules[i].path, path) != 0)) {
        i++;
    }
    return i;
}

/* Probes and metrics tell of the moment, and cannot yet: nothing runs while documents are made. */
static bool may_be_document(const char *path)
{
    size_t row = find_rule(path);

    return row == RULE_COUNT || rules[row].counts;
}

bool svc_access_start(svc_access *access, const svc_config *config, const api_context *api,
                      char error[SVC_TOKENS_ERROR_SIZE])
{
    *access = (svc_access){.api = api,
                           .metrics_auth = config->metrics_auth != 0,
                           .per_ip_max = (unsigned)config->max_per_ip,
                           .compress_min = (size_t)config->compress_min_bytes};
    if (!svc_tokens_open(&access->tokens, config->auth_tokens_file, error)) {
        return false;
    }
    snprintf(error, SVC_TOKENS_ERROR_SIZE, "out of memory");
    svc_documents_build(&access->documents, api, access->compress_min, may_be_document);
    return svc_cors_init(&access->cors, config->cors_allow_origins, config->cors_max_age_s,
                         config->cors_private_network != 0) &&
           svc_networks_parse(config->trusted_proxies, &access->proxies) &&
           svc_limiter_init(&access->limiter, (double)config->rate_limit_milli / 1e3,
                            (unsigned)config->rate_burst);
}

void svc_access_stop(svc_access *access)
{
    svc_tokens_close(&access->tokens);
    svc_cors_clear(&access->cors);
    svc_networks_clear(&access->proxies);
    svc_limiter_clear(&access->limiter);
    svc_documents_clear(&access->documents);
}

bool svc_access_needs_token(const svc_access *access, const char *path)
{
    size_t row = find_rule(path);
    token_rule rule = row < RULE_COUNT ? rules[row].token : ALWAYS;

    return svc_tokens_wanted(&access->tokens) &&
           (rule == ALWAYS || (rule == FOR_METRICS && access->metrics_auth));
}

static const char *header(const svc_request *request, const char *name)
{
    return MHD_lookup_connection_value(request->connection, MHD_HEADER_KIND, name);
}

static bool header_is(const svc_request *request, const char *name, const char *wanted)
{
    const char *value = header(request, name);

    return value != NULL && strcmp(value, wanted) == 0;
}

static bool is_options(const svc_request *request)
{
    return strcmp(request->head.method, "OPTIONS") == 0;
}

void svc_access_read(svc_request *request)
{
    const svc_access *access = &request->server->access;
    const char *origin = header(request, "Origin");

    request->access = (svc_request_access){
        .allow_origin = svc_cors_allowed(&access->cors, origin),
        .preflight = is_options(request) && origin != NULL &&
                     header(request, "Access-Control-Request-Method") != NULL,
        .wants_private_network = header_is(request, "Access-Control-Request-Private-Network",
                                           "true"),
        .accepted = svc_coding_accepted(header(request, "Accept-Encoding")),
        .client = svc_client_find(request->connection, &access->proxies)};
}

static bool set_refusal(svc_request *request, const char *code, const char *detail,
                        int retry_after_s)
{
    api_response_clear(&request->refusal);
    api_problem_response(&request->refusal, request->server->access.api, request->id, code, detail,
                         retry_after_s);
    return true;
}

/* A connection too many of its address: to be closed, so that the others can be kept. */
static bool refuse_crowded(svc_request *request)
{
    set_refusal(request, "rate-limited", "Too many connections from this address.", 1);
    request->refusal.close_connection = true;
    return true;
}

bool svc_access_judge_token(svc_access *access, const char *id, const char *path,
                            const char *authorization, api_response *refusal)
{
    if (!svc_access_needs_token(access, path)) {
        return true;
    }
    svc_token_verdict verdict = svc_tokens_judge(&access->tokens, authorization);
    bool wrong = verdict == SVC_TOKEN_WRONG;

    if (verdict == SVC_TOKEN_RIGHT) {
        return true;
    }
    api_response_clear(refusal);
    api_problem_response(refusal, access->api, id, "unauthorized",
                         wrong ? "The bearer token is not valid." : NULL, 0);
    api_response_add_header(refusal, "WWW-Authenticate",
                            wrong ? "Bearer realm=\"danad\", error=\"invalid_token\""
                                  : "Bearer realm=\"danad\"");
    return false;
}

/*
 * The limit comes before the token, so that tokens cannot be tried without end. OPTIONS is free of
 * both: a browser's preflights carry no token, and come in front of what counts.
 */
bool svc_access_refuses(svc_request *request)
{
    svc_access *access = &request->server->access;
    size_t row = find_rule(request->head.path);
    bool counts = (row == RULE_COUNT || rules[row].counts) && !is_options(request);

    if (counts && request->place != NULL && request->place->crowded) {
        return refuse_crowded(request);
    }
    double wait_ms = counts
                         ? svc_limiter_take(&access->limiter, &request->access.client, svc_now_ms())
                         : 0.0;
    if (wait_ms > 0.0) {
        return set_refusal(request, "rate-limited", NULL, 1 + (int)(wait_ms / 1000.0));
    }
    return !is_options(request) &&
           !svc_access_judge_token(access, request->id, request->head.path,
                                   header(request, "Authorization"), &request->refusal);
}
