#include "warc/bytes.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Bytes that are read at once, and decoded at once. */
#define BLOCK_BYTES  ((size_t)1 << 17)
#define DECODE_BYTES ((size_t)1 << 16)
/* Bytes behind which the next member of a broken one is looked for: its own go on as nonsense that
 * is noticed within some ten KiB. */
#define HISTORY_BYTES ((size_t)1 << 18)
#define RAW_BYTES     (HISTORY_BYTES + 2 * BLOCK_BYTES)
/* What must be there to judge the begin of a member: its head with a name, and a Huffman table. */
#define JUDGE_BYTES ((size_t)1024)
/* zlib's bits for a window of 32 KiB, and for a gzip frame around it. */
#define GZIP_WINDOW_BITS (15 + 16)
/* RFC 1952, 2.3.1: the begin of a member; flags that it may have. */
#define MAGIC_1      0x1f
#define MAGIC_2      0x8b
#define DEFLATED     8
#define FLAGS_UNUSED 0xe0
/* What a member of a WARC file begins with, decoded. */
#define BEGIN        "WARC/"
#define BEGIN_LENGTH (sizeof BEGIN - 1)

bool svc_warc_bytes_init(svc_warc_bytes *bytes, const svc_input *input)
{
    *bytes = (svc_warc_bytes){.input = *input, .raw = malloc(RAW_BYTES), .credit = HISTORY_BYTES};
    return bytes->raw != NULL;
}

