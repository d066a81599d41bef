/*
 * Deadlines: a thread that looks at all connections 20 times a second and ends what takes too long.
 *
 *   silence       shut down                      IDLE_TIMEOUT
 *   a head        shut down                      IDLE_TIMEOUT + READ_TIMEOUT
 *   a body        408 and shut down              READ_TIMEOUT
 *   in the queue  503 queue-timeout              QUEUE_TIMEOUT
 *   at work       422 processing-timeout, and the worker is given up; core polls its own deadline,
 *                 so this is for work that does not   PROCESS_TIMEOUT + 2 s
 *   an answer     shut down, where the client does not read it   WRITE_TIMEOUT
 *
 * The items of batches are ended in the same way: see batch.h.
 */
#ifndef SVC_SERVER_DEADLINES_H
#define SVC_SERVER_DEADLINES_H

#include "server/state.h"

/* Starts the thread of a server whose other parts are there. Returns false where that failed. */
bool svc_reaper_start(svc_server *server);

/* Ends the thread. */
void svc_reaper_stop(svc_server *server);

#endif
