#include "fetch/result.h"

#include <stdlib.h>

void svc_fetch_result_clear(svc_fetch_result *result)
{
    free(result->final_url);
    free(result->content_type);
    free(result->fields);
    free(result->body);
    *result = (svc_fetch_result){.outcome = SVC_FETCH_FAILED};
}

static const struct {
    svc_fetch_outcome outcome;
    const char *code;
} problems[] = {
    {SVC_FETCH_INVALID_URL, "invalid-url"},  {SVC_FETCH_FORBIDDEN, "target-forbidden"},
    {SVC_FETCH_ROBOTS, "robots-disallowed"}, {SVC_FETCH_FAILED, "fetch-failed"},
    {SVC_FETCH_STATUS, "upstream-status"},   {SVC_FETCH_REDIRECT_LIMIT, "redirect-limit"},
    {SVC_FETCH_TIMEOUT, "fetch-timeout"},    {SVC_FETCH_TOO_LARGE, "upstream-too-large"},
    {SVC_FETCH_NOT_HTML, "not-html"},        {SVC_FETCH_STOPPED, "draining"},
    {SVC_FETCH_NO_MEMORY, "internal"},
};

const char *svc_fetch_problem(svc_fetch_outcome outcome)
{
    for (size_t i = 0; i < sizeof problems / sizeof problems[0]; i++) {
        if (problems[i].outcome == outcome) {
            return problems[i].code;
        }
    }
    return NULL;
}
