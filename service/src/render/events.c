#include "render/events.h"

#include <sys/eventfd.h>
#include <unistd.h>

bool svc_render_events_init(svc_render_events *events)
{
    *events = (svc_render_events){.wake_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)};
    pthread_mutex_init(&events->mutex, NULL);
    return events->wake_fd >= 0;
}

static void wake(const svc_render_events *events)
{
    const uint64_t one = 1;
    ssize_t written = write(events->wake_fd, &one, sizeof one);

    (void)written;
}

bool svc_render_events_push(svc_render_events *events, svc_render_event *event)
{
    bool ends = event->kind == SVC_RENDER_FETCHED || event->kind == SVC_RENDER_RELEASED;

    pthread_mutex_lock(&events->mutex);
    bool taken = ends || !events->stopping;

    if (taken && events->last != NULL) {
        events->last->next = event;
    } else if (taken) {
        events->first = event;
    }
    events->last = taken ? event : events->last;
    pthread_mutex_unlock(&events->mutex);
    wake(events);
    return taken;
}

svc_render_event *svc_render_events_take(svc_render_events *events, bool *stopping)
{
    pthread_mutex_lock(&events->mutex);
    svc_render_event *first = events->first;

    events->first = NULL;
    events->last = NULL;
    *stopping = events->stopping;
    pthread_mutex_unlock(&events->mutex);
    return first;
}

void svc_render_events_stop(svc_render_events *events)
{
    pthread_mutex_lock(&events->mutex);
    events->stopping = true;
    pthread_mutex_unlock(&events->mutex);
    wake(events);
}

void svc_render_events_destroy(svc_render_events *events)
{
    if (events->wake_fd >= 0) {
        close(events->wake_fd);
    }
    pthread_mutex_destroy(&events->mutex);
}
