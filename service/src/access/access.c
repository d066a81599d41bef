#include "access/access.h"

#include "access/field_list.h"
#include "base/clock.h"

#include <stdio.h>
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
    {"/docs", false, NEVER, true},
    {"/docs/guide", false, NEVER, true},
    {"/problems", false, NEVER, true},
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

bool svc_access_is_probe(const char *path)
{
    size_t row = find_rule(path);

    return row < RULE_COUNT && !rules[row].counts;
}

/* Probes and metrics tell of the moment, and cannot yet: nothing runs while documents are made. */
static bool may_be_document(const char *path)
{
    return !svc_access_is_probe(path);
}

static bool set_up(svc_access *access, const svc_access_settings *settings)
{
    svc_static_responses_build(&access->documents, access->api, access->compress_min,
                               may_be_document);
    return svc_cors_init(&access->cors, settings->origins, settings->preflight_max_age_s,
                         settings->private_network) &&
           svc_networks_parse(settings->trusted_proxies, &access->proxies) &&
           svc_limiter_init(&access->limiter, settings->rate, settings->burst);
}

bool svc_access_start(svc_access *access, const svc_access_settings *settings,
                      const api_context *api, char error[SVC_TOKENS_ERROR_SIZE])
{
    *access = (svc_access){.api = api,
                           .metrics_auth = settings->metrics_auth,
                           .per_ip_max = settings->per_ip_max,
                           .compress_min = settings->compress_min};
    if (!svc_tokens_open(&access->tokens, settings->tokens_file, error)) {
        return false;
    }
    if (!set_up(access, settings)) {
        snprintf(error, SVC_TOKENS_ERROR_SIZE, "out of memory");
        svc_access_stop(access);
        return false;
    }
    return true;
}

void svc_access_stop(svc_access *access)
{
    svc_tokens_close(&access->tokens);
    svc_cors_clear(&access->cors);
    svc_networks_clear(&access->proxies);
    svc_limiter_clear(&access->limiter);
    svc_static_responses_clear(&access->documents);
}

bool svc_access_needs_token(const svc_access *access, const char *path)
{
    size_t row = find_rule(path);
    token_rule rule = row < RULE_COUNT ? rules[row].token : ALWAYS;

    return svc_tokens_wanted(&access->tokens) &&
           (rule == ALWAYS || (rule == FOR_METRICS && access->metrics_auth));
}

static const char *header(struct MHD_Connection *connection, const char *name)
{
    return MHD_lookup_connection_value(connection, MHD_HEADER_KIND, name);
}

static bool is_options(const char *method)
{
    return strcmp(method, "OPTIONS") == 0;
}

svc_request_access svc_access_read(const svc_access *access, struct MHD_Connection *connection,
                                   const char *method)
{
    const char *origin = header(connection, "Origin");
    const char *network = header(connection, "Access-Control-Request-Private-Network");
    char *joined = NULL;
    const char *codings;

    svc_field_list(connection, "Accept-Encoding", &joined, &codings); /* without memory: identity */
    svc_accepted accepted = svc_coding_accepted(codings);

    free(joined);
    return (svc_request_access){
        .allow_origin = svc_cors_allowed(&access->cors, origin),
        .preflight = is_options(method) && origin != NULL &&
                     header(connection, "Access-Control-Request-Method") != NULL,
        .wants_private_network = network != NULL && strcmp(network, "true") == 0,
        .accepted = accepted,
        .client = svc_client_find(connection, &access->proxies)};
}

/* Always true, for those who refuse. */
static bool refuse(const svc_access *access, const svc_access_question *question,
                   const char *detail, int retry_after_s, api_response *refusal)
{
    api_response_clear(refusal);
    api_problem_response(refusal, access->api, question->id, "rate-limited", detail, retry_after_s);
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
bool svc_access_refuses(svc_access *access, const svc_access_question *question,
                        api_response *refusal)
{
    size_t row = find_rule(question->path);
    bool options = is_options(question->method);
    bool counts = (row == RULE_COUNT || rules[row].counts) && !options;

    if (counts && question->crowded) {
        refuse(access, question, "Too many connections from this address.", 1, refusal);
        refusal->close_connection = true; /* so that the others can be kept */
        return true;
    }
    double wait_ms = counts ? svc_limiter_take(&access->limiter, question->client, svc_now_ms())
                            : 0.0;
    if (wait_ms > 0.0) {
        return refuse(access, question, NULL, svc_limiter_retry_after_s(wait_ms), refusal);
    }
    return !options && !svc_access_judge_token(access, question->id, question->path,
                                               question->authorization, refusal);
}
