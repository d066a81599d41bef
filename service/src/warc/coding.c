#include "warc/coding.h"

#include "base/text.h"

#include <brotli/decode.h>
#include <limits.h>
#include <zlib.h>
#include <zstd.h>

/* Bytes that are decoded at once. */
#define STEP_BYTES ((size_t)1 << 16)
/* zlib's bits for a window of 32 KiB: with a frame of gzip, of zlib, without one. */
#define GZIP_BITS (15 + 16)
#define ZLIB_BITS 15
#define RAW_BITS  (-15)
/* Windows that zstd may use: 8 MiB (RFC 9659). */
#define ZSTD_WINDOW_LOG 23

typedef svc_warc_decoding decoder(const char *body, size_t length, size_t max, svc_buffer *out);

/* Makes room for a step, and tells how much of it may be filled; one byte beyond `max` may be. */
static size_t room(svc_buffer *out, size_t max)
{
    size_t left = max + 1 - out->length;

    if (left == 0 || !svc_buffer_reserve(out, STEP_BYTES)) {
        return 0;
    }
    return left < STEP_BYTES ? left : STEP_BYTES;
}

/* Why there was no room. */
static svc_warc_decoding no_room(const svc_buffer *out, size_t max)
{
    return out->length > max ? SVC_WARC_TOO_LARGE : SVC_WARC_NO_MEMORY;
}

/* The verdict over a body that did not come to its end: what it gave, if anything, is kept. */
static svc_warc_decoding cut_off(const svc_buffer *out)
{
    return out->length > 0 ? SVC_WARC_DECODED : SVC_WARC_BAD_CODING;
}

/* Decodes one frame. *used: bytes of the body that it took. ended: whether it came to its end. */
static svc_warc_decoding inflate_frame(z_stream *stream, size_t max, svc_buffer *out, bool *ended)
{
    int result = Z_OK;

    while (result == Z_OK) {
        size_t free_bytes = room(out, max);
        if (free_bytes == 0) {
            return no_room(out, max);
        }
        stream->next_out = (Bytef *)out->bytes + out->length;
        stream->avail_out = (uInt)free_bytes;
        result = inflate(stream, Z_NO_FLUSH);
        out->length += free_bytes - stream->avail_out;
        if (result == Z_OK && stream->avail_in == 0 && stream->avail_out > 0) {
            result = Z_BUF_ERROR;
        }
    }
    *ended = result == Z_STREAM_END;
    if (*ended) {
        return out->length <= max ? SVC_WARC_DECODED : SVC_WARC_TOO_LARGE;
    }
    return result == Z_MEM_ERROR ? SVC_WARC_NO_MEMORY : cut_off(out);
}

static svc_warc_decoding inflate_all(int bits, const char *body, size_t length, size_t max,
                                     svc_buffer *out)
{
    z_stream stream = {.next_in = (z_const Bytef *)(size_t)body, .avail_in = (uInt)length};
    svc_warc_decoding result = SVC_WARC_DECODED;
    bool ended = false;

    if (length > UINT_MAX || inflateInit2(&stream, bits) != Z_OK) {
        return SVC_WARC_NO_MEMORY;
    }
    do {
        result = inflate_frame(&stream, max, out, &ended);
    } while (result == SVC_WARC_DECODED && ended && bits == GZIP_BITS && stream.avail_in > 0 &&
             inflateReset(&stream) == Z_OK);
    inflateEnd(&stream);
    return result;
}

static svc_warc_decoding decode_gzip(const char *body, size_t length, size_t max, svc_buffer *out)
{
    if (length < 2 || memcmp(body, "\x1f\x8b", 2) != 0) {
        return SVC_WARC_AS_IT_IS;
    }
    return inflate_all(GZIP_BITS, body, length, max, out);
}

