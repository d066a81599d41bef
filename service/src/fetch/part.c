#include "fetch/part.h"

#include "base/text.h"

#include <string.h>

/* Longest header that is sent. */
#define FIELD_SIZE 8192

/* Those that are the fetcher's own or the connection's, and what names who asks. "-" ends a prefix.
 */
static const char *const kept_back[] = {
    "host",   "connection",  "keep-alive", "content-length",     "transfer-encoding",
    "te",     "trailer",     "upgrade",    "upgrade-",           "expect",
    "cookie", "cookie2",     "user-agent", "accept-encoding",    "sec-",
    "proxy-", "x-danad-",    "forwarded",  "x-forwarded-",       "x-real-ip",
    "via",    "if-",         "range",      "metadata-",          "x-aws-ec2-metadata-",
    "dnt",    "traceparent", "tracestate", "x-google-metadata-", "cf-",
};

static bool is_kept_back(const char *name, size_t length)
{
    for (size_t i = 0; i < sizeof kept_back / sizeof kept_back[0]; i++) {
        size_t own = strlen(kept_back[i]);
        bool is_prefix = kept_back[i][own - 1] == '-';

        if (svc_text_equals(name, is_prefix && length > own ? own : length, kept_back[i])) {
            return true;
        }
    }
    return false;
}

static bool add_field(svc_transfer *t, const char *line, size_t length)
{
    char field[FIELD_SIZE];
    const char *colon = memchr(line, ':', length);

    if (colon == NULL || colon == line || length >= sizeof field ||
        is_kept_back(line, (size_t)(colon - line)) || memchr(line, '\r', length) != NULL) {
        return true;
    }
    memcpy(field, line, length);
    field[length] = '\0';
    return svc_exchange_add_header(t, field);
}

static bool add_fields(svc_transfer *t, const char *lines)
{
    bool fine = true;

    while (fine && lines != NULL && *lines != '\0') {
        size_t length = strcspn(lines, "\n");

        fine = add_field(t, lines, length);
        lines += length + (lines[length] == '\n');
    }
    return fine;
}

static bool set_data(svc_transfer *t, const svc_fetch_order *order)
{
    CURLcode e = curl_easy_setopt(t->handle, CURLOPT_POSTFIELDSIZE_LARGE,
                                  (curl_off_t)order->data_length);

    return e == CURLE_OK && curl_easy_setopt(t->handle, CURLOPT_COPYPOSTFIELDS,
                                             order->data_length > 0 ? order->data : "") == CURLE_OK;
}

bool svc_part_set_up(svc_transfer *t, const svc_fetch_order *order)
{
    bool fine = add_fields(t, order->fields) && svc_exchange_add_header(t, "Expect:");

    if (strcmp(order->method, "HEAD") == 0) {
        return fine && curl_easy_setopt(t->handle, CURLOPT_NOBODY, 1L) == CURLE_OK;
    }
    if (strcmp(order->method, "GET") == 0) {
        return fine;
    }
    return fine && (order->data_length == 0 || set_data(t, order)) &&
           curl_easy_setopt(t->handle, CURLOPT_CUSTOMREQUEST, order->method) == CURLE_OK;
}
