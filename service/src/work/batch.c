#include "base/clock.h"
#include "http/respond.h"
#include "work/batch_internal.h"

#include <malloc.h>
#include <stdlib.h>

/* From this body size on, the end of a batch gives freed memory back to the system. */
#define TRIM_BODY_BYTES ((size_t)4 * 1024 * 1024)

void svc_batches_init(svc_batches *list, unsigned inflight, unsigned queue_size)
{
    unsigned max = queue_size / (2 * inflight);

    *list = (svc_batches){.inflight = inflight,
                          .max = max < SVC_BATCHES_MAX ? max : SVC_BATCHES_MAX};
    if (list->max == 0) {
        list->max = 1;
    }
    pthread_mutex_init(&list->mutex, NULL);
}

void svc_batches_destroy(svc_batches *list)
{
    pthread_mutex_destroy(&list->mutex);
}

/* Returns false where there are too many. */
static bool link_batch(svc_batch *b)
{
    svc_batches *list = &b->server->batches;

    pthread_mutex_lock(&list->mutex);
    bool room = list->count < list->max;
    if (room) {
        b->next_batch = list->first;
        if (list->first != NULL) {
            list->first->previous_batch = b;
        }
        list->first = b;
        list->count++;
    }
    pthread_mutex_unlock(&list->mutex);
    return room;
}

static void unlink_batch(svc_batch *b)
{
    svc_batches *list = &b->server->batches;

    pthread_mutex_lock(&list->mutex);
    if (b->previous_batch != NULL) {
        b->previous_batch->next_batch = b->next_batch;
    } else {
        list->first = b->next_batch;
    }
    if (b->next_batch != NULL) {
        b->next_batch->previous_batch = b->previous_batch;
    }
    list->count--;
    pthread_mutex_unlock(&list->mutex);
}

static void free_batch(svc_batch *b)
{
    size_t bytes = api_batch_bytes(b->parsed);
    bool large = bytes + b->request->body_length > TRIM_BODY_BYTES;

    for (size_t i = 0; i < b->started; i++) {
        svc_item_drop_page(&b->items[i]);
        free(b->items[i].result);
    }
    atomic_fetch_sub(&b->server->body_bytes, bytes);
    api_batch_free(b->parsed);
    free(b->result);
    free(b->items);
    svc_request_release(b->request);
    pthread_mutex_destroy(&b->mutex);
    free(b);
    if (large) {
        malloc_trim(0);
    }
}

void svc_batch_retain(svc_batch *b)
{
    atomic_fetch_add(&b->references, 1);
}

void svc_batch_release(svc_batch *b)
{
    if (atomic_fetch_sub(&b->references, 1) == 1) {
        unlink_batch(b);
        free_batch(b);
    }
}

/* Makes a batch with one reference; NULL where memory is out. Takes over what was parsed. */
static svc_batch *make_batch(svc_request *request, api_batch *parsed)
{
    svc_batch *b = calloc(1, sizeof *b);
    size_t count = api_batch_count(parsed);
    svc_item *items = calloc(count > 0 ? count : 1, sizeof *items);

    if (b == NULL || items == NULL) {
        free(b);
        free(items);
        api_batch_free(parsed);
        return NULL;
    }
    b->server = request->server;
    b->request = request;
    b->parsed = parsed;
    b->items = items;
    b->count = count;
    b->piece = b->part;
    atomic_init(&b->references, 1);
    pthread_mutex_init(&b->mutex, NULL);
    svc_request_retain(request);
    return b;
}

/*
 * Charges the client for its items: the request itself was counted at its head, when nobody knew
 * how many it has. Of batches that were sent at once, and all let in, only the first is not refused
 * where it has used up the limit. Returns false, and *response is the refusal.
 */
static bool charge_items(const svc_batch *b, api_response *response)
{
    svc_server *server = b->server;
    double wait_ms = svc_limiter_charge(&server->access.limiter, &b->request->access.client,
                                        b->count > 0 ? b->count - 1 : 0, svc_now_ms());

    if (wait_ms > 0.0) {
        api_problem_response(response, &server->api, b->request->id, "rate-limited", NULL,
                             1 + (int)(wait_ms / 1000.0));
    }
    return wait_ms == 0.0;
}

bool svc_batch_begin(svc_request *request, api_response *response)
{
    svc_server *server = request->server;
    api_batch *parsed = response->batch;
    size_t bytes = api_batch_bytes(parsed);
    int retry_after_s = svc_pool_retry_after_s(&server->pool);

    response->batch = NULL;
    if (!svc_account_bytes(server, bytes)) {
        api_batch_free(parsed);
        api_overload_response(response, &server->api, request->id, "queue-full", NULL,
                              retry_after_s);
        return false;
    }
    svc_batch *b = make_batch(request, parsed);
    if (b == NULL) {
        atomic_fetch_sub(&server->body_bytes, bytes);
        api_problem_response(response, &server->api, request->id, "internal", NULL, 0);
        return false;
    }
    if (!link_batch(b)) {
        free_batch(b);
        api_overload_response(response, &server->api, request->id, "queue-full", NULL,
                              retry_after_s);
        return false;
    }
    if (!charge_items(b, response)) {
        svc_batch_release(b);
        return false;
    }
    if (svc_request_claim(request, SVC_RUNNING, SVC_ANSWERED)) {
        svc_batch_retain(b); /* the answer's, given back by end_answer in any case */
        svc_respond_stream(request, api_batch_media_type(parsed), svc_batch_read_answer,
                           svc_batch_end_answer, b);
        MHD_resume_connection(request->connection);
        svc_batch_pump(b);
    }
    svc_batch_release(b);
    return true;
}
