/*
 * What stands between the sockets of clients and libmicrohttpd, which calls recv() and lets nobody
 * in between. This floor defines recv() for the process: of a descriptor that is guarded it gives
 * what svc_wire_stream makes of the client's bytes; of all others it is what it was.
 *
 * Thread rule: a guarded descriptor is opened, read and closed by the thread that serves it.
 */
#ifndef SVC_WIRE_RECEIVE_H
#define SVC_WIRE_RECEIVE_H

#include "wire/stream.h"

/*
 * Guards a descriptor before it is read from; head_max: most bytes of a head; hold_above: of a body
 * of lines that is not held; gather_max: of a body that is gathered, 0: none is. Where memory is
 * out the client is told so, and nothing that it sends passes.
 */
void svc_wire_open(int fd, size_t head_max, size_t hold_above, size_t gather_max);

/* Notes that libmicrohttpd has come to the next request of a descriptor: once for each, before
 * svc_wire_held and svc_wire_gathered are asked. */
void svc_wire_begin(int fd);

/* Notes that it is done with that request. */
void svc_wire_end(int fd);

/*
 * Returns the stream of a descriptor where the body of the request that libmicrohttpd is at is
 * held, borrowed; NULL: it is not. Whoever lets it go must make libmicrohttpd look again: it takes
 * what it did not get for the end of what is there.
 */
svc_wire_stream *svc_wire_held(int fd);

/*
 * Returns the body of the request that libmicrohttpd is at, where it is gathered, borrowed; what
 * libmicrohttpd gives of it means nothing then. NULL: it is not. Who takes the bytes must do so
 * before the answer.
 */
svc_wire_body *svc_wire_gathered(int fd);

/*
 * Returns how many bytes of a descriptor were read; 0 of one that is not guarded. What a batch
 * reads itself is not counted.
 */
unsigned long long svc_wire_received(int fd);

/*
 * Sets what a client is told where there is no memory to read its request: a problem whose type
 * begins with base_path, "" or "/PATH". Once, before connections come.
 */
void svc_wire_set_refusal(const char *base_path);

/* Ends the guard, before the descriptor is closed. One that is not guarded stays as it is. */
void svc_wire_close(int fd);

#endif
