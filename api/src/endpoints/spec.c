#include "endpoints/handlers.h"
#include "http/response.h"

/* Made from openapi.yaml by embed.cmake and yaml_to_json.py. */
extern const api_embedded api__openapi_yaml;
extern const api_embedded api__openapi_json;

/* Made from openapi.yaml and docs/ by docs/build.py and embed.cmake. */
extern const api_embedded api__docs_reference;
extern const api_embedded api__docs_guide;
extern const unsigned char api__docs_policy[];
extern const size_t api__docs_policy_length;

static void answer(api_response *out, const char *content_type, const api_embedded *document)
{
    *out = (api_response){.status = 200, .is_document = true};
    api__document_body(out, content_type, document);
}

static void answer_page(api_response *out, const api_embedded *document)
{
    answer(out, "text/html; charset=utf-8", document);
    api__add_header(out, "Content-Security-Policy", "%.*s", (int)api__docs_policy_length,
                    (const char *)api__docs_policy);
}

void api__spec(const api_context *context, const api_request *request, api_response *out)
{
    (void)context;
    (void)request;
    answer(out, "application/yaml", &api__openapi_yaml);
}

void api__spec_json(const api_context *context, const api_request *request, api_response *out)
{
    (void)context;
    (void)request;
    answer(out, "application/json", &api__openapi_json);
}

void api__docs(const api_context *context, const api_request *request, api_response *out)
{
    (void)context;
    (void)request;
    answer_page(out, &api__docs_reference);
}

void api__guide(const api_context *context, const api_request *request, api_response *out)
{
    (void)context;
    (void)request;
    answer_page(out, &api__docs_guide);
}
