/*
 * A batch: a request whose items are jobs of their own, and whose answer is sent while they are
 * worked on.
 *
 * At most `inflight` items are begun and not sent: a slow reader stops the work, and results never
 * pile up. Where lines still come (input.h), results may wait up to `unsent_max` bytes: clients
 * send all before they read. The request itself has ended, as a job, when its answer begins; where
 * a part of the body must be read before that, its connection is suspended meanwhile.
 *
 * Thread rules: the batch's mutex guards what is counted, the order of results, and results until
 * they are taken. Under it only the mutexes of the queue and of `charge` are taken, and no function
 * of libmicrohttpd is called. The I/O thread alone takes results and sends them; with no result
 * ready it suspends the connection and sets `waiting`; the thread that clears `waiting` resumes,
 * exactly once. References are held by the answer, by each item that is in the queue, at work or at
 * the fetcher, and by the reaper while it checks deadlines; the last one frees the batch, its
 * request's body with it.
 */
#ifndef SVC_WORK_BATCH_H
#define SVC_WORK_BATCH_H

#include "wire/stream.h"
#include "work/job.h"
#include "work/receiver.h"

#include <microhttpd.h>

/* Most batches at once. */
#define SVC_BATCHES_MAX 256

/* A batch. */
typedef struct svc_batch svc_batch;

/* The batches that are worked on. The mutex is a leaf. */
typedef struct {
    svc_work *work; /* constant */
    pthread_mutex_t mutex;
    svc_batch *first;
    unsigned count;
    unsigned max;      /* constant: more are refused */
    unsigned inflight; /* constant: of one batch, items that are begun and not sent */
    size_t unsent_max; /* constant: bytes of results that may wait while lines come */
    svc_receiver receiver;
} svc_batches;

/* The request that a batch answers. All of it is the request's, to whose job the batch has a
 * reference. */
typedef struct {
    svc_job *job;
    struct MHD_Connection *connection;
    const api_request *head;
    size_t body_length;
    svc_wire_stream *body; /* its items that come yet, taken over; NULL: they are all there */
    int fd;                /* that they come from */
    double (*charge)(svc_job *job); /* charges the client for an item that has come; the time until
                                       it may go on, in ms */
    /* Begins the answer of a batch once what stands in front of its items was read; or, with a
     * refusal, which it takes over, answers with that. Without both the client has left. Called
     * once, on the receiver's thread. Returns whether results are wanted. NULL: the answer is begun
     * by others. */
    bool (*begin)(svc_job *job, svc_batch *b, api_response *refusal);
    atomic_size_t *bytes_in;     /* of such lines */
    _Atomic double *answered_ms; /* when there was something to be sent; 0: there is not */
    size_t *bytes_out;           /* the I/O thread's */
} svc_batch_request;

/*
 * Makes an empty list for batches with `inflight` items each on their way, so many that they take
 * no more than half of a queue.
 */
void svc_batches_init(svc_batches *list, svc_work *work, unsigned inflight, unsigned queue_size);

/* Frees the list; nobody may be using it. */
void svc_batches_destroy(svc_batches *list);

/*
 * Makes a batch with one reference of what was parsed, which it takes over. Returns NULL where
 * there is no room for it; *answer is the refusal then.
 */
svc_batch *svc_batch_new(svc_batches *list, const svc_batch_request *request, api_batch *parsed,
                         api_response *answer);

/* Returns the media type of a batch's answer, static. */
const char *svc_batch_media_type(const svc_batch *b);

/* Takes a reference. */
void svc_batch_retain(svc_batch *b);

/* Gives a reference back; the last one frees the batch. */
void svc_batch_release(svc_batch *b);

/* Queues as many items as may be on their way. */
void svc_batch_start_items(svc_batch *b);

/* Lets the items of a batch come whose body comes yet. Returns false where that cannot be. */
bool svc_batch_start_input(svc_batch *b);

/* Sends as much of the answer as is there and fits. A MHD_ContentReaderCallback. */
ssize_t svc_batch_read_answer(void *batch, uint64_t position, char *buffer, size_t max);

/* The answer is sent, or its connection closed: gives its reference back. A
 * MHD_ContentReaderFreeCallback. */
void svc_batch_end_answer(void *batch);

/* Goes on with batches that had no room in the queue, and checks the deadlines of items. For the
 * reaper. */
void svc_batches_check_deadlines(svc_batches *list, double now_ms);

#endif
