#include "base/clock.h"
#include "work/batch_internal.h"

#include <stdlib.h>
#include <string.h>

/* Takes an item off the list. The mutex is held. */
static void unlink_item(svc_batch *b, svc_item *it)
{
    if (it->previous != NULL) {
        it->previous->next = it->next;
    } else {
        b->first = it->next;
    }
    if (it->next != NULL) {
        it->next->previous = it->previous;
    } else {
        b->last = it->previous;
    }
}

/* Takes the next result into b->result. Returns false where there is none yet. */
static bool take_result(svc_batch *b)
{
    svc_item *it = NULL;

    pthread_mutex_lock(&b->mutex);
    if (svc_batch_can_take(b)) {
        bool ordered = api_batch_is_ordered(b->parsed);
        it = ordered ? b->first : b->first_done;
        if (!ordered) {
            b->first_done = it->next_done;
            b->last_done = it->next_done != NULL ? b->last_done : NULL;
        }
        unlink_item(b, it);
        b->result = it->result;
        b->result_length = it->result_length;
        it->result = NULL;
    }
    pthread_mutex_unlock(&b->mutex);
    if (it != NULL) {
        svc_item_release(it);
    }
    return it != NULL;
}

/* Whether nothing but the end is left, and whether even that cannot be. */
static bool is_over(svc_batch *b, bool *broken)
{
    pthread_mutex_lock(&b->mutex);
    bool over = svc_batch_is_over(b);
    *broken = b->out_of_memory;
    pthread_mutex_unlock(&b->mutex);
    return over;
}

static void set_part(svc_batch *b, api_batch_part part)
{
    pthread_mutex_lock(&b->mutex);
    size_t ok = b->ok;
    size_t failed = b->failed;
    pthread_mutex_unlock(&b->mutex);
    api_batch_write_part(b->parsed, part, ok, failed, b->part);
    b->piece = b->part;
    b->piece_left = strlen(b->part);
}

/* A result was sent: another item may be begun. */
static void note_sent(svc_batch *b)
{
    free(b->result);
    b->result = NULL;
    b->sent++;
    pthread_mutex_lock(&b->mutex);
    b->unsent--;
    b->unsent_bytes -= b->result_length;
    pthread_mutex_unlock(&b->mutex);
    svc_batch_start_items(b);
}

typedef enum { READY, WAIT, END, FAIL } step;

/* Sets what is to be sent next. */
static step next_piece(svc_batch *b)
{
    bool broken;

    switch (b->phase) {
    case SVC_SENDS_OPENING:
        set_part(b, API_BATCH_OPENING);
        b->phase = SVC_SENDS_SEPARATOR;
        return READY;
    case SVC_SENDS_SEPARATOR:
        if (is_over(b, &broken)) {
            set_part(b, API_BATCH_CLOSING);
            b->phase = SVC_SENDS_CLOSED;
            return READY;
        }
        if (broken) {
            return FAIL;
        }
        if (!take_result(b)) {
            return WAIT;
        }
        /* The time to read is that of each result, not of all. */
        atomic_store(b->request.answered_ms, svc_now_ms());
        set_part(b, API_BATCH_SEPARATOR);
        b->piece_left = b->sent > 0 ? b->piece_left : 0;
        b->phase = b->result != NULL ? SVC_SENDS_RESULT : SVC_SENDS_BROKEN;
        return READY;
    case SVC_SENDS_RESULT:
        b->piece = b->result;
        b->piece_left = b->result_length;
        b->phase = SVC_SENDS_ENDING;
        return READY;
    case SVC_SENDS_ENDING:
        note_sent(b);
        set_part(b, API_BATCH_ENDING);
        b->phase = SVC_SENDS_SEPARATOR;
        return READY;
    case SVC_SENDS_CLOSED:
        return END;
    case SVC_SENDS_BROKEN:
        break;
    }
    return FAIL;
}

/* Suspends the connection until there is a result; not where one has come in this moment. */
static void wait_for_result(svc_batch *b)
{
    atomic_store(b->request.answered_ms, 0.0);
    MHD_suspend_connection(b->request.connection);
    pthread_mutex_lock(&b->mutex);
    b->waiting = true;
    bool wake = svc_batch_stop_waiting(b);
    pthread_mutex_unlock(&b->mutex);
    if (wake) {
        MHD_resume_connection(b->request.connection);
    }
}

static bool has_ended(svc_batch *b)
{
    pthread_mutex_lock(&b->mutex);
    bool ended = b->ended;
    pthread_mutex_unlock(&b->mutex);
    return ended;
}

ssize_t svc_batch_read_answer(void *cls, uint64_t position, char *buffer, size_t max)
{
    svc_batch *b = cls;
    size_t used = 0;
    step found = READY;

    (void)position;
    if (has_ended(b)) {
        return MHD_CONTENT_READER_END_WITH_ERROR;
    }
    while (used < max && found == READY) {
        size_t length = b->piece_left < max - used ? b->piece_left : max - used;
        if (length > 0) {
            memcpy(buffer + used, b->piece, length);
        }
        used += length;
        b->piece += length;
        b->piece_left -= length;
        if (b->piece_left == 0) {
            found = next_piece(b);
        }
    }
    *b->request.bytes_out += used;
    if (used > 0 || found == READY) {
        return (ssize_t)used;
    }
    if (found == WAIT) {
        wait_for_result(b);
        return 0;
    }
    return found == END ? MHD_CONTENT_READER_END_OF_STREAM : MHD_CONTENT_READER_END_WITH_ERROR;
}

static void log_end(svc_batch *b)
{
    svc_log_line line;

    pthread_mutex_lock(&b->mutex);
    size_t ok = b->ok;
    size_t failed = b->failed;
    size_t items = b->input != NULL ? b->begun : api_batch_count(b->parsed);
    pthread_mutex_unlock(&b->mutex);
    svc_log_begin(&line, b->list->work->log, SVC_LOG_INFO, "batch");
    svc_log_string(&line, "request_id", b->request.job->request_id);
    svc_log_integer(&line, "items", (long long)items);
    svc_log_integer(&line, "ok", (long long)ok);
    svc_log_integer(&line, "failed", (long long)failed);
    svc_log_end(&line);
}

void svc_batch_end_answer(void *cls)
{
    svc_batch *b = cls;

    pthread_mutex_lock(&b->mutex);
    b->ended = true;
    pthread_mutex_unlock(&b->mutex);
    if (b->input != NULL) {
        svc_input_go_on(b->input);
    }
    log_end(b);
    svc_batch_release(b);
}
