/* The pages among the records of a WARC file. */
#ifndef SVC_WARC_PAGE_H
#define SVC_WARC_PAGE_H

#include "warc/reader.h"
#include "warc/tally.h"

/* A record with a page, as it stands there. */
typedef struct {
    svc_warc_head head;
    svc_buffer block;
    size_t body_at;           /* where in the block the head of HTTP has ended; 0: there is none */
    char *http;               /* that head, owned; its values are in the members below */
    const char *content_type; /* of the page; NULL: it is not known */
    const char *content_coding;
    const char *transfer_coding;
    int status; /* of HTTP; 0: there is no head */
} svc_warc_page;

/*
 * Finds the next record that may be a page of at most max_bytes, FOUND, with a page to be cleared;
 * all others are counted. END, STOPPED and FAILED end it all.
 */
svc_warc_step svc_warc_next_page(svc_warc_reader *reader, size_t max_bytes, svc_warc_tally *tally,
                                 svc_warc_page *page);

/*
 * Undoes the codings of a page. NONE: *body and *length are the page as it was before, borrowed
 * from the page or from *decoded, which is to be cleared in any case. Otherwise why it has none.
 */
svc_warc_skip svc_warc_page_decode(const svc_warc_page *page, size_t max_bytes, svc_buffer *decoded,
                                   const char **body, size_t *length);

/* Frees what a page owns. */
void svc_warc_page_clear(svc_warc_page *page);

#endif
