#include "work.h"

#include "dana/page.h"
#include "problems.h"

#include <math.h>

void api__core_problem(api_response *out, const char *id, const dana_error *err, size_t length,
                       double timeout_ms)
{
    if (err->status == DANA_CANCELLED) {
        api__limit_problem(out, id, "processing-timeout", NULL, (size_t)timeout_ms);
        return;
    }
    if (err->status == DANA_TOO_LARGE) {
        api__limit_problem(out, id, "body-too-large", err->message, DANA_SOURCE_MAX);
        return;
    }
    switch (dana_status_category(err->status)) {
    case DANA_CATEGORY_DOCUMENT:
        api__limit_problem(out, id, "document-too-complex", err->message,
                           dana_page_default_cap(length));
        break;
    case DANA_CATEGORY_INPUT:
        api__problem(out, id, "invalid-request", err->message, NULL);
        break;
    default:
        api__problem(out, id, "internal", NULL, NULL);
        break;
    }
}

bool api__deadline_past(void *arg)
{
    const api__deadline *d = arg;

    return d->now_ms() > d->end_ms;
}

double api__timeout(const api_context *context, double asked_ms)
{
    double own_ms = context->process_timeout_ms > 0.0 ? context->process_timeout_ms : HUGE_VAL;

    return asked_ms > 0.0 && asked_ms < own_ms ? asked_ms : own_ms;
}
