#include "handlers.h"
#include "response.h"

/* Made from openapi.yaml by embed.cmake. */
extern const unsigned char api__openapi_yaml[];
extern const size_t api__openapi_yaml_length;

void api__spec(const api_context *context, const api_request *request, api_response *out)
{
    (void)context;
    (void)request;
    *out = (api_response){.status = 200, .is_document = true};
    api__static_body(out, "application/yaml", (const char *)api__openapi_yaml,
                     api__openapi_yaml_length);
}
