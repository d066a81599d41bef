#include "http/content_coding.h"

#include "json/buffer.h"

#include <string.h>
#include <strings.h>
#include <zlib.h>
#include <zstd.h>

/* HTML shrinks to about a fifth: the first buffer is most often the last. */
#define USUAL_RATIO 5
/* Window sizes that RFC 9659 lets a sender use: 8 MiB. */
#define ZSTD_WINDOW_LOG 23
/* zlib's bits for a window of 32 KiB, and for a gzip frame around it. */
#define GZIP_WINDOW_BITS (15 + 16)

/* The decoded bytes so far. */
typedef struct {
    api__buffer bytes;
    size_t max_length;
} decoded;

typedef api__coding_status decoder(const char *body, size_t length, decoded *out);

/*
 * Makes room, and tells how much of it may be filled; 0: memory ran out. One byte beyond the limit
 * may be filled, so that a longer body is noticed.
 */
static size_t room(decoded *out)
{
    size_t left = out->max_length + 1 - out->bytes.length;

    if (!api__reserve(&out->bytes, 1)) {
        return 0;
    }
    size_t free_bytes = out->bytes.capacity - out->bytes.length - 1;

    return free_bytes < left ? free_bytes : left;
}

/* Inflates until the end of one gzip member. */
static api__coding_status inflate_member(z_stream *stream, decoded *out)
{
    for (;;) {
        stream->avail_out = (uInt)room(out);
        if (stream->avail_out == 0) {
            return API__CODING_NO_MEMORY;
        }
        stream->next_out = (Bytef *)out->bytes.data + out->bytes.length;
        int result = inflate(stream, Z_NO_FLUSH);

        out->bytes.length = (size_t)((char *)stream->next_out - out->bytes.data);
        if (out->bytes.length > out->max_length) {
            return API__CODING_TOO_LARGE;
        }
        if (result == Z_STREAM_END) {
            return API__CODING_OK;
        }
        if (result == Z_MEM_ERROR) {
            return API__CODING_NO_MEMORY;
        }
        if (result != Z_OK || (stream->avail_in == 0 && stream->avail_out > 0)) {
            return API__CODING_BROKEN;
        }
    }
}

/* A gzip file may hold several members (RFC 1952, section 2.2). */
static api__coding_status decode_gzip(const char *body, size_t length, decoded *out)
{
    z_stream stream = {.next_in = (z_const Bytef *)(size_t)body, .avail_in = (uInt)length};
    api__coding_status status = API__CODING_BROKEN;

    if (inflateInit2(&stream, GZIP_WINDOW_BITS) != Z_OK) {
        return API__CODING_NO_MEMORY;
    }
    do {
        status = inflate_member(&stream, out);
    } while (status == API__CODING_OK && stream.avail_in > 0 && inflateReset(&stream) == Z_OK);
    inflateEnd(&stream);
    return status;
}

/* Decompresses all frames of the input. */
static api__coding_status run_zstd(ZSTD_DStream *stream, ZSTD_inBuffer *in, decoded *out)
{
    size_t left = 1;

    while (left != 0 || in->pos < in->size) {
        size_t free_bytes = room(out);

        if (free_bytes == 0) {
            return API__CODING_NO_MEMORY;
        }
        ZSTD_outBuffer part = {out->bytes.data, out->bytes.length + free_bytes, out->bytes.length};

        left = ZSTD_decompressStream(stream, &part, in);
        if (ZSTD_isError(left)) {
            return API__CODING_BROKEN;
        }
        out->bytes.length = part.pos;
        if (part.pos > out->max_length) {
            return API__CODING_TOO_LARGE;
        }
        if (left != 0 && in->pos == in->size && part.pos < part.size) {
            return API__CODING_BROKEN;
        }
    }
    return API__CODING_OK;
}

static api__coding_status decode_zstd(const char *body, size_t length, decoded *out)
{
    ZSTD_DStream *stream = ZSTD_createDStream();
    ZSTD_inBuffer in = {body, length, 0};

    if (stream == NULL) {
        return API__CODING_NO_MEMORY;
    }
    ZSTD_DCtx_setParameter(stream, ZSTD_d_windowLogMax, ZSTD_WINDOW_LOG);
    api__coding_status status = run_zstd(stream, &in, out);

    ZSTD_freeDStream(stream);
    return status;
}

static const struct {
    const char *name;
    decoder *decode; /* NULL: as it is */
} codings[] = {
    {"gzip", decode_gzip},
    {"x-gzip", decode_gzip},
    {"zstd", decode_zstd},
    {"identity", NULL},
};

#define CODING_COUNT (sizeof(codings) / sizeof(codings[0]))
#define IDENTITY     (CODING_COUNT - 1)

static size_t find_name(const char *name, size_t length)
{
    size_t i = 0;

    while (i < CODING_COUNT &&
           (strlen(codings[i].name) != length || strncasecmp(codings[i].name, name, length) != 0)) {
        i++;
    }
    return i;
}

/*
 * The coding of a list, in which identity and nothing count for nothing; CODING_COUNT: one that is
 * not known, or one over another.
 */
static size_t find_coding(const char *list)
{
    size_t found = IDENTITY;

    while (*list != '\0') {
        list += strspn(list, ", \t");
        size_t length = strcspn(list, ", \t");
        size_t next = length > 0 ? find_name(list, length) : IDENTITY;
        if (next != IDENTITY) {
            found = found == IDENTITY ? next : CODING_COUNT;
        }
        list += length;
    }
    return found;
}

bool api__coding_is_known(const char *coding)
{
    return coding == NULL || find_coding(coding) < CODING_COUNT;
}

bool api__coding_is_identity(const char *coding)
{
    return coding == NULL || codings[find_coding(coding)].decode == NULL;
}

api__coding_status api__coding_decode(const char *coding, const char *body, size_t length,
                                      size_t max_length, char **out, size_t *out_length)
{
    decoded result = {.max_length = max_length};
    size_t usual = length < max_length / USUAL_RATIO ? length * USUAL_RATIO : max_length + 1;

    *out = NULL;
    if (!api__reserve(&result.bytes, usual)) {
        return API__CODING_NO_MEMORY;
    }
    api__coding_status status = codings[find_coding(coding)].decode(body, length, &result);

    if (status != API__CODING_OK) {
        api__buffer_clear(&result.bytes);
        return status;
    }
    result.bytes.data[result.bytes.length] = '\0';
    *out = result.bytes.data;
    *out_length = result.bytes.length;
    return API__CODING_OK;
}
