/*
 * A body of declared length that is read into memory of its own, in few reads and without a copy
 * through libmicrohttpd's buffer. libmicrohttpd is shown a chunked body in its place, whose bytes
 * mean nothing: a chunk says that more has come, the last one that all is there.
 */
#ifndef SVC_WIRE_BODY_H
#define SVC_WIRE_BODY_H

#include "base/buffer.h"

/* Least room in which svc_wire_body_tell can say anything. */
#define SVC_WIRE_BODY_TELL_MIN ((size_t)11)

/* A body. Zeroed: none. */
typedef struct {
    svc_buffer bytes;            /* what has come; whoever takes them leaves a zeroed buffer */
    unsigned long long declared; /* length of the whole */
    unsigned long long came;     /* of these, dropped ones included */
    bool dropped;                /* nobody wants it, or memory was out: its bytes are not kept */
    bool untold;                 /* libmicrohttpd has not been shown that more has come */
} svc_wire_body;

/* Begins a body. Where memory is out it is dropped. */
void svc_wire_body_begin(svc_wire_body *body, unsigned long long declared);

/* Takes bytes that were read elsewhere. */
void svc_wire_body_add(svc_wire_body *body, const char *bytes, size_t length);

/*
 * Returns where the next bytes are to be read to, at most *size, which is set; NULL: they are not
 * kept. svc_wire_body_read tells how many came there, or elsewhere.
 */
char *svc_wire_body_room(svc_wire_body *body, size_t *size);

/* Notes bytes that were read. */
void svc_wire_body_read(svc_wire_body *body, size_t length);

/* Frees what has come, and keeps nothing of what will. */
void svc_wire_body_drop(svc_wire_body *body);

/*
 * Writes what libmicrohttpd is shown to `out`, SVC_WIRE_BODY_TELL_MIN bytes at least: that more has
 * come, and after the last bytes the end. fill: all of the room is used, so that libmicrohttpd
 * reads again. Returns how many bytes that are; bytes of chunks are left as they were.
 */
size_t svc_wire_body_tell(svc_wire_body *body, char *out, size_t room, bool fill);

#endif
