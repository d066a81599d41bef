/*
 * Judges the framing of a request head, because libmicrohttpd 0.9.75 lets shapes pass that are
 * used to smuggle one request inside another.
 */
#ifndef SVC_HTTP_FRAMING_H
#define SVC_HTTP_FRAMING_H

#include <microhttpd.h>
#include <stdbool.h>
#include <stddef.h>

/* How often the headers that decide about framing occur. */
typedef struct {
    unsigned content_length;
    unsigned transfer_encoding;
    unsigned host;
    bool chunked;    /* the one Transfer-Encoding is exactly "chunked" */
    bool misspelled; /* a name is no token: others may read it as one of the above */
} svc_framing;

/* What is wrong with a head. */
typedef struct {
    const char *code;   /* problem code, NULL: nothing is wrong */
    const char *detail; /* one sentence */
} svc_fault;

/* Takes note of one header, if it is about framing. */
void svc_framing_note(svc_framing *framing, const char *name, size_t name_length, const char *value,
                      size_t value_length);

/* Judges what was noted; `version` as sent ("HTTP/1.1"). */
svc_fault svc_framing_judge(const svc_framing *framing, const char *version);

/*
 * Whether the path of a request's target, as sent, holds an encoded NUL: libmicrohttpd ends the
 * decoded path there, and others who look at the target would see another path.
 */
bool svc_framing_path_is_cut(const char *target);

/* Judges the head of a connection's request. A fault means: answer and close. */
svc_fault svc_framing_head(struct MHD_Connection *connection, const char *version);

#endif
