/*
 * Deadlines: a thread that checks all connections and batches 20 times a second.
 *
 *   silence       shut down                      IDLE_TIMEOUT
 *   a head        shut down                      IDLE_TIMEOUT + READ_TIMEOUT
 *   a body        408 and shut down              READ_TIMEOUT
 *   in the queue  503 queue-timeout              QUEUE_TIMEOUT
 *   at work       422 processing-timeout, and the worker is given up; core polls its own deadline,
 *                 so this is for work that does not   PROCESS_TIMEOUT + 2 s
 *   an answer     shut down, where the client does not read it   WRITE_TIMEOUT
 *
 * The deadlines of jobs (queue, work) are those of work/job_deadlines.c; an item of a batch that
 * finds no room in the queue is refused after QUEUE_TIMEOUT.
 */
#ifndef SVC_SERVER_DEADLINES_H
#define SVC_SERVER_DEADLINES_H

#include "server/state.h"

/* Starts the thread of a server whose other parts are there. Returns false where that failed. */
bool svc_reaper_start(svc_server *server);

/* Ends the thread. */
void svc_reaper_stop(svc_server *server);

#endif
