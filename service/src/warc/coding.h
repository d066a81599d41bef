/*
 * Codings of what an archive holds: chunks (RFC 9112, 7.1), gzip, deflate with zlib's frame and
 * without, Brotli (RFC 7932) and zstd. Archives keep bytes as they came, or as they were after the
 * coding was undone, with the same head: what is not in the coding that the head names is taken as
 * it is. What ends early is kept as far as it came.
 */
#ifndef SVC_WARC_CODING_H
#define SVC_WARC_CODING_H

#include "base/buffer.h"

/* What became of a body. */
typedef enum {
    SVC_WARC_DECODED,
    SVC_WARC_AS_IT_IS,   /* it is not in this coding: nothing was written */
    SVC_WARC_BAD_CODING, /* it is broken */
    SVC_WARC_TOO_LARGE,
    SVC_WARC_UNKNOWN_CODING,
    SVC_WARC_NO_MEMORY
} svc_warc_decoding;

/* Decodes a body in one coding, `name` of so many bytes, into an empty buffer: at most `max` bytes.
 */
svc_warc_decoding svc_warc_decode(const char *name, size_t name_length, const char *body,
                                  size_t length, size_t max, svc_buffer *out);

#endif
