/*
 * The records of a WARC file (ISO 28500:2009 and :2017, WARC 1.0 and 1.1), one after the other.
 * What is broken is passed over: reading goes on at the next member of a compressed file, or the
 * next line "WARC/1." that begins a head with what a head must have.
 */
#ifndef SVC_WARC_READER_H
#define SVC_WARC_READER_H

#include "warc/bytes.h"

/* The head of a record. Texts are owned with it; NULL: there is no such field. */
typedef struct {
    char *text;
    const char *type;
    const char *id;
    const char *uri; /* without "<>", which some writers set around it */
    const char *date;
    const char *content_type;
    const char *identified_type; /* WARC-Identified-Payload-Type */
    const char *truncated;
    const char *segment; /* WARC-Segment-Number */
    uint64_t length;     /* of the block */
    uint64_t offset;     /* of the record in the file, or of the gzip member that it begins in */
} svc_warc_head;

/* The reader of a file; its members are private but for those that are described. */
typedef struct {
    svc_warc_bytes bytes;
    uint64_t left;         /* bytes of the block that were not read */
    uint64_t broken;       /* places where something was not in order */
    uint64_t first_broken; /* offset of the first of them */
    uint64_t records;      /* heads that were read */
    bool lost;             /* something was not in order, and no record was found after it */
} svc_warc_reader;

/* Starts reading a file at its begin; ahead: as svc_warc_raw_init. Returns false where memory is
 * out. */
bool svc_warc_reader_init(svc_warc_reader *reader, const svc_input *input, svc_warc_ahead *ahead);

/* Frees what was made; the descriptor stays open. */
void svc_warc_reader_clear(svc_warc_reader *reader);

/* Finds the next record, and reads its head, to be freed (svc_warc_head_clear): FOUND. END, STOPPED
 * and FAILED end it all. What is left of a record before it is passed over. */
svc_warc_step svc_warc_next(svc_warc_reader *reader, svc_warc_head *head);

/* Reads up to `most` bytes of the block more (out NULL: past them). FOUND: as many, or all that the
 * block has. BROKEN: the record is. */
svc_warc_step svc_warc_read_block(svc_warc_reader *reader, svc_buffer *out, uint64_t most);

/*
 * Passes over the rest of a record, and looks whether all is in order at its end: FOUND. BROKEN: it
 * is not; where all of the block was read (NULL: it was not), the next record is looked for in it.
 */
svc_warc_step svc_warc_finish(svc_warc_reader *reader, const svc_buffer *block);

/* Frees the texts of a head. */
void svc_warc_head_clear(svc_warc_head *head);

#endif
