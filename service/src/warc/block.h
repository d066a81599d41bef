/* Blocks of a compressed file, and what threads have decoded of them. */
#ifndef SVC_WARC_BLOCK_H
#define SVC_WARC_BLOCK_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Decoded bytes that a block may have: those of highly compressed pages have room. */
#define SVC_WARC_DECODED_MAX ((size_t)1 << 20)

/* A gzip member that was decoded. */
typedef struct {
    uint64_t offset;   /* in the file */
    uint64_t stored;   /* its length there */
    const char *bytes; /* in its block */
    size_t length;
} svc_warc_member;

/* What becomes of a block: nobody has looked at it, a thread does, all is found that is to be. */
typedef enum { SVC_WARC_WAITING, SVC_WARC_DECODING, SVC_WARC_DONE } svc_warc_block_state;

/* A block. Its bytes are constant once it is in the list; the rest is guarded by the list's mutex.
 */
typedef struct svc_warc_block svc_warc_block;
struct svc_warc_block {
    uint64_t offset; /* in the file; constant */
    size_t length;   /* constant as the bytes */
    svc_warc_block *next;
    unsigned users; /* the list, and threads that read it */
    svc_warc_block_state state;
    uint64_t at;              /* members that begin before it were found, or are not */
    svc_warc_member *members; /* in their order */
    size_t member_count;
    size_t taken; /* members that are passed */
    char *bytes;
    char decoded[SVC_WARC_DECODED_MAX];
};

/* The blocks of a file, in their order. */
typedef struct {
    pthread_mutex_t mutex; /* a leaf */
    pthread_cond_t changed;
    size_t block_bytes; /* constant */
    svc_warc_block *first;
    svc_warc_block *last;
    bool is_whole;         /* no block will be added */
    uint64_t passed;       /* of the file: nobody asks for members before */
    svc_warc_block *spare; /* to be used again: pages of memory that were touched stay few */
    unsigned active;       /* threads that decode */
} svc_warc_blocks;

/* Makes an empty list of blocks of a size. */
void svc_warc_blocks_init(svc_warc_blocks *blocks, size_t block_bytes);

/* Frees what an empty list has. */
void svc_warc_blocks_destroy(svc_warc_blocks *blocks);

/* Returns an empty block, to be added to the list or left; NULL: memory is out. */
svc_warc_block *svc_warc_block_new(svc_warc_blocks *blocks, uint64_t offset);

/* Adds a block, which the list owns then. Returns whether there is one more to decode. */
bool svc_warc_blocks_add(svc_warc_blocks *blocks, svc_warc_block *block);

/* Says that the last block was added. Returns as svc_warc_blocks_add. */
bool svc_warc_blocks_end(svc_warc_blocks *blocks);

/* Drops blocks from the begin of the list that end at an offset or before it, but for `kept` and
 * what is behind. */
void svc_warc_blocks_drop(svc_warc_blocks *blocks, uint64_t offset, const svc_warc_block *kept);

/* Empties the list, and waits for threads that decode. */
void svc_warc_blocks_clear(svc_warc_blocks *blocks);

/* As svc_warc_ahead_take. */
bool svc_warc_blocks_take(svc_warc_blocks *blocks, uint64_t offset, svc_warc_member *member);

/* Takes a use of a block back; after the last one it is used again. The mutex is held. */
void svc_warc_block_leave(svc_warc_blocks *blocks, svc_warc_block *block);

#endif
