#include "http/work.h"

#include "dana/limits.h"
#include "http/errors.h"
#include "http/problems.h"

#include <math.h>

void api__core_problem(api_response *out, const char *id, const dana_error *err, double timeout_ms)
{
    if (err->status == DANA_CANCELLED) {
        api__limit_problem(out, id, "processing-timeout", NULL, (size_t)timeout_ms);
        return;
    }
    if (err->status == DANA_TOO_LARGE) {
        api__limit_problem(out, id, "body-too-large", err->message, err->limit_value);
        return;
    }
    if (err->status == DANA_NO_BOXES) {
        api__problem(out, id, "not-rendered", NULL, NULL);
        return;
    }
    if (err->status == DANA_INVALID_BOXES) {
        api__error_response(out, id, "invalid-request", "#/boxes", err->message);
        return;
    }
    switch (dana_status_category(err->status)) {
    case DANA_CATEGORY_DOCUMENT:
        api__problem_with(
            out, id, "document-too-complex", err->message,
            json_pack("{sI ss}", "limit", (json_int_t)err->limit_value, "limit_name", err->limit));
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

dana_status api__open_page(const api_context *context, dana_view source, size_t cap,
                           api__deadline *deadline, dana_page **page, dana_error *err)
{
    const dana_limits limits = {.max_attributes = context->max_attributes,
                                .max_depth = context->max_depth,
                                .max_nodes = context->max_nodes,
                                .max_lines = context->max_lines};
    dana_status status = dana_page_open(source.data, source.length, cap, NULL, page, err);

    if (status == DANA_OK) {
        dana_page_set_cancel(*page, api__deadline_past, deadline);
        dana_page_set_limits(*page, &limits);
    }
    return status;
}
