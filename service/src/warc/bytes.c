#include "warc/bytes.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Bytes that are decoded at once. */
#define DECODE_BYTES ((size_t)1 << 16)
/* Bytes behind which the next member of a broken one is looked for: its own go on as nonsense that
 * is noticed within some ten KiB. */
#define HISTORY_BYTES SVC_WARC_RAW_HISTORY
/* What must be there to judge the begin of a member: its head with a name, and a Huffman table. */
#define JUDGE_BYTES ((size_t)1024)
/* zlib's bits for a window of 32 KiB, and for a gzip frame around it. */
#define GZIP_WINDOW_BITS (15 + 16)
/* The first byte of a member. */
#define MAGIC 0x1f
/* What a member of a WARC file begins with, decoded. */
#define BEGIN        "WARC/"
#define BEGIN_LENGTH (sizeof BEGIN - 1)

bool svc_warc_bytes_init(svc_warc_bytes *bytes, const svc_input *input, svc_warc_ahead *ahead)
{
    *bytes = (svc_warc_bytes){.at = 0};
    return svc_warc_raw_init(&bytes->raw, input, ahead);
}

void svc_warc_bytes_clear(svc_warc_bytes *bytes)
{
    if (bytes->has_stream) {
        inflateEnd(&bytes->stream);
    }
    svc_warc_raw_clear(&bytes->raw);
    free(bytes->marks);
    svc_buffer_clear(&bytes->window);
    *bytes = (svc_warc_bytes){.at = 0};
}

const char *svc_warc_bytes_window(const svc_warc_bytes *bytes, size_t *length)
{
    *length = bytes->window.length - bytes->at;
    return bytes->window.bytes != NULL ? bytes->window.bytes + bytes->at : "";
}

/* The first byte in the window is one of the last member that has begun up to there. */
static void pass_marks(svc_warc_bytes *bytes)
{
    while (bytes->mark_first < bytes->mark_count &&
           bytes->marks[bytes->mark_first].position <= bytes->taken) {
        bytes->offset = bytes->marks[bytes->mark_first].offset;
        bytes->mark_first++;
    }
    if (bytes->mark_first == bytes->mark_count) {
        bytes->mark_first = 0;
        bytes->mark_count = 0;
    }
}

/* Notes that the member begins behind the window. Returns false where memory is out. */
static bool set_mark(svc_warc_bytes *bytes)
{
    size_t count = bytes->mark_count;
    uint64_t position = bytes->taken + (bytes->window.length - bytes->at);
    svc_warc_mark *marks = svc_array_grow(bytes->marks, count, sizeof *marks);

    if (marks == NULL) {
        errno = ENOMEM;
        return false;
    }
    marks[count] = (svc_warc_mark){position, bytes->member};
    bytes->marks = marks;
    bytes->mark_count++;
    bytes->is_marked = true;
    pass_marks(bytes);
    return true;
}

void svc_warc_bytes_take(svc_warc_bytes *bytes, size_t length)
{
    bytes->at += length;
    bytes->taken += length;
    pass_marks(bytes);
    if (bytes->place == SVC_WARC_PLAIN) {
        bytes->offset += length;
    }
    if (bytes->at == bytes->window.length) {
        bytes->window.length = 0;
        bytes->at = 0;
    }
}

/* Makes room behind the window. Returns false where memory is out. */
static bool make_room(svc_warc_bytes *bytes, size_t more)
{
    svc_buffer *window = &bytes->window;

    if (bytes->at > 0) {
        memmove(window->bytes, window->bytes + bytes->at, window->length - bytes->at);
        window->length -= bytes->at;
        bytes->at = 0;
    }
    if (!svc_buffer_reserve(window, more)) {
        errno = ENOMEM;
        return false;
    }
    return true;
}

static svc_warc_step more_plain(svc_warc_bytes *bytes)
{
    size_t got = 0;

    if (!make_room(bytes, SVC_WARC_RAW_READ)) {
        return SVC_WARC_FAILED;
    }
    svc_warc_step step = svc_warc_raw_read(&bytes->raw, bytes->window.bytes + bytes->window.length,
                                           SVC_WARC_RAW_READ, &got);
    bytes->window.length += got;
    return step;
}

/* Bytes that wait to be decoded. */
static const char *raw_bytes(const svc_warc_bytes *bytes, size_t *length)
{
    *length = bytes->raw.end - bytes->raw.at;
    return bytes->raw.bytes + bytes->raw.at;
}

/* Where in the file these are. */
static uint64_t raw_position(const svc_warc_bytes *bytes)
{
    return bytes->raw.offset + bytes->raw.at;
}

