#include "codings/kinds.h"

#include <zstd.h>
#include <zstd_errors.h>

/* Windows that zstd may use: 8 MiB (RFC 9659). */
#define WINDOW_LOG 23

static void *begin_zstd(void)
{
    ZSTD_DStream *stream = ZSTD_createDStream();

    if (stream != NULL) {
        ZSTD_DCtx_setParameter(stream, ZSTD_d_windowLogMax, WINDOW_LOG);
    }
    return stream;
}

static svc_stream_state run_zstd(void *stream, svc_stream_step *step)
{
    ZSTD_inBuffer in = {step->in, step->in_length, 0};
    ZSTD_outBuffer out = {step->out, step->out_length, 0};
    size_t left = ZSTD_decompressStream(stream, &out, &in);

    step->in += in.pos;
    step->in_length -= in.pos;
    step->out += out.pos;
    step->out_length -= out.pos;
    if (ZSTD_isError(left)) {
        return ZSTD_getErrorCode(left) == ZSTD_error_memory_allocation ? SVC_STREAM_NO_MEMORY
                                                                       : SVC_STREAM_BROKEN;
    }
    if (left == 0) {
        return SVC_STREAM_END;
    }
    return step->out_length == 0 ? SVC_STREAM_OUT : SVC_STREAM_IN;
}

/* A body may have several frames (RFC 8878, 3). */
static bool begins_frame(void *stream, const char *bytes)
{
    (void)stream;
    (void)bytes;
    return true;
}

static void end_zstd(void *stream)
{
    ZSTD_freeDStream(stream);
}

const svc_stream_kind svc_stream_zstd = {begin_zstd, run_zstd, begins_frame, end_zstd};
