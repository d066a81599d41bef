#include "fetch/failure.h"

const char svc_fetch_no_address[] =
    "The host's name does not resolve, or to no address that is fetched from.";

static const char miscoded[] =
    "The site's answer is not in the content coding that it names, or in too many.";

static const svc_fetch_failure failures[] = {
    {CURLE_OUT_OF_MEMORY, SVC_FETCH_NO_MEMORY, "memory", false, NULL},
    {CURLE_OPERATION_TIMEDOUT, SVC_FETCH_TIMEOUT, "timeout", false, NULL},
    {CURLE_FILESIZE_EXCEEDED, SVC_FETCH_TOO_LARGE, "too_large", false, NULL},
    {CURLE_COULDNT_RESOLVE_HOST, SVC_FETCH_FAILED, "dns", true, svc_fetch_no_address},
    {CURLE_COULDNT_CONNECT, SVC_FETCH_FAILED, "connect", true,
     "Nothing answers at the host's address and port."},
    {CURLE_SSL_CONNECT_ERROR, SVC_FETCH_FAILED, "tls", false, "No TLS with the host."},
    {CURLE_PEER_FAILED_VERIFICATION, SVC_FETCH_FAILED, "tls", false,
     "The host's certificate is not valid."},
    {CURLE_PARTIAL_FILE, SVC_FETCH_FAILED, "protocol", false,
     "The site's answer is cut short: less came than it said."},
    {CURLE_GOT_NOTHING, SVC_FETCH_FAILED, "protocol", false,
     "The site closed the connection without an answer."},
    {CURLE_BAD_CONTENT_ENCODING, SVC_FETCH_FAILED, "protocol", false, miscoded},
    /* By a decoder of transfer codings: what our own functions do not take is told otherwise. */
    {CURLE_WRITE_ERROR, SVC_FETCH_FAILED, "protocol", false, miscoded},
    {CURLE_UNSUPPORTED_PROTOCOL, SVC_FETCH_FAILED, "protocol", false, "What came is not HTTP."},
    {CURLE_WEIRD_SERVER_REPLY, SVC_FETCH_FAILED, "protocol", false, "What came is not HTTP."},
    {CURLE_RECV_ERROR, SVC_FETCH_FAILED, "protocol", false,
     "The connection broke before the site's answer was complete."},
    {CURLE_SEND_ERROR, SVC_FETCH_FAILED, "protocol", false,
     "The connection broke before the site's answer was complete."},
};

const svc_fetch_failure *svc_fetch_failure_of(CURLcode code)
{
    for (size_t i = 0; i < sizeof failures / sizeof failures[0]; i++) {
        if (failures[i].code == code) {
            return &failures[i];
        }
    }
    return NULL;
}