/* Whether what waits begins a member, and the member a record: four bytes occur by chance. */
static bool begins_record(svc_warc_bytes *bytes)
{
    char begin[BEGIN_LENGTH];
    size_t there;
    const char *raw = raw_bytes(bytes, &there);
    z_stream *stream = &bytes->stream;

    if (there < 4 || !svc_warc_is_member(raw) || inflateReset(stream) != Z_OK) {
        return false;
    }
    stream->next_in = (Bytef *)(size_t)raw;
    stream->avail_in = (uInt)(there < JUDGE_BYTES ? there : JUDGE_BYTES);
    stream->next_out = (Bytef *)begin;
    stream->avail_out = sizeof begin;
    int result = inflate(stream, Z_SYNC_FLUSH);
    return (result == Z_OK || result == Z_STREAM_END) && stream->avail_out == 0 &&
           memcmp(begin, BEGIN, BEGIN_LENGTH) == 0;
}

/* Counts bytes that are to be read twice, of so many. Returns whether all of it stays linear. */
static bool reread(svc_warc_bytes *bytes, uint64_t of, uint64_t length)
{
    if (bytes->reread + length > HISTORY_BYTES + of) {
        return false;
    }
    bytes->reread += length;
    return true;
}

/* Goes back to look behind the begin of the broken member, as far as its bytes are there. */
static void go_back(svc_warc_bytes *bytes)
{
    uint64_t at = raw_position(bytes);
    uint64_t back = at > bytes->member ? at - (bytes->member + 1) : 0;

    back = back < HISTORY_BYTES ? back : HISTORY_BYTES;
    if (back <= bytes->raw.at && reread(bytes, at, back)) {
        bytes->raw.at -= (size_t)back;
    }
}

/* Begins the member that waits. */
static svc_warc_step begin_member(svc_warc_bytes *bytes)
{
    svc_warc_ahead *ahead = bytes->raw.ahead;

    bytes->member = raw_position(bytes);
    bytes->is_marked = false;
    bytes->place = SVC_WARC_INSIDE;
    bytes->is_ready = ahead != NULL && svc_warc_ahead_take(ahead, bytes->member, &bytes->ready);
    if (bytes->is_ready) {
        bytes->ready_at = 0;
        svc_warc_raw_skip(&bytes->raw, bytes->ready.stored);
        return SVC_WARC_FOUND;
    }
    if (inflateReset(&bytes->stream) != Z_OK) {
        errno = ENOMEM;
        return SVC_WARC_FAILED;
    }
    return SVC_WARC_FOUND;
}

/* Looks for the next member. */
static svc_warc_step find_member(svc_warc_bytes *bytes)
{
    for (;;) {
        svc_warc_step step = svc_warc_raw_wait(&bytes->raw, JUDGE_BYTES);
        if (step != SVC_WARC_FOUND) {
            return step;
        }
        if (begins_record(bytes)) {
            return begin_member(bytes);
        }
        size_t there;
        const char *raw = raw_bytes(bytes, &there);
        const char *next = memchr(raw + 1, MAGIC, there - 1);
        bytes->raw.at += next != NULL ? (size_t)(next - raw) : there;
    }
}

/* Behind a member: another one, the end, or something else. */
static svc_warc_step next_member(svc_warc_bytes *bytes)
{
    size_t there;
    svc_warc_step step = svc_warc_raw_wait(&bytes->raw, 4);

    if (step != SVC_WARC_FOUND) {
        return step;
    }
    const char *raw = raw_bytes(bytes, &there);
    if (there >= 4 && svc_warc_is_member(raw)) {
        return begin_member(bytes);
    }
    bytes->member = raw_position(bytes);
    bytes->raw.at++;
    bytes->place = SVC_WARC_LOST;
    return SVC_WARC_BROKEN;
}

/* What inflate() came to, where nothing was decoded. */
static svc_warc_step judge(svc_warc_bytes *bytes, int result)
{
    if (result == Z_STREAM_END) {
        bytes->place = SVC_WARC_BETWEEN;
        return SVC_WARC_MEMBER;
    }
    if (result == Z_MEM_ERROR) {
        errno = ENOMEM;
        return SVC_WARC_FAILED;
    }
    go_back(bytes);
    bytes->place = SVC_WARC_LOST;
    return SVC_WARC_BROKEN;
}

/* Decodes as much of the member as one step takes, or all that is left. *result: what inflate()
 * came to. */
