#include "warc/ahead.h"

#include <errno.h>
#include <poll.h>
#include <string.h>

/* Blocks ahead of the reader: one for each thread and some that wait, and a bound for all. */
#define BLOCKS_WAITING 2
#define BLOCKS_MAX     64
/* RFC 1952, 2.3.1: the begin of a member; flags that it may have. */
#define MAGIC_1      0x1f
#define MAGIC_2      0x8b
#define DEFLATED     8
#define FLAGS_UNUSED 0xe0
#define MAGIC_BYTES  ((size_t)4)

bool svc_warc_is_member(const char *raw)
{
    const unsigned char *b = (const unsigned char *)raw;

    return b[0] == MAGIC_1 && b[1] == MAGIC_2 && b[2] == DEFLATED && (b[3] & FLAGS_UNUSED) == 0;
}

void svc_warc_ahead_init(svc_warc_ahead *ahead, size_t block_bytes, unsigned threads,
                         svc_warc_announce *announce, void *arg)
{
    unsigned most = threads + BLOCKS_WAITING;

    *ahead = (svc_warc_ahead){
        .most = most < BLOCKS_MAX ? most : BLOCKS_MAX, .announce = announce, .arg = arg};
    svc_warc_blocks_init(&ahead->blocks, block_bytes);
}

void svc_warc_ahead_destroy(svc_warc_ahead *ahead)
{
    svc_warc_blocks_destroy(&ahead->blocks);
}

void svc_warc_ahead_open(svc_warc_ahead *ahead, const svc_input *input)
{
    ahead->input = *input;
    ahead->at = 0;
    ahead->end = 0;
    ahead->reading = NULL;
    ahead->started = false;
    ahead->is_gzip = false;
    ahead->step = SVC_INPUT_FOUND;
}

static void announce(const svc_warc_ahead *ahead, bool more)
{
    if (more && ahead->is_gzip) {
        ahead->announce(ahead->arg);
    }
}

/* Gives a block back that was not added. */
static void leave(svc_warc_ahead *ahead, svc_warc_block *block)
{
    pthread_mutex_lock(&ahead->blocks.mutex);
    svc_warc_block_leave(&ahead->blocks, block);
    pthread_mutex_unlock(&ahead->blocks.mutex);
}

void svc_warc_ahead_close(svc_warc_ahead *ahead)
{
    if (ahead->filling != NULL) {
        leave(ahead, ahead->filling);
        ahead->filling = NULL;
    }
    svc_warc_blocks_clear(&ahead->blocks);
}

/* Adds the last block to the list. */
static void add_filled(svc_warc_ahead *ahead)
{
    svc_warc_block *block = ahead->filling;

    ahead->filling = NULL;
    if (block->length > 0) {
        announce(ahead, svc_warc_blocks_add(&ahead->blocks, block));
    } else {
        ahead->reading = ahead->reading != block ? ahead->reading : NULL;
        leave(ahead, block);
    }
}

/* Looks at the begin of the file. */
static void judge_begin(svc_warc_ahead *ahead)
{
    const svc_warc_block *block = ahead->filling;

    if (!ahead->started && (block->length >= MAGIC_BYTES || ahead->step != SVC_INPUT_FOUND)) {
        ahead->started = true;
        ahead->is_gzip = block->length >= MAGIC_BYTES && svc_warc_is_member(block->bytes);
    }
}

/* Reads into the last block, waiting for it. */
static void fill(svc_warc_ahead *ahead)
{
    size_t got = 0;

    if (ahead->filling == NULL) {
        ahead->filling = svc_warc_block_new(&ahead->blocks, ahead->end);
    }
    svc_warc_block *block = ahead->filling;
    if (block == NULL) {
        ahead->step = SVC_INPUT_FAILED;
        ahead->error = ENOMEM;
        return;
    }
    ahead->reading = ahead->reading != NULL ? ahead->reading : block;
    ahead->step = svc_input_read(&ahead->input, block->bytes + block->length,
                                 ahead->blocks.block_bytes - block->length, &got);
    ahead->error = errno;
    block->length += got;
    ahead->end += got;
    judge_begin(ahead);
    if (block->length == ahead->blocks.block_bytes || ahead->step != SVC_INPUT_FOUND) {
        add_filled(ahead);
    }
    if (ahead->step != SVC_INPUT_FOUND) {
        announce(ahead, svc_warc_blocks_end(&ahead->blocks));
    }
}

/* Whether reading would not wait. */
static bool is_readable(const svc_warc_ahead *ahead)
{
    struct pollfd input = {.fd = ahead->input.fd, .events = POLLIN};

    return poll(&input, 1, 0) > 0;
}

static void read_ahead(svc_warc_ahead *ahead)
{
    uint64_t most = (uint64_t)ahead->most * ahead->blocks.block_bytes;

    while (ahead->is_gzip && ahead->step == SVC_INPUT_FOUND && ahead->end - ahead->at < most &&
           is_readable(ahead)) {
        fill(ahead);
    }
}

/* Goes to the block that has what is read next. Only this thread changes the list. */
static void find_block(svc_warc_ahead *ahead)
{
    svc_warc_block *block = ahead->reading;

    while (ahead->at >= block->offset + block->length && block != ahead->filling) {
        svc_warc_block *next = block->next != NULL ? block->next : ahead->filling;
        if (next == NULL) {
            break;
        }
        block = next;
    }
    ahead->reading = block;
}

/* Copies of the block that has what is read next. Returns how many bytes. */
static size_t copy(svc_warc_ahead *ahead, char *to, size_t size)
{
    if (ahead->at == ahead->end) {
        return 0;
    }
    find_block(ahead);
    const svc_warc_block *block = ahead->reading;
    size_t from = (size_t)(ahead->at - block->offset);
    size_t length = block->length - from < size ? block->length - from : size;
    memcpy(to, block->bytes + from, length);
    ahead->at += length;
    return length;
}

svc_input_step svc_warc_ahead_read(svc_warc_ahead *ahead, char *to, size_t size, size_t *got)
{
    *got = copy(ahead, to, size);
    if (*got == 0 && ahead->started && !ahead->is_gzip && ahead->step == SVC_INPUT_FOUND) {
        return svc_input_read(&ahead->input, to, size, got);
    }
    if (*got == 0 && ahead->step == SVC_INPUT_FOUND) {
        fill(ahead);
        *got = copy(ahead, to, size);
    }
    if (*got == 0) {
        errno = ahead->error;
        return ahead->step;
    }
    if (ahead->at > SVC_WARC_AHEAD_BEHIND) {
        svc_warc_blocks_drop(&ahead->blocks, ahead->at - SVC_WARC_AHEAD_BEHIND, ahead->reading);
    }
    read_ahead(ahead);
    return SVC_INPUT_FOUND;
}

bool svc_warc_ahead_take(svc_warc_ahead *ahead, uint64_t offset, svc_warc_member *member)
{
    if (!ahead->is_gzip) {
        return false;
    }
    svc_warc_blocks_drop(&ahead->blocks, offset, ahead->reading);
    return svc_warc_blocks_take(&ahead->blocks, offset, member);
}

void svc_warc_ahead_skip(svc_warc_ahead *ahead, uint64_t length)
{
    ahead->at += length;
}