void svc_warc_bytes_clear(svc_warc_bytes *bytes)
{
    if (bytes->has_stream) {
        inflateEnd(&bytes->stream);
    }
    free(bytes->raw);
    free(bytes->marks);
    svc_buffer_clear(&bytes->window);
    *bytes = (svc_warc_bytes){.raw = NULL};
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

/* The steps of a descriptor as those of a file. */
static svc_warc_step step_of(svc_input_step step)
{
    static const svc_warc_step steps[] = {[SVC_INPUT_FOUND] = SVC_WARC_FOUND,
                                          [SVC_INPUT_END] = SVC_WARC_END,
                                          [SVC_INPUT_STOPPED] = SVC_WARC_STOPPED,
                                          [SVC_INPUT_FAILED] = SVC_WARC_FAILED};
    return steps[step];
}

/* Reads more of the file behind what is there, and forgets what is older than the history. */
static svc_warc_step read_raw(svc_warc_bytes *bytes)
{
    size_t got = 0;

    if (bytes->raw_ended) {
        return SVC_WARC_END;
    }
    if (RAW_BYTES - bytes->raw_end < BLOCK_BYTES) {
        size_t old = bytes->raw_at > HISTORY_BYTES ? bytes->raw_at - HISTORY_BYTES : 0;
        memmove(bytes->raw, bytes->raw + old, bytes->raw_end - old);
        bytes->raw_offset += old;
        bytes->raw_at -= old;
        bytes->raw_end -= old;
    }
    size_t room = RAW_BYTES - bytes->raw_end < BLOCK_BYTES ? RAW_BYTES - bytes->raw_end
                                                           : BLOCK_BYTES;
    svc_input_step step = svc_input_read(&bytes->input, bytes->raw + bytes->raw_end, room, &got);
    bytes->raw_end += got;
    bytes->credit += got;
    bytes->total += got;
    bytes->raw_ended = step == SVC_INPUT_END;
    return step_of(step);
}

/* Sees to it that `wanted` bytes wait to be decoded, unless the file has less left. */
static svc_warc_step wait_raw(svc_warc_bytes *bytes, size_t wanted)
{
    svc_warc_step step = SVC_WARC_FOUND;

    while (step == SVC_WARC_FOUND && bytes->raw_end - bytes->raw_at < wanted) {
        step = read_raw(bytes);
    }
    return step == SVC_WARC_END && bytes->raw_end > bytes->raw_at ? SVC_WARC_FOUND : step;
}

static svc_warc_step more_plain(svc_warc_bytes *bytes)
{
    size_t got = 0;

    if (bytes->raw_ended) {
        return SVC_WARC_END;
    }
    if (!make_room(bytes, BLOCK_BYTES)) {
        return SVC_WARC_FAILED;
    }
    svc_input_step step = svc_input_read(&bytes->input, bytes->window.bytes + bytes->window.length,
                                         BLOCK_BYTES, &got);
    bytes->window.length += got;
    bytes->credit += got;
    bytes->total += got;
    bytes->raw_ended = step == SVC_INPUT_END;
    return step_of(step);
}

static bool is_member(const char *raw)
{
    const unsigned char *b = (const unsigned char *)raw;

    return b[0] == MAGIC_1 && b[1] == MAGIC_2 && b[2] == DEFLATED && (b[3] & FLAGS_UNUSED) == 0;
}

/* Whether what waits begins a member, and the member a record: four bytes occur by chance. */
static bool begins_record(svc_warc_bytes *bytes)
{
    char begin[BEGIN_LENGTH];
    size_t there = bytes->raw_end - bytes->raw_at;
    z_stream *stream = &bytes->stream;

    if (there < 4 || !is_member(bytes->raw + bytes->raw_at) || inflateReset(stream) != Z_OK) {
        return false;
    }
    stream->next_in = (Bytef *)bytes->raw + bytes->raw_at;
    stream->avail_in = (uInt)(there < JUDGE_BYTES ? there : JUDGE_BYTES);
    stream->next_out = (Bytef *)begin;
    stream->avail_out = sizeof begin;
    int result = inflate(stream, Z_SYNC_FLUSH);
    return (result == Z_OK || result == Z_STREAM_END) && stream->avail_out == 0 &&
           memcmp(begin, BEGIN, BEGIN_LENGTH) == 0;
}

/* Goes back to look behind the begin of the broken member, as far as its bytes are there. */
static void go_back(svc_warc_bytes *bytes)
{
    uint64_t from = bytes->member + 1 > bytes->raw_offset ? bytes->member + 1 : bytes->raw_offset;
    size_t back = (size_t)(from - bytes->raw_offset);

    if (back < bytes->raw_at && bytes->raw_at - back <= bytes->credit) {
        bytes->credit -= bytes->raw_at - back;
        bytes->raw_at = back;
    }
}

/* Begins the member that waits. */
static svc_warc_step begin_member(svc_warc_bytes *bytes)
{
    bytes->member = bytes->raw_offset + bytes->raw_at;
    bytes->is_marked = false;
    if (inflateReset(&bytes->stream) != Z_OK) {
        errno = ENOMEM;
        return SVC_WARC_FAILED;
    }
    bytes->place = SVC_WARC_INSIDE;
    return SVC_WARC_FOUND;
}

/* Looks for the next member. */
static svc_warc_step find_member(svc_warc_bytes *bytes)
{
    for (;;) {
        svc_warc_step step = wait_raw(bytes, JUDGE_BYTES);
        if (step != SVC_WARC_FOUND) {
            return step;
        }
        if (begins_record(bytes)) {
            return begin_member(bytes);
        }
        const char *next = bytes->raw + bytes->raw_at + 1;
        next = memchr(next, MAGIC_1, bytes->raw_end - bytes->raw_at - 1);
        bytes->raw_at = next != NULL ? (size_t)(next - bytes->raw) : bytes->raw_end;
    }
}

/* Behind a member: another one, the end, or something else. */
static svc_warc_step next_member(svc_warc_bytes *bytes)
{
    svc_warc_step step = wait_raw(bytes, 4);

    if (step != SVC_WARC_FOUND) {
        return step;
    }
    if (bytes->raw_end - bytes->raw_at >= 4 && is_member(bytes->raw + bytes->raw_at)) {
        return begin_member(bytes);
    }
    bytes->member = bytes->raw_offset + bytes->raw_at;
    bytes->raw_at++;
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

/* Decodes some of the member. */
static svc_warc_step decode(svc_warc_bytes *bytes)
{
    z_stream *stream = &bytes->stream;

    if (!make_room(bytes, DECODE_BYTES)) {
        return SVC_WARC_FAILED;
    }
    for (;;) {
        svc_warc_step step = wait_raw(bytes, 1);
        if (step == SVC_WARC_END) {
            return judge(bytes, Z_BUF_ERROR);
        }
        if (step != SVC_WARC_FOUND) {
            return step;
        }
        stream->next_in = (Bytef *)bytes->raw + bytes->raw_at;
        stream->avail_in = (uInt)(bytes->raw_end - bytes->raw_at);
        stream->next_out = (Bytef *)bytes->window.bytes + bytes->window.length;
        stream->avail_out = (uInt)DECODE_BYTES;
        int result = inflate(stream, Z_NO_FLUSH);
        size_t decoded = DECODE_BYTES - stream->avail_out;
        bytes->raw_at = bytes->raw_end - stream->avail_in;
        if (result != Z_OK && result != Z_BUF_ERROR && decoded == 0) {
            return judge(bytes, result);
        }
        if (decoded > 0) {
            if (!bytes->is_marked && !set_mark(bytes)) {
                return SVC_WARC_FAILED;
            }
            bytes->window.length += decoded;
            bytes->place = result == Z_STREAM_END ? SVC_WARC_OVER : bytes->place;
            return SVC_WARC_FOUND;
        }
    }
}

/* Looks at the begin of the file: gzip, or as it is. */
static svc_warc_step start(svc_warc_bytes *bytes)
{
    svc_warc_step step = wait_raw(bytes, 4);

    if (step != SVC_WARC_FOUND) {
        return step;
    }
    if (bytes->raw_end >= 4 && is_member(bytes->raw)) {
        bytes->has_stream = inflateInit2(&bytes->stream, GZIP_WINDOW_BITS) == Z_OK;
        bytes->place = SVC_WARC_BETWEEN;
        errno = ENOMEM;
        return bytes->has_stream ? SVC_WARC_FOUND : SVC_WARC_FAILED;
    }
    bytes->place = SVC_WARC_PLAIN;
    if (!svc_buffer_add(&bytes->window, bytes->raw, bytes->raw_end)) {
        errno = ENOMEM;
        return SVC_WARC_FAILED;
    }
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
    if (bytes->place != SVC_WARC_PLAIN || length > bytes->credit || !make_room(bytes, length)) {
        return false;
    }
    memmove(bytes->window.bytes + length, bytes->window.bytes, bytes->window.length);
    memcpy(bytes->window.bytes, data, length);
    bytes->window.length += length;
    bytes->offset -= length;
    bytes->credit -= length;
    return true;
}
