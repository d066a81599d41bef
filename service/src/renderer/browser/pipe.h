/*
 * The debugging pipe of a browser: commands and events as JSON, each with a NUL after it (Chrome
 * DevTools Protocol).
 */
#ifndef SVC_RENDERER_PIPE_H
#define SVC_RENDERER_PIPE_H

#include "base/buffer.h"

#include <jansson.h>

/* The ends of a pipe that are ours; descriptors do not block. */
typedef struct {
    int in;
    int out;
    svc_buffer buffer; /* what has come, without the messages that were taken */
    size_t searched;   /* bytes of it without a NUL */
    long last_id;
} svc_pipe;

/* What a pipe says. */
typedef enum { SVC_PIPE_IDLE, SVC_PIPE_MESSAGE, SVC_PIPE_CLOSED } svc_pipe_status;

/*
 * Sends a command with its parameters (taken over; NULL: none) to a session ("" for the browser
 * itself). Waits for room until end_ms. Returns its id; 0 where it was not sent: the browser hangs
 * or has gone.
 */
long svc_pipe_send(svc_pipe *pipe, const char *session, const char *method, json_t *params,
                   double end_ms);

/* Reads what has come and takes the next message: a new reference. */
svc_pipe_status svc_pipe_take(svc_pipe *pipe, json_t **message);

/* Closes both ends and frees what has come. */
void svc_pipe_close(svc_pipe *pipe);

#endif
