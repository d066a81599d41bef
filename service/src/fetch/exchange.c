#include "fetch/exchange.h"

#include <arpa/inet.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* Bytes of heads that one transfer may send, those of redirects and 1xx answers included. */
#define HEAD_BYTES_MAX ((size_t)256 * 1024)
/* The ratio of decompressed to sent bytes means something from here on. */
#define RATIO_FROM ((size_t)1024 * 1024)
/* What codings/ undoes. */
#define ACCEPTED_CODINGS "gzip, deflate, br, zstd"
/* Slower than this for so many seconds is too slow. */
#define LOW_SPEED_BYTES 64L
#define LOW_SPEED_S     5L

bool svc_exchange_add_header(svc_transfer *t, const char *line)
{
    struct curl_slist *headers = curl_slist_append(t->headers, line);

    if (headers == NULL) {
        return false;
    }
    t->headers = headers;
    return true;
}

static int begin_lookup(void *resolver, void *reserved, void *arg)
{
    svc_transfer *t = arg;

    (void)resolver;
    (void)reserved;
    t->resolving = true;
    return 0;
}

static curl_socket_t open_socket(void *arg, curlsocktype purpose, struct curl_sockaddr *address)
{
    svc_transfer *t = arg;

    (void)purpose;
    t->resolving = false;
    bool through_proxy = t->settings->proxy[0] != '\0';
    if (!through_proxy &&
        svc_address_refusal(t->settings->rules->addresses, &address->addr) != NULL) {
        t->blocked = true;
        return CURL_SOCKET_BAD;
    }
    return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

/* Judges the address that a request is about to go to again: a kept connection has opened none. */
static int before_request(void *arg, char *address, char *local_address, int port, int local_port)
{
    svc_transfer *t = arg;
    struct sockaddr_in v4 = {.sin_family = AF_INET};
    struct sockaddr_in6 v6 = {.sin6_family = AF_INET6};
    const void *judged = NULL;

    (void)local_address;
    (void)port;
    (void)local_port;
    if (t->settings->proxy[0] != '\0') {
        return CURL_PREREQFUNC_OK;
    }
    if (inet_pton(AF_INET, address, &v4.sin_addr) == 1) {
        judged = &v4;
    } else if (inet_pton(AF_INET6, address, &v6.sin6_addr) == 1) {
        judged = &v6;
    }
    if (judged == NULL || svc_address_refusal(t->settings->rules->addresses, judged) != NULL) {
        t->blocked = true;
        return CURL_PREREQFUNC_ABORT;
    }
    return CURL_PREREQFUNC_OK;
}

/* Copies the value of a header line. Returns false where memory is out. */
static bool keep_value(char **out, const char *line, size_t length)
{
    while (length > 0 && strchr(" \t\r\n", line[length - 1]) != NULL) {
        length--;
    }
    while (length > 0 && (*line == ' ' || *line == '\t')) {
        line++;
        length--;
    }
    free(*out);
    *out = strndup(line, length);
    return *out != NULL;
}

/* Keeps a line of the head of a part. */
static bool keep_field(svc_transfer *t, const char *line, size_t length)
{
    while (length > 0 && strchr("\r\n", line[length - 1]) != NULL) {
        length--;
    }
    return length == 0 ||
           (svc_buffer_add(&t->fields, line, length) && svc_buffer_add(&t->fields, "\n", 1));
}

/* Takes the status line of an answer: what stood in the head of a 1xx before it is not its own. */
static size_t begin_head(svc_transfer *t, size_t length)
{
    svc_buffer_clear(&t->fields);
    free(t->location);
    t->location = NULL;
    t->has_head = false;
    return length;
}

static size_t take_header(char *line, size_t size, size_t count, void *arg)
{
    static const char location[] = "location:";
    svc_transfer *t = arg;
    size_t length = size * count;

    t->head_bytes += length;
    if (t->head_bytes > HEAD_BYTES_MAX) {
        t->too_large = true;
        return 0;
    }
    if (length > 5 && strncasecmp(line, "HTTP/", 5) == 0) {
        return begin_head(t, length);
    }
    t->has_head = t->has_head || *line == '\r' || *line == '\n';
    if (length > sizeof location - 1 && strncasecmp(line, location, sizeof location - 1) == 0 &&
        !keep_value(&t->location, line + sizeof location - 1, length - (sizeof location - 1))) {
        t->no_memory = true;
        return 0;
    }
    if (t->is_part && t->robots.url == NULL && !keep_field(t, line, length)) {
        t->no_memory = true;
        return 0;
    }
    return length;
}

bool svc_exchange_is_redirect(long status)
{
    return status == 301 || status == 302 || status == 303 || status == 307 || status == 308;
}

static bool is_type(const char *content_type, const char *type)
{
    size_t length = strlen(type);

    /* Some servers name it twice, "text/html, text/html". */
    return strncasecmp(content_type, type, length) == 0 &&
           strchr(";, \t", content_type[length]) != NULL;
}

bool svc_exchange_is_html(const char *content_type)
{
    return is_type(content_type, "text/html") || is_type(content_type, "application/xhtml+xml");
}

bool svc_exchange_judge_head(svc_transfer *t)
{
    char *content_type = NULL;

    t->began = true;
    curl_easy_getinfo(t->handle, CURLINFO_RESPONSE_CODE, &t->result.status);
    if (t->robots.url != NULL) {
        return t->result.status >= 200 && t->result.status <= 299;
    }
    if (t->is_part) {
        return true;
    }
    if (svc_exchange_is_redirect(t->result.status) && t->location != NULL) {
        return false;
    }
    if ((t->result.status < 200 || t->result.status > 299) && !t->accept_error_status) {
        svc_transfer_end(t, SVC_FETCH_STATUS,
                         t->result.status >= 500 ? "status_5xx" : "status_4xx");
        return false;
    }
    curl_easy_getinfo(t->handle, CURLINFO_CONTENT_TYPE, &content_type);
    if (content_type == NULL) {
        return true;
    }
    if (!svc_exchange_is_html(content_type) && !is_type(content_type, "text/plain")) {
        svc_transfer_end(t, SVC_FETCH_NOT_HTML, "not_html");
        return false;
    }
    t->no_memory = !keep_value(&t->result.content_type, content_type, strlen(content_type));
    return !t->no_memory;
}

/* Makes the decoders of a body, by its head. Returns false where they cannot be made. */
static bool begin_codings(svc_transfer *t)
{
    struct curl_header *field = NULL;
    svc_coding_status status = SVC_CODING_FINE;

    for (size_t i = 0;
         status == SVC_CODING_FINE &&
         curl_easy_header(t->handle, "Content-Encoding", i, CURLH_HEADER, -1, &field) == CURLHE_OK;
         i++) {
        status = svc_coding_stack_add(&t->codings, field->value);
    }
    t->miscoded = status == SVC_CODING_BROKEN;
    t->no_memory = status == SVC_CODING_NO_MEMORY;
    return status == SVC_CODING_FINE;
}

/* The most bytes that a page may have, after so many were sent. */
static size_t most_bytes(svc_transfer *t)
{
    const svc_fetch_limits *limits = &t->settings->limits;
    curl_off_t sent = 0;

    curl_easy_getinfo(t->handle, CURLINFO_SIZE_DOWNLOAD_T, &sent);
    if (sent <= 0 || (size_t)sent > limits->max_bytes / limits->max_ratio) {
        return limits->max_bytes;
    }
    size_t by_ratio = (size_t)sent * limits->max_ratio;
    by_ratio = by_ratio > RATIO_FROM ? by_ratio : RATIO_FROM;
    return by_ratio < limits->max_bytes ? by_ratio : limits->max_bytes;
}

/* Takes some of a robots.txt. RFC 9309, 2.5: what stands beyond the limit is not read. */
static svc_coding_status take_robots(svc_transfer *t, const char *bytes, size_t length)
{
    svc_buffer *body = &t->robots.body;
    svc_coding_status status = svc_coding_stack_take(&t->codings, bytes, length, SVC_ROBOTS_BYTES,
                                                     body);

    body->length = body->length < SVC_ROBOTS_BYTES ? body->length : SVC_ROBOTS_BYTES;
    return status;
}

static svc_coding_status take_page(svc_transfer *t, const char *bytes, size_t length)
{
    svc_coding_status status = svc_coding_stack_take(&t->codings, bytes, length, most_bytes(t),
                                                     &t->body);

    t->too_large = status == SVC_CODING_TOO_LARGE;
    return status;
}

static size_t take_body(char *bytes, size_t size, size_t count, void *arg)
{
    svc_transfer *t = arg;
    size_t length = size * count;

    if (!t->began && (!svc_exchange_judge_head(t) || !begin_codings(t))) {
        return 0;
    }
    svc_coding_status status = t->robots.url != NULL ? take_robots(t, bytes, length)
                                                     : take_page(t, bytes, length);
    t->miscoded = status == SVC_CODING_BROKEN;
    t->no_memory = status == SVC_CODING_NO_MEMORY;
    return status == SVC_CODING_FINE ? length : 0;
}

bool svc_exchange_set_up(svc_transfer *t)
{
    CURL *h = t->handle;
    const svc_transfer_settings *s = t->settings;
    CURLcode e = CURLE_OK;

    e |= curl_easy_setopt(h, CURLOPT_PRIVATE, t);
    e |= curl_easy_setopt(h, CURLOPT_NOSIGNAL, 1L);
    e |= curl_easy_setopt(h, CURLOPT_QUICK_EXIT, 1L); /* no waiting for a resolver that hangs */
    e |= curl_easy_setopt(h, CURLOPT_PROTOCOLS_STR, "http,https");
    e |= curl_easy_setopt(h, CURLOPT_REDIR_PROTOCOLS_STR, "http,https");
    e |= curl_easy_setopt(h, CURLOPT_FOLLOWLOCATION, 0L); /* by hand: every hop is checked */
    e |= curl_easy_setopt(h, CURLOPT_PROXY, s->proxy);    /* set, so that no variable counts */
    e |= curl_easy_setopt(h, CURLOPT_NOPROXY, "");
    e |= curl_easy_setopt(h, CURLOPT_NETRC, (long)CURL_NETRC_IGNORED);
    e |= curl_easy_setopt(h, CURLOPT_UNRESTRICTED_AUTH, 0L);
    e |= curl_easy_setopt(h, CURLOPT_DISALLOW_USERNAME_IN_URL, 1L);
    e |= curl_easy_setopt(h, CURLOPT_HTTP09_ALLOWED, 0L);
    e |= curl_easy_setopt(h, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_2TLS);
    e |= curl_easy_setopt(h, CURLOPT_SSL_VERIFYPEER, 1L);
    e |= curl_easy_setopt(h, CURLOPT_SSL_VERIFYHOST, 2L);
    e |= curl_easy_setopt(h, CURLOPT_ACCEPT_ENCODING, ACCEPTED_CODINGS);
    e |= curl_easy_setopt(h, CURLOPT_HTTP_CONTENT_DECODING, 0L); /* codings/ tells a cut */
    e |= curl_easy_setopt(h, CURLOPT_USERAGENT, s->user_agent);
    e |= curl_easy_setopt(h, CURLOPT_HTTPHEADER, t->headers);
    e |= curl_easy_setopt(h, CURLOPT_CONNECTTIMEOUT_MS, s->limits.connect_timeout_ms);
    e |= curl_easy_setopt(h, CURLOPT_LOW_SPEED_LIMIT, LOW_SPEED_BYTES);
    e |= curl_easy_setopt(h, CURLOPT_LOW_SPEED_TIME, LOW_SPEED_S);
    e |= curl_easy_setopt(h, CURLOPT_RESOLVER_START_FUNCTION, begin_lookup);
    e |= curl_easy_setopt(h, CURLOPT_RESOLVER_START_DATA, t);
    e |= curl_easy_setopt(h, CURLOPT_OPENSOCKETFUNCTION, open_socket);
    e |= curl_easy_setopt(h, CURLOPT_OPENSOCKETDATA, t);
    e |= curl_easy_setopt(h, CURLOPT_PREREQFUNCTION, before_request);
    e |= curl_easy_setopt(h, CURLOPT_PREREQDATA, t);
    e |= curl_easy_setopt(h, CURLOPT_HEADERFUNCTION, take_header);
    e |= curl_easy_setopt(h, CURLOPT_HEADERDATA, t);
    e |= curl_easy_setopt(h, CURLOPT_WRITEFUNCTION, take_body);
    e |= curl_easy_setopt(h, CURLOPT_WRITEDATA, t);
    return e == CURLE_OK;
}
