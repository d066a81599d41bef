/* What decoder.c needs of a library: how a stream begins, goes on and ends. */
#ifndef SVC_CODINGS_KINDS_H
#define SVC_CODINGS_KINDS_H

#include <stdbool.h>
#include <stddef.h>

/* Where a stream stands. */
typedef enum {
    SVC_STREAM_IN,  /* all its bytes are taken */
    SVC_STREAM_OUT, /* it needs room */
    SVC_STREAM_END,
    SVC_STREAM_BROKEN,
    SVC_STREAM_NO_MEMORY
} svc_stream_state;

/* Bytes that go in and out of a stream. Both places move on. */
typedef struct {
    const char *in;
    size_t in_length;
    char *out;
    size_t out_length; /* the room that is left */
} svc_stream_step;

typedef struct {
    /* Makes a stream; NULL: memory is out. */
    void *(*begin)(void);
    /* Goes on as far as the step lets it. Not called behind the end, unless `goes_on`. */
    svc_stream_state (*run)(void *stream, svc_stream_step *step);
    /* Whether these bytes, at least one, go on behind the end, for which the stream is made ready;
     * NULL: they never do. */
    bool (*goes_on)(void *stream, const char *bytes);
    void (*end)(void *stream);
} svc_stream_kind;

extern const svc_stream_kind svc_stream_gzip;
extern const svc_stream_kind svc_stream_deflate;
extern const svc_stream_kind svc_stream_brotli;
extern const svc_stream_kind svc_stream_zstd;

#endif
