/* Blocks of a compressed file, and what threads have decoded of them. */
#ifndef SVC_WARC_BLOCK_H
#define SVC_WARC_BLOCK_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Decoded bytes that a block may have: those of highly compressed pages have room. */
#define SVC_WARC_DECODED_MAX ((size_t)1 << 21)

/* Room for the decoded members of a block, used again and again. */
typedef struct svc_warc_room svc_warc_room;
struct svc_warc_room {
    svc_warc_room *next;
    char bytes[SVC_WARC_DECODED_MAX];
};

/* A gzip member that was decoded. */
typedef struct {
    uint64_t offset;   /* in the file */
    uint64_t stored;   /* its length there */
    const char *bytes; /* in the room of its block */
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
    svc_warc_room *room;      /* owned; NULL: there is none yet */
    svc_warc_member *members; /* in their order */
    size_t member_count;
    size_t taken; /* members that are passed */
    char bytes[];
};

/* The blocks of a file, in their order. */
typedef struct {
    pthread_mutex_t mutex; /* a leaf */
    pthread_cond_t changed;
    svc_warc_block *first;
    svc_warc_block *last;
    bool is_whole;        /* no block will be added */
    uint64_t passed;      /* of the file: nobody asks for members before */
    svc_warc_room *rooms; /* that no block has */
    unsigned active;      /* threads that decode */
} svc_warc_blocks;

/* Makes an empty list. */
void svc_warc_blocks_init(svc_warc_blocks *blocks);

/* Frees what an empty list has. */
void svc_warc_blocks_destroy(svc_warc_blocks *blocks);

/* Returns an empty block with room for `size` bytes, to be added to a list or freed; NULL: memory
 * is out. */
svc_warc_block *svc_warc_block_new(uint64_t offset, size_t size);

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

/* Gives a block a room. Returns false where memory is out. The mutex is held. */
bool svc_warc_block_make_room(svc_warc_blocks *blocks, svc_warc_block *block);

/* Takes a use of a block back; the last one frees it. The mutex is held. */
void svc_warc_block_leave(svc_warc_blocks *blocks, svc_warc_block *block);

#endif
