#include "codings/decoder.h"

#include "base/text.h"
#include "codings/kinds.h"

#include <stdlib.h>
#include <string.h>

struct svc_coding {
    const char *name;
    const svc_stream_kind *kind;
    const char *signature; /* "": none */
    bool has_sums;
};

static const svc_coding codings[] = {
    {"gzip", &svc_stream_gzip, "\x1f\x8b", true},
    {"x-gzip", &svc_stream_gzip, "\x1f\x8b", true},
    {"deflate", &svc_stream_deflate, "", true},
    {"br", &svc_stream_brotli, "", false},
    {"zstd", &svc_stream_zstd, "\x28\xB5\x2F\xFD", true},
};

struct svc_decoder {
    const svc_stream_kind *kind;
    void *stream;
    bool whole;
};

const svc_coding *svc_coding_find(const char *name, size_t length)
{
    for (size_t i = 0; i < sizeof codings / sizeof codings[0]; i++) {
        if (svc_text_equals(name, length, codings[i].name)) {
            return &codings[i];
        }
    }
    return NULL;
}

bool svc_coding_begins(const svc_coding *coding, const char *body, size_t length)
{
    size_t own = strlen(coding->signature);

    return length >= own && memcmp(body, coding->signature, own) == 0;
}

bool svc_coding_has_signature(const svc_coding *coding)
{
    return coding->signature[0] != '\0';
}

bool svc_coding_has_sums(const svc_coding *coding)
{
    return coding->has_sums;
}

bool svc_coding_is_none(const char *name, size_t length)
{
    return svc_text_equals(name, length, "identity") || svc_text_equals(name, length, "none");
}

svc_decoder *svc_decoder_new(const svc_coding *coding)
{
    svc_decoder *d = calloc(1, sizeof *d);

    if (d == NULL) {
        return NULL;
    }
    d->kind = coding->kind;
    d->stream = d->kind->begin();
    if (d->stream == NULL) {
        free(d);
        return NULL;
    }
    return d;
}

/* Makes room for a step, and tells how much of it may be filled; one byte beyond `max` may be. */
static size_t room(svc_buffer *out, size_t max)
{
    size_t left = out->length <= max ? max + 1 - out->length : 0;

    if (left == 0 || !svc_buffer_reserve(out, SVC_CODING_STEP)) {
        return 0;
    }
    return left < SVC_CODING_STEP ? left : SVC_CODING_STEP;
}

/* Whether bytes are left that are not behind the end. */
static bool has_more(const svc_decoder *d, const svc_stream_step *step)
{
    return step->in_length > 0 &&
           (!d->whole || (d->kind->goes_on != NULL && d->kind->goes_on(d->stream, step->in)));
}

/* Goes on as far as the room of a step reaches. *more: whether there is more to do. */
static svc_coding_status run(svc_decoder *d, svc_stream_step *step, bool *more)
{
    svc_stream_state state = d->kind->run(d->stream, step);

    d->whole = state == SVC_STREAM_END;
    if (state == SVC_STREAM_BROKEN || state == SVC_STREAM_NO_MEMORY) {
        return state == SVC_STREAM_BROKEN ? SVC_CODING_BROKEN : SVC_CODING_NO_MEMORY;
    }
    *more = state == SVC_STREAM_OUT || has_more(d, step);
    return SVC_CODING_FINE;
}

svc_coding_status svc_decoder_take(svc_decoder *decoder, const char *bytes, size_t length,
                                   size_t max, svc_buffer *out)
{
    svc_stream_step step = {.in = bytes, .in_length = length};
    svc_coding_status status = SVC_CODING_FINE;
    bool more = has_more(decoder, &step);

    while (more && status == SVC_CODING_FINE) {
        size_t free_bytes = room(out, max);

        if (free_bytes == 0) {
            return out->length > max ? SVC_CODING_TOO_LARGE : SVC_CODING_NO_MEMORY;
        }
        step.out = out->bytes + out->length;
        step.out_length = free_bytes;
        status = run(decoder, &step, &more);
        out->length += free_bytes - step.out_length;
        out->bytes[out->length] = '\0';
    }
    return status == SVC_CODING_FINE && out->length > max ? SVC_CODING_TOO_LARGE : status;
}

svc_coding_status svc_decoder_pass(svc_decoder *decoder, const char *bytes, size_t length,
                                   char *room_bytes, svc_coding_sink *sink, void *arg)
{
    svc_stream_step step = {.in = bytes, .in_length = length};
    svc_coding_status status = SVC_CODING_FINE;
    bool more = has_more(decoder, &step);

    while (more && status == SVC_CODING_FINE) {
        step.out = room_bytes;
        step.out_length = SVC_CODING_STEP;
        status = run(decoder, &step, &more);
        if (status == SVC_CODING_FINE && step.out_length < SVC_CODING_STEP) {
            status = sink(arg, room_bytes, SVC_CODING_STEP - step.out_length);
        }
    }
    return status;
}

bool svc_decoder_is_whole(const svc_decoder *decoder)
{
    return decoder->whole;
}

void svc_decoder_free(svc_decoder *decoder)
{
    if (decoder != NULL) {
        decoder->kind->end(decoder->stream);
        free(decoder);
    }
}
