/* What other threads ask of the thread of the renderers: a list, and a descriptor that wakes it. */
#ifndef SVC_RENDER_EVENTS_H
#define SVC_RENDER_EVENTS_H

#include "render/session.h"

#include <pthread.h>

#define SVC_RENDER_ID_SIZE 16

/* What another thread asks for. */
typedef enum {
    SVC_RENDER_SUBMITTED,
    SVC_RENDER_FETCHED,
    SVC_RENDER_PICTURE_WANTED,
    SVC_RENDER_RELEASED
} svc_render_event_kind;

typedef struct svc_render_event {
    struct svc_render_event *next;
    svc_render_event_kind kind;
    svc_render_session *session;
    char id[SVC_RENDER_ID_SIZE];
    svc_fetch_result fetched;
    svc_render_done *done;
    void *arg;
    api_span *spans;
    size_t span_count;
} svc_render_event;

/* The list; wake_fd is readable when there may be something, the rest is private. */
typedef struct {
    int wake_fd;
    pthread_mutex_t mutex; /* a leaf */
    svc_render_event *first;
    svc_render_event *last;
    bool stopping;
} svc_render_events;

/* Makes an empty list. Returns false where descriptors are out. */
bool svc_render_events_init(svc_render_events *events);

/* Hands an event over; once it stops only those that end something. Returns false where not. */
bool svc_render_events_push(svc_render_events *events, svc_render_event *event);

/* Takes all events, as a chain, and whether it stops. */
svc_render_event *svc_render_events_take(svc_render_events *events, bool *stopping);

/* Lets it stop. */
void svc_render_events_stop(svc_render_events *events);

/* Closes the descriptor; the list is empty. */
void svc_render_events_destroy(svc_render_events *events);

#endif
