/*
 * The members of a compressed WARC file, decoded by any threads before its reader comes to them.
 *
 * The reader's thread reads the file into blocks, some of them ahead. A thread may look in each for
 * members that begin there, and decode them. At a member the reader asks for what became of it:
 * only members that are whole and whose sum is right are handed over, all others it decodes itself.
 * So it sees the same bytes in the same order with and without.
 */
#ifndef SVC_WARC_AHEAD_H
#define SVC_WARC_AHEAD_H

#include "warc/block.h"

#include "base/input.h"

/* The usual length of a block. */
#define SVC_WARC_AHEAD_BLOCK ((size_t)1 << 17)
/* How far before what is read next members may be asked for. */
#define SVC_WARC_AHEAD_BEHIND ((uint64_t)1 << 19)

/* Told on the reader's thread each time that there is one block more to decode. */
typedef void svc_warc_announce(void *arg);

/* What is read ahead, of one file after the other; its members are private. */
typedef struct {
    svc_warc_blocks blocks;
    unsigned most; /* blocks ahead of the reader */
    svc_warc_announce *announce;
    void *arg;
    svc_input input;
    uint64_t at;             /* of the file: what is read next */
    svc_warc_block *reading; /* the block that has it; NULL: none yet */
    svc_warc_block *filling; /* the last block, which is not full; NULL: there is none */
    uint64_t end;            /* behind all that was read into blocks */
    bool started;            /* the begin of the file was looked at */
    bool is_gzip;            /* otherwise blocks are for its begin only */
    svc_input_step step;     /* how reading has ended; FOUND: it goes on */
    int error;               /* errno of that */
} svc_warc_ahead;

/* Whether four bytes are the begin of a gzip member (RFC 1952). */
bool svc_warc_is_member(const char *raw);

/* Makes what reads ahead. threads: how many will decode. */
void svc_warc_ahead_init(svc_warc_ahead *ahead, size_t block_bytes, unsigned threads,
                         svc_warc_announce *announce, void *arg);

/* Frees it, when its file is closed and no thread decodes any more. */
void svc_warc_ahead_destroy(svc_warc_ahead *ahead);

/* Begins to read a file at its begin. */
void svc_warc_ahead_open(svc_warc_ahead *ahead, const svc_input *input);

/* Ends it, and waits for threads that decode. */
void svc_warc_ahead_close(svc_warc_ahead *ahead);

/* Reads as svc_input_read does, and then ahead, as far as that need not wait. */
svc_input_step svc_warc_ahead_read(svc_warc_ahead *ahead, char *to, size_t size, size_t *got);

/*
 * Takes the member that begins at an offset, waiting for a thread that decodes it: *decoded is
 * owned then, and *stored is its length in the file. False: nobody has decoded it, or it is broken.
 */
bool svc_warc_ahead_take(svc_warc_ahead *ahead, uint64_t offset, svc_warc_member *member);

/* Passes over bytes of a member that was taken, in place of reading them. */
void svc_warc_ahead_skip(svc_warc_ahead *ahead, uint64_t length);

#endif
