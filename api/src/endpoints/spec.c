#include "endpoints/handlers.h"
#include "http/response.h"

/* Made from openapi.yaml by embed.cmake and yaml_to_json.py. */
extern const unsigned char api__openapi_yaml[];
extern const size_t api__openapi_yaml_length;
extern const unsigned char api__openapi_json[];
extern const size_t api__openapi_json_length;

/* Made from openapi.yaml and docs/ by docs/build.py and embed.cmake. */
extern const unsigned char api__docs_reference[];
extern const size_t api__docs_reference_length;
extern const unsigned char api__docs_guide[];
extern const size_t api__docs_guide_length;
extern const unsigned char api__docs_policy[];
extern const size_t api__docs_policy_length;

static void answer(api_response *out, const char *content_type, const unsigned char *bytes,
                   size_t length)
{
    *out = (api_response){.status = 200, .is_document = true};
    api__static_body(out, content_type, (const char *)bytes, length);
}

static void answer_page(api_response *out, const unsigned char *bytes, size_t length)
{
    answer(out, "text/html; charset=utf-8", bytes, length);
    api__add_header(out, "Content-Security-Policy", "%.*s", (int)api__docs_policy_length,
                    (const char *)api__docs_policy);
}

void api__spec(const api_context *context, const api_request *request, api_response *out)
{
    (void)context;
    (void)request;
    answer(out, "application/yaml", api__openapi_yaml, api__openapi_yaml_length);
}

void api__spec_json(const api_context *context, const api_request *request, api_response *out)
{
    (void)context;
    (void)request;
    answer(out, "application/json", api__openapi_json, api__openapi_json_length);
}

void api__docs(const api_context *context, const api_request *request, api_response *out)
{
    (void)context;
    (void)request;
    answer_page(out, api__docs_reference, api__docs_reference_length);
}

void api__guide(const api_context *context, const api_request *request, api_response *out)
{
    (void)context;
    (void)request;
    answer_page(out, api__docs_guide, api__docs_guide_length);
}
