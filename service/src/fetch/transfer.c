#include "fetch/transfer.h"

#include "base/clock.h"
#include "fetch/failure.h"
#include "fetch/part.h"
#include "fetch/redirect.h"
#include "fetch/url.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HOP_HEADER "X-Danad-Hop: 1"
/* Longest time that a robots.txt may take, within that of the order. */
#define ROBOTS_MS     3000.0
#define ACCEPT_HEADER "Accept: text/html, application/xhtml+xml;q=0.9, */*;q=0.1"

/* The headers that are its own. */
static bool add_headers(svc_transfer *t, const svc_fetch_order *order)
{
    if (!svc_exchange_add_header(t, HOP_HEADER)) {
        return false;
    }
    return t->is_part ? svc_part_set_up(t, order) : svc_exchange_add_header(t, ACCEPT_HEADER);
}

svc_transfer *svc_transfer_new(const svc_transfer_settings *settings, const svc_fetch_order *order,
                               svc_fetch_done *done, void *arg)
{
    const svc_fetch_limits *limits = &settings->limits;
    svc_transfer *t = calloc(1, sizeof *t);

    if (t == NULL) {
        return NULL;
    }
    long timeout_ms = order->timeout_ms > 0 && order->timeout_ms < limits->timeout_ms
                          ? order->timeout_ms
                          : limits->timeout_ms;
    bool fewer = order->max_redirects >= 0 && order->max_redirects < limits->max_redirects;
    t->settings = settings;
    t->done = done;
    t->arg = arg;
    t->accept_error_status = order->accept_error_status;
    t->is_part = order->method != NULL;
    t->max_redirects = fewer ? order->max_redirects : limits->max_redirects;
    t->started_ms = svc_now_ms();
    t->end_ms = t->started_ms + (double)timeout_ms;
    t->location = strdup(order->url);
    t->handle = curl_easy_init();
    bool fine = t->location != NULL && t->handle != NULL && add_headers(t, order) &&
                svc_exchange_set_up(t);
    if (!fine) {
        svc_transfer_free(t);
        return NULL;
    }
    return t;
}

/*
 * Sets the handle up for a URL, within limits of its own. Returns it, or NULL where no time is
 * left.
 */
static CURL *request_url(svc_transfer *t, const char *url, double most_ms, size_t most_bytes)
{
    double left_ms = fmin(t->end_ms - svc_now_ms(), most_ms);

    if (left_ms < 1.0) {
        svc_transfer_end(t, SVC_FETCH_TIMEOUT, "timeout");
        return NULL;
    }
    t->resolving = false;
    t->blocked = false;
    t->has_head = false;
    t->began = false;
    t->miscoded = false;
    svc_coding_stack_clear(&t->codings);
    free(t->location);
    t->location = NULL;
    if (curl_easy_setopt(t->handle, CURLOPT_URL, url) != CURLE_OK ||
        curl_easy_setopt(t->handle, CURLOPT_MAXFILESIZE_LARGE, (curl_off_t)most_bytes) !=
            CURLE_OK ||
        curl_easy_setopt(t->handle, CURLOPT_TIMEOUT_MS, (long)left_ms) != CURLE_OK) {
        svc_transfer_end(t, SVC_FETCH_NO_MEMORY, "memory");
        return NULL;
    }
    return t->handle;
}

static CURL *request_page(svc_transfer *t)
{
    return request_url(t, t->url, HUGE_VAL, t->settings->limits.max_bytes);
}

static void tell(svc_transfer *t, const char *detail)
{
    snprintf(t->result.detail, sizeof t->result.detail, "%s", detail);
}

static void refuse_for_robots(svc_transfer *t, const char *detail)
{
    tell(t, detail);
    svc_transfer_end(t, SVC_FETCH_ROBOTS, "robots");
}

static CURL *act_on(svc_transfer *t, svc_robots_verdict verdict)
{
    switch (verdict) {
    case SVC_ROBOTS_ASK:
        /* No limit for libcurl: what is too much is not an error here. */
        return request_url(t, t->robots.url, ROBOTS_MS, 0);
    case SVC_ROBOTS_ALLOWED:
        return request_page(t);
    case SVC_ROBOTS_REFUSED:
        refuse_for_robots(t, "The site's robots.txt does not allow this page.");
        break;
    case SVC_ROBOTS_UNREADABLE:
        refuse_for_robots(t, "The site's robots.txt cannot be had, which counts as a refusal.");
        break;
    case SVC_ROBOTS_NO_MEMORY:
        svc_transfer_end(t, SVC_FETCH_NO_MEMORY, "memory");
        break;
    }
    return NULL;
}