/* Whether bytes look like markup: what a browser would see of a page. */
static bool is_markup(const char *body, size_t length)
{
    size_t at = length >= 3 && memcmp(body, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;

    while (at < length && strchr(" \t\r\n\f", body[at]) != NULL && body[at] != '\0') {
        at++;
    }
    return at < length && body[at] == '<';
}

/* RFC 1950, 2.2: the method, and a sum of two bytes that 31 divides. Some servers send no frame. */
static bool has_zlib_frame(const char *body, size_t length)
{
    const unsigned char *b = (const unsigned char *)body;

    return length >= 2 && (b[0] & 0x0f) == 8 && (b[0] * 256 + b[1]) % 31 == 0;
}

static svc_warc_decoding decode_deflate(const char *body, size_t length, size_t max,
                                        svc_buffer *out)
{
    if (is_markup(body, length)) {
        return SVC_WARC_AS_IT_IS;
    }
    return inflate_all(has_zlib_frame(body, length) ? ZLIB_BITS : RAW_BITS, body, length, max, out);
}

static svc_warc_decoding decode_zstd(const char *body, size_t length, size_t max, svc_buffer *out)
{
    ZSTD_inBuffer in = {body, length, 0};
    svc_warc_decoding result = SVC_WARC_DECODED;
    size_t left = 1;

    if (length < 4 || memcmp(body, "\x28\xB5\x2F\xFD", 4) != 0) {
        return SVC_WARC_AS_IT_IS;
    }
    ZSTD_DStream *stream = ZSTD_createDStream();
    if (stream == NULL) {
        return SVC_WARC_NO_MEMORY;
    }
    ZSTD_DCtx_setParameter(stream, ZSTD_d_windowLogMax, ZSTD_WINDOW_LOG);
    while (result == SVC_WARC_DECODED && (left != 0 || in.pos < in.size)) {
        size_t free_bytes = room(out, max);
        if (free_bytes == 0) {
            result = no_room(out, max);
            break;
        }
        ZSTD_outBuffer part = {out->bytes + out->length, free_bytes, 0};
        left = ZSTD_decompressStream(stream, &part, &in);
        out->length += part.pos;
        if (ZSTD_isError(left) || (left != 0 && in.pos == in.size && part.pos < part.size)) {
            result = cut_off(out);
            break;
        }
    }
    ZSTD_freeDStream(stream);
    return result == SVC_WARC_DECODED && out->length > max ? SVC_WARC_TOO_LARGE : result;
}

/* Decodes a stream as far as it goes. *result: where it stands. Returns false where there was no
 * room. */
static bool run_brotli(BrotliDecoderState *state, const char *body, size_t length, size_t max,
                       svc_buffer *out, BrotliDecoderResult *result)
{
    const uint8_t *in = (const uint8_t *)body;

    do {
        size_t free_bytes = room(out, max);
        size_t left = free_bytes;
        if (free_bytes == 0) {
            return false;
        }
        uint8_t *to = (uint8_t *)out->bytes + out->length;
        *result = BrotliDecoderDecompressStream(state, &length, &in, &left, &to, NULL);
        out->length += free_bytes - left;
    } while (*result == BROTLI_DECODER_RESULT_NEEDS_MORE_OUTPUT);
    return true;
}

/* Brotli has no signature: what looks like markup, and is no whole stream, is markup. */
static svc_warc_decoding decode_brotli(const char *body, size_t length, size_t max, svc_buffer *out)
{
    BrotliDecoderState *state = BrotliDecoderCreateInstance(NULL, NULL, NULL);
    BrotliDecoderResult result = BROTLI_DECODER_RESULT_ERROR;

    if (state == NULL) {
        return SVC_WARC_NO_MEMORY;
    }
    bool had_room = run_brotli(state, body, length, max, out, &result);
    BrotliDecoderDestroyInstance(state);
    if (!had_room) {
        return no_room(out, max);
    }
    if (result == BROTLI_DECODER_RESULT_SUCCESS) {
        return out->length <= max ? SVC_WARC_DECODED : SVC_WARC_TOO_LARGE;
    }
    if (is_markup(body, length)) {
        out->length = 0;
        return SVC_WARC_AS_IT_IS;
    }
    return result == BROTLI_DECODER_RESULT_NEEDS_MORE_INPUT ? cut_off(out) : SVC_WARC_BAD_CODING;
}

/* Reads the size of a chunk. Returns how many digits it has; 0: none, or too many. */
static size_t read_size(const char *text, size_t length, size_t *size)
{
    static const char hexadecimal[] = "0123456789abcdefABCDEF";
    size_t digits = 0;

    *size = 0;
    for (; digits < length; digits++) {
        const char *found = memchr(hexadecimal, text[digits], sizeof hexadecimal - 1);
        if (found == NULL) {
            break;
        }
        size_t value = (size_t)(found - hexadecimal);
        *size = *size * 16 + (value < 16 ? value : value - 6);
        if (digits == 15) {
            return 0;
        }
    }
    return digits;
}

/*
 * Reads the line before a chunk at *at, and moves behind it. Returns false where it is none. *size:
 * of the chunk; 0: it is the last, or the line does not end.
 */
static bool read_chunk_line(const char *body, size_t length, size_t *at, size_t *size)
{
    size_t digits = read_size(body + *at, length - *at, size);
    const char *feed = memchr(body + *at, '\n', length - *at);
    bool goes_on = *at + digits < length;

    if (digits == 0 || (goes_on && strchr("; \t\r\n", body[*at + digits]) == NULL) ||
        (feed == NULL && *at == 0)) {
        return false;
    }
    *size = feed != NULL ? *size : 0;
    *at = feed != NULL ? (size_t)(feed - body) + 1 : length;
    return true;
}

/* The first chunk's line tells whether there are chunks. */
static svc_warc_decoding decode_chunks(const char *body, size_t length, size_t max, svc_buffer *out)
{
    size_t at = 0;
    size_t size = 1;

    while (at < length && size > 0) {
        bool first = at == 0;
        if (!read_chunk_line(body, length, &at, &size)) {
            return first ? SVC_WARC_AS_IT_IS : cut_off(out);
        }
        size_t there = size < length - at ? size : length - at;
        if (there > max - out->length) {
            return SVC_WARC_TOO_LARGE;
        }
        if (!svc_buffer_add(out, body + at, there)) {
            return SVC_WARC_NO_MEMORY;
        }
        at += there;
        at += at < length && body[at] == '\r' ? 1 : 0;
        at += at < length && body[at] == '\n' ? 1 : 0;
    }
    return SVC_WARC_DECODED;
}

static const struct {
    const char *name;
    decoder *decode; /* NULL: nothing is to be done */
} codings[] = {
    {"gzip", decode_gzip}, {"x-gzip", decode_gzip}, {"deflate", decode_deflate},
    {"br", decode_brotli}, {"zstd", decode_zstd},   {"chunked", decode_chunks},
    {"identity", NULL},    {"none", NULL},
};

svc_warc_decoding svc_warc_decode(const char *name, size_t name_length, const char *body,
                                  size_t length, size_t max, svc_buffer *out)
{
    for (size_t i = 0; i < sizeof codings / sizeof codings[0]; i++) {
        if (svc_text_equals(name, name_length, codings[i].name)) {
            return codings[i].decode != NULL ? codings[i].decode(body, length, max, out)
                                             : SVC_WARC_AS_IT_IS;
        }
    }
    return is_markup(body, length) ? SVC_WARC_AS_IT_IS : SVC_WARC_UNKNOWN_CODING;
}
