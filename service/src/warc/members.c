#include "warc/members.h"

#include "base/buffer.h"
#include "warc/ahead.h"

#include <string.h>
#include <zlib.h>

/* zlib's bits for a window of 32 KiB, and for a gzip frame around it. */
#define GZIP_WINDOW_BITS (15 + 16)
#define MAGIC_BYTES      ((size_t)4)
/* What a block may cost, in bytes that are looked at and that are decoded: its bytes may be chosen
 * so that a member seems to begin in many places. */
#define LOOKED_MAX  ((uint64_t)1 << 20)
#define DECODED_MAX ((uint64_t)1 << 22)

/* A thread at work on a block. */
typedef struct {
    svc_warc_blocks *blocks;
    svc_warc_block *block;
    z_stream stream;
    svc_warc_block *feed; /* what is read: the block, or one behind it */
    size_t used;          /* of the block's room */
    uint64_t looked;
    uint64_t decoded;
} work;

/* Returns the next block to decode, now this thread's; NULL: there is none. */
static svc_warc_block *claim(svc_warc_blocks *blocks)
{
    pthread_mutex_lock(&blocks->mutex);
    svc_warc_block *block = blocks->first;
    while (block != NULL &&
           (block->state != SVC_WARC_WAITING || block->offset + block->length <= blocks->passed)) {
        block = block->next;
    }
    if (block != NULL && block->next == NULL && !blocks->is_whole) {
        block = NULL; /* its last member goes on in the next one */
    }
    if (block != NULL) {
        block->state = SVC_WARC_DECODING;
        block->users++;
        blocks->active++;
    }
    pthread_mutex_unlock(&blocks->mutex);
    return block;
}

static void finish(svc_warc_blocks *blocks, svc_warc_block *block)
{
    pthread_mutex_lock(&blocks->mutex);
    block->state = SVC_WARC_DONE;
    svc_warc_block_leave(blocks, block);
    blocks->active--;
    pthread_cond_broadcast(&blocks->changed);
    pthread_mutex_unlock(&blocks->mutex);
}

/* Reads on in another block; NULL: in none. */
static void go_to(work *w, svc_warc_block *block)
{
    if (w->feed != NULL && w->feed != w->block) {
        svc_warc_block_leave(w->blocks, w->feed);
    }
    if (block != NULL && block != w->block) {
        block->users++;
    }
    w->feed = block;
}

/* Sees to it that there is something to decode. Returns false where the blocks have no more. */
static bool feed(work *w)
{
    if (w->stream.avail_in > 0) {
        return true;
    }
    pthread_mutex_lock(&w->blocks->mutex);
    svc_warc_block *next = w->feed->next;
    if (next != NULL) {
        go_to(w, next);
        w->stream.next_in = (Bytef *)next->bytes;
        w->stream.avail_in = (uInt)next->length;
    }
    pthread_mutex_unlock(&w->blocks->mutex);
    return next != NULL;
}

/* Decodes the member that begins at `from` of the block into its room. Returns whether it is whole.
 */
static bool decode(work *w, size_t from)
{
    z_stream *stream = &w->stream;
    size_t room = SVC_WARC_DECODED_MAX - w->used;
    int result = Z_OK;

    pthread_mutex_lock(&w->blocks->mutex);
    go_to(w, w->block);
    pthread_mutex_unlock(&w->blocks->mutex);
    if (inflateReset(stream) != Z_OK) {
        return false;
    }
    stream->next_in = (Bytef *)w->block->bytes + from;
    stream->avail_in = (uInt)(w->block->length - from);
    stream->next_out = (Bytef *)w->block->decoded + w->used;
    stream->avail_out = (uInt)room;
    while (result == Z_OK && stream->avail_out > 0 && stream->total_in < LOOKED_MAX && feed(w)) {
        result = inflate(stream, Z_NO_FLUSH);
    }
    w->looked += stream->total_in;
    w->decoded += stream->total_out;
    return result == Z_STREAM_END;
}

/* Puts the member that was decoded into the block. The mutex is held. */
static void put(work *w, uint64_t offset)
{
    svc_warc_block *block = w->block;
    size_t length = w->stream.total_out;
    svc_warc_member *members = svc_array_grow(block->members, block->member_count, sizeof *members);

    if (members == NULL) {
        return;
    }
    members[block->member_count] = (svc_warc_member){offset, w->stream.total_in,
                                                     block->decoded + w->used, length};
    block->members = members;
    block->member_count++;
    w->used += length;
}

/* Notes that members before an offset are found. Returns whether there is a reason to go on. The
 * mutex is held. */
static bool note(const work *w, uint64_t offset)
{
    w->block->at = offset;
    pthread_cond_broadcast(&w->blocks->changed);
    return w->looked < LOOKED_MAX && w->decoded < DECODED_MAX && w->used < SVC_WARC_DECODED_MAX &&
           w->blocks->passed < w->block->offset + w->block->length;
}

/* Returns where the next member may begin, from `at` on; the block's length: nowhere. */
static size_t search(const svc_warc_block *block, size_t at)
{
    while (at + MAGIC_BYTES <= block->length) {
        const char *found = memchr(block->bytes + at, 0x1f, block->length - at - MAGIC_BYTES + 1);
        if (found == NULL) {
            break;
        }
        if (svc_warc_is_member(found)) {
            return (size_t)(found - block->bytes);
        }
        at = (size_t)(found - block->bytes) + 1;
    }
    return block->length;
}

static void decode_all(work *w)
{
    svc_warc_block *block = w->block;
    size_t at = search(block, 0);
    bool goes_on = true;

    while (goes_on && at < block->length) {
        bool whole = decode(w, at);
        /* Behind a member the next one begins, or none that the reader would ask for. */
        uint64_t next = at + (whole ? w->stream.total_in : 1);
        next = next < block->length ? search(block, (size_t)next) : block->length;
        pthread_mutex_lock(&w->blocks->mutex);
        if (whole) {
            put(w, block->offset + at);
        }
        goes_on = note(w, block->offset + next);
        pthread_mutex_unlock(&w->blocks->mutex);
        at = (size_t)next;
    }
    pthread_mutex_lock(&w->blocks->mutex);
    go_to(w, NULL);
    pthread_mutex_unlock(&w->blocks->mutex);
}

void svc_warc_decode_members(svc_warc_blocks *blocks)
{
    work w = {.blocks = blocks, .block = claim(blocks)};

    if (w.block == NULL) {
        return;
    }
    if (inflateInit2(&w.stream, GZIP_WINDOW_BITS) == Z_OK) {
        decode_all(&w);
        inflateEnd(&w.stream);
    }
    finish(blocks, w.block);
}
