#include "codings/kinds.h"

#include <limits.h>
#include <stdlib.h>
#include <zlib.h>

/* zlib's bits for a window of 32 KiB: with a frame of gzip, of zlib, without one. */
#define GZIP_BITS (15 + 16)
#define ZLIB_BITS 15
#define RAW_BITS  (-15)

/* A stream of zlib. */
typedef struct {
    z_stream z;
    bool is_ready; /* its frame is known */
    bool has_first;
    Bytef first; /* a byte that waits for the next one to tell the frame */
} flow;

static flow *new_flow(void)
{
    return calloc(1, sizeof(flow));
}

static bool set_frame(flow *f, int bits)
{
    f->is_ready = inflateInit2(&f->z, bits) == Z_OK;
    return f->is_ready;
}

static void *begin_gzip(void)
{
    flow *f = new_flow();

    if (f != NULL && !set_frame(f, GZIP_BITS)) {
        free(f);
        return NULL;
    }
    return f;
}

static void *begin_deflate(void)
{
    return new_flow();
}

static uInt within(size_t length)
{
    return length < UINT_MAX ? (uInt)length : UINT_MAX;
}

static svc_stream_state inflate_step(void *stream, svc_stream_step *step)
{
    flow *f = stream;
    uInt in_length = within(step->in_length);
    uInt out_length = within(step->out_length);

    f->z.next_in = (z_const Bytef *)(size_t)step->in;
    f->z.avail_in = in_length;
    f->z.next_out = (Bytef *)step->out;
    f->z.avail_out = out_length;
    int result = inflate(&f->z, Z_NO_FLUSH);
    step->in += in_length - f->z.avail_in;
    step->in_length -= in_length - f->z.avail_in;
    step->out += out_length - f->z.avail_out;
    step->out_length -= out_length - f->z.avail_out;
    switch (result) {
    case Z_STREAM_END:
        return SVC_STREAM_END;
    case Z_MEM_ERROR:
        return SVC_STREAM_NO_MEMORY;
    case Z_OK:
    case Z_BUF_ERROR:
        return f->z.avail_out == 0 ? SVC_STREAM_OUT : SVC_STREAM_IN;
    default:
        return SVC_STREAM_BROKEN;
    }
}

/* Another member begins behind the last one. Anything else there is ignored, as browsers do. */
static bool begins_member(void *stream, const char *bytes)
{
    flow *f = stream;

    return bytes[0] == '\x1f' && inflateReset(&f->z) == Z_OK;
}

/* RFC 1950, 2.2: the method, and a sum of two bytes that 31 divides. Some servers send no frame. */
static bool has_zlib_frame(Bytef first, Bytef second)
{
    return (first & 0x0f) == 8 && (first * 256 + second) % 31 == 0;
}

/* Tells the frame by the first two bytes, and hands the stream the first. */
static svc_stream_state find_frame(flow *f, svc_stream_step *step)
{
    if (!f->has_first) {
        f->first = (Bytef)*step->in;
        f->has_first = true;
        step->in++;
        step->in_length--;
        return SVC_STREAM_IN;
    }
    if (!set_frame(f, has_zlib_frame(f->first, (Bytef)*step->in) ? ZLIB_BITS : RAW_BITS)) {
        return SVC_STREAM_NO_MEMORY;
    }
    svc_stream_step head = {(const char *)&f->first, 1, step->out, step->out_length};
    return inflate_step(f, &head); /* one byte gives nothing out */
}

static svc_stream_state run_deflate(void *stream, svc_stream_step *step)
{
    flow *f = stream;

    return f->is_ready ? inflate_step(f, step) : find_frame(f, step);
}

static void end_flow(void *stream)
{
    flow *f = stream;

    if (f->is_ready) {
        inflateEnd(&f->z);
    }
    free(f);
}

const svc_stream_kind svc_stream_gzip = {begin_gzip, inflate_step, begins_member, end_flow};
const svc_stream_kind svc_stream_deflate = {begin_deflate, run_deflate, NULL, end_flow};