/* The next request of this hop: its site's robots.txt, unless that is known, or the page. */
static CURL *request_hop(svc_transfer *t)
{
    return t->settings->limits.robots ? act_on(t, svc_robots_check_page(&t->robots, t->url))
                                      : request_page(t);
}

CURL *svc_transfer_begin(svc_transfer *t)
{
    svc_url_status status = svc_url_check(t->settings->rules, t->location, &t->url,
                                          t->result.detail);

    switch (status) {
    case SVC_URL_FINE:
        return request_hop(t);
    case SVC_URL_INVALID:
        svc_transfer_end(t, SVC_FETCH_INVALID_URL, "invalid_url");
        return NULL;
    case SVC_URL_FORBIDDEN:
        svc_transfer_end(t, SVC_FETCH_FORBIDDEN, "blocked");
        return NULL;
    case SVC_URL_NO_MEMORY:
        break;
    }
    svc_transfer_end(t, SVC_FETCH_NO_MEMORY, "memory");
    return NULL;
}

static CURL *follow(svc_transfer *t)
{
    if (t->result.redirects == t->max_redirects) {
        svc_transfer_end(t, SVC_FETCH_REDIRECT_LIMIT, "redirect_limit");
        return NULL;
    }
    char *next = svc_redirect_target(t, t->url);
    if (next == NULL) {
        return NULL;
    }
    if (svc_redirect_is_downgrade(t->url, next)) {
        free(next);
        svc_transfer_end(t, SVC_FETCH_FAILED, "downgrade");
        tell(t, "The site redirects from https to http.");
        return NULL;
    }
    free(t->url);
    t->url = next;
    t->result.redirects++;
    t->result.status = 0;
    return request_hop(t);
}

/* What says nothing of HTML must at least begin as markup: some servers call all text plain. */
static bool looks_like_html(const char *content_type, const svc_buffer *body)
{
    static const char skipped[] = " \t\r\n\f\xEF\xBB\xBF\xFF\xFE"; /* with the NUL of UTF-16 */
    size_t i = 0;

    if (content_type != NULL && svc_exchange_is_html(content_type)) {
        return true;
    }
    while (i < body->length && memchr(skipped, body->bytes[i], sizeof skipped) != NULL) {
        i++;
    }
    return i < body->length && body->bytes[i] == '<';
}

static void succeed(svc_transfer *t)
{
    if (t->is_part && svc_exchange_is_redirect(t->result.status) && t->location != NULL &&
        !svc_redirect_may(t)) {
        return;
    }
    if (!t->is_part && !looks_like_html(t->result.content_type, &t->body)) {
        svc_transfer_end(t, SVC_FETCH_NOT_HTML, "not_html");
        return;
    }
    t->result.final_url = strdup(t->url);
    if (t->result.final_url == NULL || !svc_buffer_reserve(&t->body, 0)) {
        svc_transfer_end(t, SVC_FETCH_NO_MEMORY, "memory");
        return;
    }
    svc_transfer_end(t, SVC_FETCH_OK, "ok");
}

/* libcurl calls a line of a head that is longer than it takes (100 KB) "out of memory". */
static bool is_long_line(const svc_transfer *t, CURLcode code)
{
    curl_off_t first_byte_us = 0;

    curl_easy_getinfo(t->handle, CURLINFO_STARTTRANSFER_TIME_T, &first_byte_us);
    return code == CURLE_OUT_OF_MEMORY && first_byte_us > 0 && !t->began;
}

/* What a failure of libcurl means. */
static void fail(svc_transfer *t, CURLcode code)
{
    const svc_fetch_failure *failure = svc_fetch_failure_of(code);

    svc_transfer_end(t, SVC_FETCH_FAILED, "protocol");
    if (!t->blocked && !t->too_large) {
        tell(t, "The site's answer breaks HTTP.");
    }
    if (!t->began) {
        curl_easy_getinfo(t->handle, CURLINFO_RESPONSE_CODE, &t->result.status);
        t->result.status = t->result.status >= 200 ? t->result.status : 0;
    }
    if (failure != NULL) {
        bool told = failure->detail != NULL && !(failure->silent && t->result.redirects > 0);
        svc_transfer_end(t, failure->outcome, failure->reason);
        tell(t, told ? failure->detail : "");
    }
    if (t->blocked) {
        svc_transfer_end(t, SVC_FETCH_FAILED, "blocked");
        tell(t, t->result.redirects > 0 ? "" : svc_fetch_no_address);
    }
    if (t->too_large || is_long_line(t, code)) {
        svc_transfer_end(t, SVC_FETCH_TOO_LARGE, "too_large");
        tell(t, "");
    }
    if (t->no_memory) {
        svc_transfer_end(t, SVC_FETCH_NO_MEMORY, "memory");
        tell(t, "");
    }
}

