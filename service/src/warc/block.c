#include "warc/block.h"

#include <stdlib.h>

void svc_warc_blocks_init(svc_warc_blocks *blocks, size_t block_bytes)
{
    *blocks = (svc_warc_blocks){.block_bytes = block_bytes};
    pthread_mutex_init(&blocks->mutex, NULL);
    pthread_cond_init(&blocks->changed, NULL);
}

void svc_warc_blocks_destroy(svc_warc_blocks *blocks)
{
    while (blocks->spare != NULL) {
        svc_warc_block *block = blocks->spare;
        blocks->spare = block->next;
        free(block->bytes);
        free(block);
    }
    pthread_cond_destroy(&blocks->changed);
    pthread_mutex_destroy(&blocks->mutex);
}

/* Returns a block that was left, or a new one; NULL: memory is out. */
static svc_warc_block *find_spare(svc_warc_blocks *blocks)
{
    pthread_mutex_lock(&blocks->mutex);
    svc_warc_block *block = blocks->spare;
    blocks->spare = block != NULL ? block->next : NULL;
    pthread_mutex_unlock(&blocks->mutex);
    if (block != NULL) {
        return block;
    }
    block = malloc(sizeof *block);
    char *bytes = malloc(blocks->block_bytes);
    if (block == NULL || bytes == NULL) {
        free(block);
        free(bytes);
        return NULL;
    }
    block->bytes = bytes;
    return block;
}

svc_warc_block *svc_warc_block_new(svc_warc_blocks *blocks, uint64_t offset)
{
    svc_warc_block *block = find_spare(blocks);

    if (block != NULL) {
        block->offset = offset;
        block->length = 0;
        block->next = NULL;
        block->users = 1;
        block->state = SVC_WARC_WAITING;
        block->at = offset;
        block->members = NULL;
        block->member_count = 0;
        block->taken = 0;
    }
    return block;
}

void svc_warc_block_leave(svc_warc_blocks *blocks, svc_warc_block *block)
{
    block->users--;
    if (block->users == 0) {
        free(block->members);
        block->next = blocks->spare;
        blocks->spare = block;
    }
}

bool svc_warc_blocks_add(svc_warc_blocks *blocks, svc_warc_block *block)
{
    pthread_mutex_lock(&blocks->mutex);
    svc_warc_block *before = blocks->last;
    if (before != NULL) {
        before->next = block;
    } else {
        blocks->first = block;
    }
    blocks->last = block;
    pthread_mutex_unlock(&blocks->mutex);
    return before != NULL; /* its last member may end in the one that has come */
}

bool svc_warc_blocks_end(svc_warc_blocks *blocks)
{
    pthread_mutex_lock(&blocks->mutex);
    blocks->is_whole = true;
    bool more = blocks->last != NULL && blocks->last->state == SVC_WARC_WAITING;
    pthread_mutex_unlock(&blocks->mutex);
    return more;
}

/* Takes the first block out of the list. The mutex is held. */
static void drop_first(svc_warc_blocks *blocks)
{
    svc_warc_block *block = blocks->first;

    blocks->first = block->next;
    blocks->last = blocks->first != NULL ? blocks->last : NULL;
    block->next = NULL; /* who is at work on it finds no more: the next one may be freed */
    svc_warc_block_leave(blocks, block);
}

/* Drops blocks up to an offset. The mutex is held. */
static void drop(svc_warc_blocks *blocks, uint64_t offset, const svc_warc_block *kept)
{
    while (blocks->first != NULL && blocks->first != kept &&
           blocks->first->offset + blocks->first->length <= offset) {
        drop_first(blocks);
    }
}

void svc_warc_blocks_drop(svc_warc_blocks *blocks, uint64_t offset, const svc_warc_block *kept)
{
    pthread_mutex_lock(&blocks->mutex);
    drop(blocks, offset, kept);
    pthread_mutex_unlock(&blocks->mutex);
}

void svc_warc_blocks_clear(svc_warc_blocks *blocks)
{
    pthread_mutex_lock(&blocks->mutex);
    blocks->passed = UINT64_MAX;
    while (blocks->first != NULL) {
        drop_first(blocks);
    }
    while (blocks->active > 0) {
        pthread_cond_wait(&blocks->changed, &blocks->mutex);
    }
    blocks->passed = 0;
    blocks->is_whole = false;
    pthread_mutex_unlock(&blocks->mutex);
}

/* Returns the block that has an offset, or NULL. The mutex is held. */
static svc_warc_block *find(const svc_warc_blocks *blocks, uint64_t offset)
{
    svc_warc_block *block = blocks->first;

    while (block != NULL && block->offset + block->length <= offset) {
        block = block->next;
    }
    return block != NULL && block->offset <= offset ? block : NULL;
}

/* Returns the member that begins at an offset, or NULL. The mutex is held. */
static const svc_warc_member *find_member(svc_warc_blocks *blocks, svc_warc_block *block,
                                          uint64_t offset)
{
    for (;;) {
        while (block->taken < block->member_count && block->members[block->taken].offset < offset) {
            block->taken++;
        }
        if (block->taken < block->member_count) {
            const svc_warc_member *member = &block->members[block->taken];
            return member->offset == offset ? member : NULL;
        }
        if (block->state != SVC_WARC_DECODING || block->at > offset) {
            return NULL;
        }
        pthread_cond_wait(&blocks->changed, &blocks->mutex);
    }
}

bool svc_warc_blocks_take(svc_warc_blocks *blocks, uint64_t offset, svc_warc_member *member)
{
    const svc_warc_member *found = NULL;

    pthread_mutex_lock(&blocks->mutex);
    blocks->passed = offset;
    svc_warc_block *block = find(blocks, offset);
    if (block != NULL && block->state == SVC_WARC_WAITING) {
        block->state = SVC_WARC_DONE; /* the reader is at it: it does not wait for others */
    }
    if (block != NULL) {
        found = find_member(blocks, block, offset);
    }
    if (found != NULL) {
        *member = *found;
        blocks->passed += found->stored;
    }
    pthread_mutex_unlock(&blocks->mutex);
    return found != NULL;
}
