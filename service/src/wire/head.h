/*
 * The lines of a request's head, judged as RFC 9112 has them. libmicrohttpd 0.9.75 lets shapes pass
 * that are used to smuggle one request inside another, and refuses legal ones.
 */
#ifndef SVC_WIRE_HEAD_H
#define SVC_WIRE_HEAD_H

#include "base/buffer.h"

/* Header fields, and parameters of the query, that a head may have. */
#define SVC_WIRE_FIELDS_MAX     100U
#define SVC_WIRE_PARAMETERS_MAX 128U
/* A longer body is as good as one of this length: both are refused. */
#define SVC_WIRE_LENGTH_MAX 999999999999999999ULL

/* What can be wrong with a head. */
typedef enum {
    SVC_FAULT_NONE,
    SVC_FAULT_REQUEST_LINE,
    SVC_FAULT_VERSION,
    SVC_FAULT_TARGET_LENGTH,
    SVC_FAULT_TARGET_NUL,
    SVC_FAULT_HEAD_LENGTH,
    SVC_FAULT_FOLDED,
    SVC_FAULT_NAME,
    SVC_FAULT_VALUE,
    SVC_FAULT_LENGTH,
    SVC_FAULT_TWO_LENGTHS,
    SVC_FAULT_TWO_HOSTS,
    SVC_FAULT_NO_HOST,
    SVC_FAULT_HOST,
    SVC_FAULT_LENGTH_AND_CODING,
    SVC_FAULT_OLD_CODING,
    SVC_FAULT_CODING,
    SVC_FAULTS
} svc_fault_id;

/* How a fault is told. */
typedef struct {
    const char *code;   /* problem code; NULL: nothing is wrong */
    const char *detail; /* one sentence */
} svc_fault;

/* What is known of a head so far. Zeroed: nothing. */
typedef struct {
    bool http_1_1;
    bool coded;          /* it has a Transfer-Encoding */
    bool foreign_coding; /* that is not "chunked", once */
    bool has_length;
    bool has_host;
    bool lines; /* its body is NDJSON */
    bool json;  /* its body is JSON */
    unsigned fields;
    unsigned long long length; /* of the body, SVC_WIRE_LENGTH_MAX at most */
} svc_wire_head;

/* Returns how a fault is told; a number that is none is nothing wrong. */
svc_fault svc_wire_fault(unsigned long id);

/*
 * Judges a request line without its end, and appends what libmicrohttpd is to see of it to `out`;
 * nothing where there is a fault. Out of memory is left to the caller, who sees that nothing came.
 */
svc_fault_id svc_wire_request_line(svc_wire_head *head, const char *line, size_t length,
                                   svc_buffer *out);

/* Does that for a header line; one that nobody needs here adds nothing. */
svc_fault_id svc_wire_field_line(svc_wire_head *head, const char *line, size_t length,
                                 svc_buffer *out);

/* Judges a head that is complete. */
svc_fault_id svc_wire_head_end(const svc_wire_head *head);

#endif
