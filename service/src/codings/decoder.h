/*
 * Content codings of HTTP that are undone piece by piece: gzip (RFC 1952; several members too),
 * deflate with zlib's frame and without (RFC 1950, 1951), Brotli (RFC 7932), zstd (RFC 8878).
 */
#ifndef SVC_CODINGS_DECODER_H
#define SVC_CODINGS_DECODER_H

#include "base/buffer.h"

/* Bytes that are decoded at once. */
#define SVC_CODING_STEP ((size_t)1 << 16)

/* A coding, by its name. */
typedef struct svc_coding svc_coding;

/* One body that is being decoded. Not shared between threads. */
typedef struct svc_decoder svc_decoder;

/* What became of some bytes. */
typedef enum {
    SVC_CODING_FINE,
    SVC_CODING_BROKEN, /* they are not in this coding; what came before them was written */
    SVC_CODING_TOO_LARGE,
    SVC_CODING_NO_MEMORY
} svc_coding_status;

/* The coding of a name of so many bytes, letters of either case; NULL: none that is undone here. */
const svc_coding *svc_coding_find(const char *name, size_t length);

/* Whether a body begins with the signature of a coding; true for one that has none. */
bool svc_coding_begins(const svc_coding *coding, const char *body, size_t length);

/* Whether a coding has a signature: Brotli and deflate have none. */
bool svc_coding_has_signature(const svc_coding *coding);

/* Whether its streams tell by sums what is broken: Brotli's do not. */
bool svc_coding_has_sums(const svc_coding *coding);

/* Whether a name says that nothing was done. */
bool svc_coding_is_none(const char *name, size_t length);

/* Makes a decoder for a body. Returns NULL where memory is out. */
svc_decoder *svc_decoder_new(const svc_coding *coding);

/*
 * Decodes some more bytes, and appends what they give to `out`. `out` has at most `max` bytes in
 * all; with SVC_CODING_TOO_LARGE it has more by one. Bytes behind the end are ignored.
 */
svc_coding_status svc_decoder_take(svc_decoder *decoder, const char *bytes, size_t length,
                                   size_t max, svc_buffer *out);

/* Takes what some bytes gave. Returns FINE to go on. */
typedef svc_coding_status svc_coding_sink(void *arg, const char *bytes, size_t length);

/*
 * The same in constant memory: hands what the bytes give to a sink, in pieces of SVC_CODING_STEP at
 * most, for which `room` has as many bytes. Ends where the sink does.
 */
svc_coding_status svc_decoder_pass(svc_decoder *decoder, const char *bytes, size_t length,
                                   char *room, svc_coding_sink *sink, void *arg);

/* Whether the body came to its end. */
bool svc_decoder_is_whole(const svc_decoder *decoder);

/* Frees a decoder; NULL is allowed. */
void svc_decoder_free(svc_decoder *decoder);

#endif
