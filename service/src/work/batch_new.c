#include "work/batch_internal.h"

#include <stdlib.h>

/* Makes a batch with one reference; NULL where memory is out. Takes over what was parsed. */
static svc_batch *make_batch(svc_batches *list, const svc_batch_request *request, api_batch *parsed)
{
    svc_batch *b = calloc(1, sizeof *b);

    if (b == NULL) {
        api_batch_free(parsed);
        return NULL;
    }
    b->list = list;
    b->request = *request;
    b->parsed = parsed;
    b->piece = b->part;
    atomic_init(&b->references, 1);
    pthread_mutex_init(&b->mutex, NULL);
    request->job->kind->retain(request->job);
    return b;
}

svc_batch *svc_batch_new(svc_batches *list, const svc_batch_request *request, api_batch *parsed,
                         api_response *answer)
{
    svc_work *work = list->work;
    const svc_job *job = request->job;
    size_t bytes = api_batch_bytes(parsed);

    if (!svc_memory_hold(&work->memory, bytes)) {
        api_batch_free(parsed);
        job->kind->refuse(job, "queue-full", svc_pool_retry_after_s(&work->pool), answer);
        return NULL;
    }
    svc_batch *b = make_batch(list, request, parsed);
    if (b == NULL) {
        svc_memory_release(&work->memory, bytes);
        job->kind->refuse(job, "internal", 0, answer);
        return NULL;
    }
    if (!svc_batch_link(b)) {
        svc_batch_free(b);
        job->kind->refuse(job, "queue-full", svc_pool_retry_after_s(&work->pool), answer);
        return NULL;
    }
    if (request->body != NULL && !svc_batch_make_input(b)) {
        svc_batch_release(b);
        job->kind->refuse(job, "internal", 0, answer);
        return NULL;
    }
    return b;
}

const char *svc_batch_media_type(const svc_batch *b)
{
    return api_batch_media_type(b->parsed);
}