static svc_warc_step inflate_some(svc_warc_bytes *bytes, char *out, size_t *decoded, int *result)
{
    z_stream *stream = &bytes->stream;
    svc_warc_step step = SVC_WARC_FOUND;

    stream->next_out = (Bytef *)out;
    stream->avail_out = (uInt)DECODE_BYTES;
    *result = Z_OK;
    while (stream->avail_out > 0 && (*result == Z_OK || *result == Z_BUF_ERROR)) {
        step = svc_warc_raw_wait(&bytes->raw, 1);
        if (step != SVC_WARC_FOUND) {
            break;
        }
        size_t there;
        stream->next_in = (Bytef *)(size_t)raw_bytes(bytes, &there);
        stream->avail_in = (uInt)there;
        *result = inflate(stream, Z_NO_FLUSH);
        bytes->raw.at = bytes->raw.end - stream->avail_in;
    }
    *decoded = DECODE_BYTES - stream->avail_out;
    return step;
}

/* Copies as much of a member that was decoded before. */
static void copy_some(svc_warc_bytes *bytes, char *out, size_t *decoded, int *result)
{
    size_t left = bytes->ready.length - bytes->ready_at;

    *decoded = left < DECODE_BYTES ? left : DECODE_BYTES;
    if (*decoded > 0) {
        memcpy(out, bytes->ready.bytes + bytes->ready_at, *decoded);
    }
    bytes->ready_at += *decoded;
    *result = bytes->ready_at == bytes->ready.length ? Z_STREAM_END : Z_OK;
}

/* Adds some of the member to the window: always as much, however the file's bytes come. */
static svc_warc_step decode(svc_warc_bytes *bytes)
{
    svc_warc_step step = SVC_WARC_FOUND;
    size_t decoded = 0;
    int result = Z_OK;

    if (!make_room(bytes, DECODE_BYTES)) {
        return SVC_WARC_FAILED;
    }
    char *out = bytes->window.bytes + bytes->window.length;
    if (bytes->is_ready) {
        copy_some(bytes, out, &decoded, &result);
    } else {
        step = inflate_some(bytes, out, &decoded, &result);
    }
    if (decoded == 0) {
        return step == SVC_WARC_FOUND || step == SVC_WARC_END ? judge(bytes, result) : step;
    }
    if (!bytes->is_marked && !set_mark(bytes)) {
        return SVC_WARC_FAILED;
    }
    bytes->window.length += decoded;
    bytes->place = result == Z_STREAM_END ? SVC_WARC_OVER : bytes->place;
    return SVC_WARC_FOUND;
}

/* Looks at the begin of the file: gzip, or as it is. */
static svc_warc_step start(svc_warc_bytes *bytes)
{
    size_t there;
    svc_warc_step step = svc_warc_raw_wait(&bytes->raw, 4);

    if (step != SVC_WARC_FOUND) {
        return step;
    }
    const char *raw = raw_bytes(bytes, &there);
    if (there >= 4 && svc_warc_is_member(raw)) {
        bytes->has_stream = inflateInit2(&bytes->stream, GZIP_WINDOW_BITS) == Z_OK;
        bytes->place = SVC_WARC_BETWEEN;
        errno = ENOMEM;
        return bytes->has_stream ? SVC_WARC_FOUND : SVC_WARC_FAILED;
    }
    bytes->place = SVC_WARC_PLAIN;
    if (!svc_buffer_add(&bytes->window, raw, there)) {
        errno = ENOMEM;
        return SVC_WARC_FAILED;
    }
    bytes->raw.at = bytes->raw.end;
    return SVC_WARC_FOUND;
}

svc_warc_step svc_warc_bytes_more(svc_warc_bytes *bytes)
{
    svc_warc_step step = SVC_WARC_FOUND;

    if (bytes->place == SVC_WARC_START) {
        step = start(bytes);
        if (step != SVC_WARC_FOUND || bytes->place == SVC_WARC_PLAIN) {
            return step;
        }
    }
    if (bytes->place == SVC_WARC_PLAIN) {
        return more_plain(bytes);
    }
    if (bytes->place == SVC_WARC_OVER) {
        return judge(bytes, Z_STREAM_END);
    }
    if (bytes->place == SVC_WARC_BETWEEN) {
        step = next_member(bytes);
    } else if (bytes->place == SVC_WARC_LOST) {
        step = find_member(bytes);
    }
    return step == SVC_WARC_FOUND ? decode(bytes) : step;
}

bool svc_warc_bytes_put_back(svc_warc_bytes *bytes, const char *data, size_t length)
{
    if (bytes->place != SVC_WARC_PLAIN || !make_room(bytes, length) ||
        !reread(bytes, bytes->raw.total, length)) {
        return false;
    }
    memmove(bytes->window.bytes + length, bytes->window.bytes, bytes->window.length);
    memcpy(bytes->window.bytes, data, length);
    bytes->window.length += length;
    bytes->offset -= length;
    return true;
}
