/*
 * The handlers of this folder, a file each. A handler never fails: every error is a response.
 */
#ifndef API_ENDPOINTS_HANDLERS_H
#define API_ENDPOINTS_HANDLERS_H

#include "api/api.h"

/* The types of PUT /tika/main. */
extern const char *const api__tika_types[];

/* PUT /tika/main */
void api__tika_main(const api_context *context, const api_request *request, api_response *out);

/* GET /parser */
void api__mercury_url(const api_context *context, const api_request *request, api_response *out);

/* POST /parse-html */
void api__mercury_html(const api_context *context, const api_request *request, api_response *out);

/* POST /v1/trends */
void api__trends(const api_context *context, const api_request *request, api_response *out);

/* POST /v1/headline */
void api__headline(const api_context *context, const api_request *request, api_response *out);

/* POST /v1/evaluate */
void api__evaluate(const api_context *context, const api_request *request, api_response *out);

/* GET /v1/algorithms */
void api__algorithms(const api_context *context, const api_request *request, api_response *out);

/* GET /v1/info */
void api__info(const api_context *context, const api_request *request, api_response *out);

/* GET /livez and /healthz */
void api__live(const api_context *context, const api_request *request, api_response *out);

/* GET /readyz */
void api__ready(const api_context *context, const api_request *request, api_response *out);

/* GET /metrics */
void api__metrics(const api_context *context, const api_request *request, api_response *out);

/* GET /docs: the reference, made of openapi.yaml. */
void api__docs(const api_context *context, const api_request *request, api_response *out);

/* GET /docs/guide */
void api__guide(const api_context *context, const api_request *request, api_response *out);

/* GET /openapi.yaml */
void api__spec(const api_context *context, const api_request *request, api_response *out);

/* GET /openapi.json */
void api__spec_json(const api_context *context, const api_request *request, api_response *out);

/* GET /problems */
void api__problem_index(const api_context *context, const api_request *request, api_response *out);

/* GET /problems/{code} */
void api__problem_page(const api_context *context, const api_request *request, api_response *out);

/* The media types of the pages about problems, NULL-terminated. */
extern const char *const api__problem_types[];

#endif
