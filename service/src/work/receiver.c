#include "work/receiver.h"

#include <stddef.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#define EVENTS_MAX 64

void svc_receiver_init(svc_receiver *r)
{
    *r = (svc_receiver){.epoll_fd = -1, .wake_fd = -1};
    pthread_mutex_init(&r->mutex, NULL);
    atomic_init(&r->running, false);
    atomic_init(&r->stopping, false);
}

static void wake(const svc_receiver *r)
{
    eventfd_write(r->wake_fd, 1);
}

/* Takes a source off the list. */
static void forget(svc_receiver *r, svc_source *source)
{
    epoll_ctl(r->epoll_fd, EPOLL_CTL_DEL, source->fd, NULL);
    pthread_mutex_lock(&r->mutex);
    if (source->previous != NULL) {
        source->previous->next = source->next;
    } else {
        r->first = source->next;
    }
    if (source->next != NULL) {
        source->next->previous = source->previous;
    }
    pthread_mutex_unlock(&r->mutex);
}

/* A source that is asked to go on; NULL: none. They are taken off by this thread alone. */
static svc_source *next_asked(svc_receiver *r)
{
    svc_source *source;

    pthread_mutex_lock(&r->mutex);
    for (source = r->first; source != NULL; source = source->next) {
        if (atomic_exchange(&source->go_on, false)) {
            break;
        }
    }
    pthread_mutex_unlock(&r->mutex);
    return source;
}

static void read_source(svc_receiver *r, svc_source *source)
{
    if (!source->read(source)) {
        forget(r, source);
        source->end(source);
    }
}

/* Events of a source that has ended meanwhile are not among them: each is one source's, and comes
 * once. */
static void serve(svc_receiver *r)
{
    struct epoll_event events[EVENTS_MAX];
    int count = epoll_wait(r->epoll_fd, events, EVENTS_MAX, -1);
    eventfd_t value;

    for (int i = 0; i < count; i++) {
        svc_source *source = events[i].data.ptr;
        if (source == NULL) {
            eventfd_read(r->wake_fd, &value);
        } else {
            read_source(r, source);
        }
    }
    for (svc_source *source = next_asked(r); source != NULL; source = next_asked(r)) {
        read_source(r, source);
    }
}

static void *run(void *arg)
{
    svc_receiver *r = arg;

    while (!atomic_load(&r->stopping)) {
        serve(r);
    }
    return NULL;
}

static void close_descriptors(svc_receiver *r)
{
    if (r->epoll_fd >= 0) {
        close(r->epoll_fd);
    }
    if (r->wake_fd >= 0) {
        close(r->wake_fd);
    }
    r->epoll_fd = -1;
    r->wake_fd = -1;
}

/* Starts the thread unless it runs. The mutex is held. */
static bool start(svc_receiver *r)
{
    struct epoll_event event = {.events = EPOLLIN};

    if (atomic_load(&r->running)) {
        return true;
    }
    r->epoll_fd = epoll_create1(EPOLL_CLOEXEC);
    r->wake_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (r->epoll_fd >= 0 && r->wake_fd >= 0 &&
        epoll_ctl(r->epoll_fd, EPOLL_CTL_ADD, r->wake_fd, &event) == 0 &&
        pthread_create(&r->thread, NULL, run, r) == 0) {
        atomic_store(&r->running, true);
        return true;
    }
    close_descriptors(r);
    return false;
}

bool svc_receiver_add(svc_receiver *r, svc_source *source)
{
    struct epoll_event event = {.events = EPOLLONESHOT, .data.ptr = source};

    pthread_mutex_lock(&r->mutex);
    bool added = start(r) && epoll_ctl(r->epoll_fd, EPOLL_CTL_ADD, source->fd, &event) == 0;
    if (added) {
        source->next = r->first;
        source->previous = NULL;
        if (r->first != NULL) {
            r->first->previous = source;
        }
        r->first = source;
        atomic_store(&source->go_on, true);
        wake(r);
    }
    pthread_mutex_unlock(&r->mutex);
    return added;
}

void svc_receiver_go_on(svc_receiver *r, svc_source *source)
{
    atomic_store(&source->go_on, true);
    wake(r);
}

void svc_receiver_wait(svc_receiver *r, svc_source *source)
{
    struct epoll_event event = {.events = EPOLLIN | EPOLLRDHUP | EPOLLONESHOT, .data.ptr = source};

    epoll_ctl(r->epoll_fd, EPOLL_CTL_MOD, source->fd, &event);
}

void svc_receiver_destroy(svc_receiver *r)
{
    if (atomic_load(&r->running)) {
        atomic_store(&r->stopping, true);
        wake(r);
        pthread_join(r->thread, NULL);
    }
    close_descriptors(r);
    pthread_mutex_destroy(&r->mutex);
}
