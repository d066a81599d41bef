/* The bytes of a WARC file as they are stored, in a window that moves over it. */
#ifndef SVC_WARC_RAW_H
#define SVC_WARC_RAW_H

#include "warc/ahead.h"

/* What a step of reading came to. */
typedef enum {
    SVC_WARC_FOUND,
    SVC_WARC_MEMBER, /* a member is over; the next step begins another one */
    SVC_WARC_BROKEN, /* what comes is not in order; the next step goes on behind it */
    SVC_WARC_END,
    SVC_WARC_STOPPED,
    SVC_WARC_FAILED /* errno tells */
} svc_warc_step;

/* Bytes that are read at once, at most. */
#define SVC_WARC_RAW_READ ((size_t)1 << 17)
/* Bytes before the window's `at` that stay there. */
#define SVC_WARC_RAW_HISTORY ((size_t)1 << 18)

/* The window; what is not described is private. */
typedef struct {
    svc_input input;
    svc_warc_ahead *ahead;
    char *bytes;     /* owned */
    size_t at;       /* what is next; set by those who take it */
    size_t end;      /* behind the last byte that is there */
    uint64_t offset; /* of the window in the file */
    uint64_t total;  /* bytes of the file that were read, or skipped */
    bool ended;
} svc_warc_raw;

/* Starts reading a file at its begin, by what reads ahead, which is borrowed and has no file open,
 * or NULL. Returns false where memory is out. */
bool svc_warc_raw_init(svc_warc_raw *raw, const svc_input *input, svc_warc_ahead *ahead);

/* Frees what was made; the descriptor stays open. */
void svc_warc_raw_clear(svc_warc_raw *raw);

/* Reads some of the file past the window, which must be empty: FOUND, *got bytes. */
svc_warc_step svc_warc_raw_read(svc_warc_raw *raw, char *to, size_t size, size_t *got);

/* Sees to it that `wanted` bytes wait in the window, unless the file has less left: FOUND, and END
 * where nothing is left. */
svc_warc_step svc_warc_raw_wait(svc_warc_raw *raw, size_t wanted);

/* Passes over bytes of a member that `ahead` has handed over. */
void svc_warc_raw_skip(svc_warc_raw *raw, uint64_t length);

#endif
