#include "endpoints/handlers.h"
#include "http/response.h"

/* Made from openapi.yaml and docs/ by docs/build.py and embed.cmake. */
extern const unsigned char api__docs_reference[];
extern const size_t api__docs_reference_length;
extern const unsigned char api__docs_guide[];
extern const size_t api__docs_guide_length;
extern const unsigned char api__docs_policy[];
extern const size_t api__docs_policy_length;

static void answer(api_response *out, const unsigned char *bytes, size_t length)
{
    *out = (api_response){.status = 200, .is_document = true};
    api__static_body(out, "text/html; charset=utf-8", (const char *)bytes, length);
    api__add_header(out, "Content-Security-Policy", "%.*s", (int)api__docs_policy_length,
                    (const char *)api__docs_policy);
}

void api__docs(const api_context *context, const api_request *request, api_response *out)
{
    (void)context;
    (void)request;
    answer(out, api__docs_reference, api__docs_reference_length);
}

void api__docs_guide_page(const api_context *context, const api_request *request,
                          api_response *out)
{
    (void)context;
    (void)request;
    answer(out, api__docs_guide, api__docs_guide_length);
}
