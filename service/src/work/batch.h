/*
 * A batch: a request whose items are jobs of their own, and whose answer is sent while they are
 * worked on.
 *
 * An item is IDLE -> QUEUED -> RUNNING (-> FETCHING -> QUEUED -> RUNNING) -> DONE -> TAKEN; where
 * the reaper ends it RUNNING -> LATE -> DONE, so that what it saw is still so when it acts. At most
 * `inflight` items are between IDLE and TAKEN, sent included: a slow reader stops the work, and
 * results never pile up. The request itself is ANSWERED from the beginning of its answer on.
 *
 * Thread rules: the batch's mutex guards the items' states, what is counted, and results until
 * they are taken. Under it only the queue's mutex is taken, and no function of libmicrohttpd is
 * called. What an item was answered with is written by the one who moves it to DONE: its worker,
 * the fetcher's thread, or the reaper, whose word stands against a worker's that comes later. The
 * I/O thread alone takes results and sends them; without any it suspends the connection, says so,
 * and whoever takes that word back resumes it: exactly once. References are held by the answer, by
 * each job in the queue, at work or at the fetcher, and by the reaper while it looks; the last one
 * frees the batch, its request's body with it.
 */
#ifndef SVC_WORK_BATCH_H
#define SVC_WORK_BATCH_H

#include "http/request.h"

/*
 * Begins to answer a request that a worker has RUNNING with the batch that its response holds.
 * Returns true where that is done, or the reaper has answered before; false, and *response is the
 * refusal to send. The response holds no batch afterwards.
 */
bool svc_batch_begin(svc_request *request, api_response *response);

/*
 * Ends items that do not end themselves, and goes on with batches that had no room in the queue.
 * For the reaper.
 */
void svc_batches_look(svc_server *server, double now_ms);

#endif