/* A robots.txt may be on another site; its address is judged like a page's. */
static CURL *follow_robots(svc_transfer *t)
{
    char *next = svc_redirect_target(t, t->robots.url);

    if (next == NULL) {
        return NULL;
    }
    svc_robots_check_follow(&t->robots, next);
    return act_on(t, SVC_ROBOTS_ASK);
}

/* Takes the end of a request for a robots.txt. */
static CURL *step_robots(svc_transfer *t, CURLcode code)
{
    long status = 0;

    curl_easy_getinfo(t->handle, CURLINFO_RESPONSE_CODE, &status);
    bool has_body = status >= 200 && status <= 299;
    bool is_enough = has_body ? t->robots.body.length == SVC_ROBOTS_BYTES
                              : t->has_head && !t->too_large && !t->no_memory;
    if (code != CURLE_OK && !is_enough) {
        fail(t, code);
        return NULL;
    }
    t->result.status = 0;
    if (svc_exchange_is_redirect(status) && t->location != NULL &&
        svc_robots_check_follows(&t->robots)) {
        return follow_robots(t);
    }
    return act_on(t, svc_robots_check_end(&t->robots, status, t->url, t->settings->user_agent));
}

/*
 * Whether the page is wanted, by its head. A head decides whatever becomes of a body that nobody
 * reads: that of a redirect may be in no coding, or cut short.
 */
static bool is_wanted(svc_transfer *t, CURLcode code)
{
    if (t->began) {
        return code != CURLE_WRITE_ERROR || t->too_large;
    }
    return !t->has_head || t->too_large || t->no_memory || svc_exchange_judge_head(t);
}

/* The code of a request that has ended, by what libcurl does not see. */
static CURLcode judge_end(const svc_transfer *t, CURLcode code)
{
    if (t->miscoded) {
        return CURLE_BAD_CONTENT_ENCODING;
    }
    bool whole = t->has_head && svc_coding_stack_is_whole(&t->codings);
    return code == CURLE_OK && !whole ? CURLE_PARTIAL_FILE : code;
}

CURL *svc_transfer_step(svc_transfer *t, CURLcode code)
{
    code = judge_end(t, code);
    if (t->robots.url != NULL) {
        return step_robots(t, code);
    }
    bool wanted = is_wanted(t, code);
    bool redirects = t->began && !t->is_part && svc_exchange_is_redirect(t->result.status);

    if (redirects && t->location != NULL) {
        return follow(t);
    }
    if (wanted && code == CURLE_OK) {
        succeed(t);
    } else if (wanted || t->result.reason == NULL) {
        fail(t, code);
    }
    return NULL;
}

CURL *svc_transfer_late(const svc_transfer *t)
{
    /* libcurl was told whole milliseconds. */
    return svc_now_ms() >= t->end_ms - 1.0 ? t->handle : NULL;
}

bool svc_transfer_leaves_lookup(const svc_transfer *t, CURLcode code)
{
    return t->resolving && code == CURLE_OPERATION_TIMEDOUT;
}

void svc_transfer_refuse_lookup(svc_transfer *t)
{
    svc_transfer_end(t, SVC_FETCH_FAILED, "dns");
    tell(t, t->result.redirects > 0 ? "" : svc_fetch_no_address);
}

void svc_transfer_abandon(svc_transfer *t, CURLM *multi)
{
    if (multi != NULL) {
        curl_multi_remove_handle(multi, t->handle);
    }
    svc_transfer_end(t, SVC_FETCH_STOPPED, "stopped");
}

void svc_transfer_free(svc_transfer *t)
{
    svc_fetch_result_clear(&t->result);
    svc_buffer_clear(&t->body);
    svc_buffer_clear(&t->fields);
    svc_coding_stack_clear(&t->codings);
    curl_easy_cleanup(t->handle);
    curl_slist_free_all(t->headers);
    svc_robots_check_clear(&t->robots);
    free(t->url);
    free(t->location);
    free(t);
}

void svc_transfer_finish(svc_transfer *t)
{
    svc_fetch_result result = t->result;

    result.elapsed_ms = svc_now_ms() - t->started_ms;
    if (t->settings->metrics != NULL) {
        svc_metrics_fetch(t->settings->metrics, result.reason, result.elapsed_ms);
    }
    t->result = (svc_fetch_result){.outcome = SVC_FETCH_STOPPED}; /* it is the other's now */
    if (result.outcome == SVC_FETCH_OK) {
        result.body = t->body.bytes;
        result.body_length = t->body.length;
        result.fields = t->fields.bytes;
        t->body = (svc_buffer){.bytes = NULL};
        t->fields = (svc_buffer){.bytes = NULL};
    }
    t->done(&result, t->arg);
    svc_transfer_free(t);
}
