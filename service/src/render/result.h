/* What rendering gives back. */
#ifndef SVC_RENDER_RESULT_H
#define SVC_RENDER_RESULT_H

#include "render/message.h"

#include "api/rendered.h"

/* Opaque: a page that a renderer keeps, until its picture is taken. */
typedef struct svc_render_session svc_render_session;

/* A page that was rendered; zeroed: none. */
typedef struct {
    api_rendered page;  /* its strings are those of the buffers, or static */
    const char *reason; /* static; for logs and metrics: "ok", "crashed", ... */
    svc_buffer message; /* the renderer's, which the page's strings lie in */
    svc_buffer boxes;   /* aligned */
    svc_buffer picture;
    svc_render_session *kept; /* NULL: no picture can be taken any more */
} svc_rendered;

/* Reads a message RENDERED, whose bytes stay where they are. Returns false where it is none. */
bool svc_rendered_read(svc_rendered *rendered, const svc_message *message);

/* Makes it one that failed; detail: a sentence, static, or NULL. */
void svc_rendered_fail(svc_rendered *rendered, const char *reason, const char *detail);

/* Gives a page its picture, which came by itself, or without; `picture` is cleared. */
void svc_rendered_join(svc_rendered *rendered, svc_rendered *picture);

/* Frees the buffers; `kept` is given back by who took it (svc_renderers_release). */
void svc_rendered_clear(svc_rendered *rendered);

#endif
