/* Short texts of requests and settings: URLs of fetches, networks, CombinE expressions, dates of
 * requests. */
#include "catalogue/expression.h"
#include "dana/algorithm.h"
#include "fetch/url.h"
#include "target.h"

#include <string.h>

#define TEXT_MAX 2000

static void check_expression(const char *text)
{
    static dana__program program;
    dana_error err;

    if (dana__compile(text, &program, &err) != DANA_OK) {
        must_be_right(err.position <= strlen(text) ? NULL : "the place of an error");
        return;
    }
    must_be_right(program.count > 0 ? NULL : "an empty program");
}

/* A URL that is fine is fine as it was written, and stays as it is. */
static void check_url(const char *text)
{
    static const svc_address_rules addresses;
    static const svc_url_rules rules = {
        .addresses = &addresses, .ports = {80, 443}, .port_count = 2};
    char detail[SVC_URL_DETAIL_SIZE];
    char *once;
    char *twice;

    if (svc_url_check(&rules, text, &once, detail) != SVC_URL_FINE) {
        return;
    }
    must_be_right(svc_url_check(&rules, once, &twice, detail) == SVC_URL_FINE
                      ? NULL
                      : "a URL is refused as written");
    must_be_right(strcmp(once, twice) == 0 ? NULL : "a URL changes again");
    free(once);
    free(twice);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char text[TEXT_MAX + 1];
    svc_network network;

    if (size > TEXT_MAX || (size > 0 && memchr(data, '\0', size) != NULL)) {
        return 0;
    }
    memcpy(text, data, size);
    text[size] = '\0';
    check_expression(text);
    check_url(text);
    svc_network_parse(text, size, &network);
    return 0;
}
