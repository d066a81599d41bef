/*
 * The decoded bytes of a WARC file, in a window that moves over it. A file that is compressed with
 * gzip (RFC 1952) is one member after the other, most often one for each record; the window fills
 * up to the end of a member, and tells so before the next one begins. A member that is broken ends
 * where that is noticed, and the next one is looked for behind its begin.
 */
#ifndef SVC_WARC_BYTES_H
#define SVC_WARC_BYTES_H

#include "base/buffer.h"
#include "warc/raw.h"

#include <stdbool.h>
#include <stdint.h>
#include <zlib.h>

/* Where in the file reading is. */
typedef enum {
    SVC_WARC_START,
    SVC_WARC_PLAIN,   /* in a file that is not compressed */
    SVC_WARC_INSIDE,  /* in a member */
    SVC_WARC_OVER,    /* behind all of its bytes, which nobody was told yet */
    SVC_WARC_BETWEEN, /* behind a member */
    SVC_WARC_LOST     /* behind something broken */
} svc_warc_place;

/* Where in the decoded bytes a member begins. */
typedef struct {
    uint64_t position;
    uint64_t offset; /* of the member in the file */
} svc_warc_mark;

/* The bytes of one file; all but `offset` and the total of `raw` is private. */
typedef struct {
    svc_warc_raw raw; /* of a plain file only its begin */
    svc_warc_place place;
    uint64_t offset;   /* of the first byte in the window: in a compressed file of its member */
    svc_buffer window; /* decoded bytes; those before `at` were taken */
    size_t at;
    uint64_t taken;       /* decoded bytes before `at` */
    svc_warc_mark *marks; /* of the members that begin in the window, in their order */
    size_t mark_first;
    size_t mark_count;
    uint64_t member; /* offset of the member */
    bool is_marked;  /* it has given bytes */
    uint64_t reread; /* bytes that were read twice, bounded so that all of it stays linear */
    bool is_ready;   /* it was decoded before */
    svc_warc_member ready;
    size_t ready_at;
    z_stream stream;
    bool has_stream;
} svc_warc_bytes;

/* Starts reading a file at its begin; ahead: as svc_warc_raw_init. Returns false where memory is
 * out. */
bool svc_warc_bytes_init(svc_warc_bytes *bytes, const svc_input *input, svc_warc_ahead *ahead);

/* Frees what was made; the descriptor stays open. */
void svc_warc_bytes_clear(svc_warc_bytes *bytes);

/* Adds bytes to the window: FOUND. All other steps add nothing. */
svc_warc_step svc_warc_bytes_more(svc_warc_bytes *bytes);

/* Returns the bytes in the window, borrowed until the next step; *length: how many. */
const char *svc_warc_bytes_window(const svc_warc_bytes *bytes, size_t *length);

/* Takes bytes from the begin of the window. */
void svc_warc_bytes_take(svc_warc_bytes *bytes, size_t length);

/*
 * Puts bytes of a plain file back in front of the window, as they are to be read otherwise. Returns
 * false where that is too much, the file is compressed, or memory is out.
 */
bool svc_warc_bytes_put_back(svc_warc_bytes *bytes, const char *data, size_t length);

#endif
