#include "fetch/redirect.h"

#include "fetch/url.h"

#include <stdlib.h>
#include <string.h>

/* Writes the absolute URL that a Location means, owned by libcurl; NULL where it means none. */
static CURLUcode resolve(const char *base, const char *location, char **absolute)
{
    CURLU *url = curl_url();
    CURLUcode code = url != NULL ? curl_url_set(url, CURLUPART_URL, base, 0) : CURLUE_OUT_OF_MEMORY;

    *absolute = NULL;
    if (code == CURLUE_OK) {
        code = curl_url_set(url, CURLUPART_URL, location, CURLU_URLENCODE);
    }
    if (code == CURLUE_OK) {
        code = curl_url_get(url, CURLUPART_URL, absolute, 0);
    }
    curl_url_cleanup(url);
    return code;
}

char *svc_redirect_target(svc_transfer *t, const char *base)
{
    char detail[SVC_URL_DETAIL_SIZE];
    char *absolute;
    char *next = NULL;
    CURLUcode code = resolve(base, t->location, &absolute);
    svc_url_status status = code == CURLUE_OK
                                ? svc_url_check(t->settings->rules, absolute, &next, detail)
                            : code == CURLUE_OUT_OF_MEMORY ? SVC_URL_NO_MEMORY
                                                           : SVC_URL_INVALID;

    if (status == SVC_URL_NO_MEMORY) {
        svc_transfer_end(t, SVC_FETCH_NO_MEMORY, "memory");
    } else if (status != SVC_URL_FINE) {
        svc_transfer_end(t, SVC_FETCH_FAILED, "blocked");
    }
    curl_free(absolute);
    return next;
}

bool svc_redirect_is_downgrade(const char *from, const char *to)
{
    return strncmp(from, "https:", 6) == 0 && strncmp(to, "http:", 5) == 0;
}

bool svc_redirect_may(svc_transfer *t)
{
    char *next = svc_redirect_target(t, t->url);
    bool fine = next != NULL && !svc_redirect_is_downgrade(t->url, next);

    if (next != NULL && !fine) {
        svc_transfer_end(t, SVC_FETCH_FAILED, "downgrade");
    }
    free(next);
    return fine;
}
