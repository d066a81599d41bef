#include "render/renderers.h"

#include "base/clock.h"

#include <math.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

/* Longest sleep, also while something is waited for that nobody tells of. */
#define TICK_MS      1000
#define BUSY_TICK_MS 50
#define ID_SIZE      16

/* What another thread asks for. */
typedef enum { SUBMITTED, FETCHED, PICTURE_WANTED, RELEASED } event_kind;

typedef struct event {
    struct event *next;
    event_kind kind;
    svc_render_session *session;
    char id[ID_SIZE];
    svc_fetch_result fetched;
    svc_render_done *done;
    void *arg;
    api_span *spans;
    size_t span_count;
} event;

struct svc_renderers {
    svc_renderers_settings settings;
    pthread_t thread;
    int wake_fd;
    atomic_bool is_there;
    /* The thread's own: */
    svc_render_session *sessions[SVC_RENDERERS_MAX];
    size_t session_count;
    /* Guarded by the mutex, a leaf: */
    pthread_mutex_t mutex;
    event *first;
    event *last;
    unsigned taken; /* sessions that there are, or will be */
    bool stopping;
};

static void wake(svc_renderers *r)
{
    const uint64_t one = 1;
    ssize_t written = write(r->wake_fd, &one, sizeof one);

    (void)written;
}

/* Hands an event over; once it stops only those that end something. Returns false where not. */
static bool push(svc_renderers *r, event *e)
{
    pthread_mutex_lock(&r->mutex);
    bool taken = !r->stopping || e->kind == FETCHED || e->kind == RELEASED;

    if (!taken) {
        pthread_mutex_unlock(&r->mutex);
        return false;
    }
    if (r->last != NULL) {
        r->last->next = e;
    } else {
        r->first = e;
    }
    r->last = e;
    pthread_mutex_unlock(&r->mutex);
    wake(r);
    return true;
}

static event *take_events(svc_renderers *r, bool *stopping)
{
    pthread_mutex_lock(&r->mutex);
    event *first = r->first;

    r->first = NULL;
    r->last = NULL;
    *stopping = r->stopping;
    pthread_mutex_unlock(&r->mutex);
    return first;
}

/* From the fetcher's thread. */
static void take_fetched(void *owner, svc_render_session *session, const char *id,
                         svc_fetch_result *result)
{
    event *e = calloc(1, sizeof *e);

    while (e == NULL) { /* it must be told: the session waits for it */
        usleep(1000);
        e = calloc(1, sizeof *e);
    }
    e->kind = FETCHED;
    e->session = session;
    snprintf(e->id, sizeof e->id, "%s", id);
    e->fetched = *result;
    push(owner, e);
}

/* Takes a place for a session. Returns false where there is none. */
static bool take_place(svc_renderers *r)
{
    pthread_mutex_lock(&r->mutex);
    bool taken = !r->stopping && r->taken < SVC_RENDERERS_MAX;

    r->taken += taken;
    pthread_mutex_unlock(&r->mutex);
    return taken;
}

static void leave_places(svc_renderers *r, unsigned count)
{
    pthread_mutex_lock(&r->mutex);
    r->taken -= count;
    pthread_mutex_unlock(&r->mutex);
}

/* --- sessions, on the thread */

static void act_on(svc_renderers *r, event *e)
{
    switch (e->kind) {
    case SUBMITTED:
        r->sessions[r->session_count++] = e->session;
        break;
    case FETCHED:
        svc_session_give(e->session, e->id, &e->fetched);
        break;
    case PICTURE_WANTED:
        e->session->done = e->done;
        e->session->arg = e->arg;
        svc_session_ask_picture(e->session, e->spans, e->span_count);
        break;
    case RELEASED:
        svc_session_end(e->session);
        break;
    }
    free(e->spans);
    free(e);
}

static void act_on_all(svc_renderers *r, event *first)
{
    while (first != NULL) {
        event *next = first->next;

        act_on(r, first);
        first = next;
    }
}

/* Frees those that are over and wait for no fetch. */
static void sweep(svc_renderers *r)
{
    unsigned freed = 0;

    for (size_t i = r->session_count; i > 0; i--) {
        svc_render_session *s = r->sessions[i - 1];

        if (s->state == SVC_SESSION_OVER && s->fetching == 0) {
            r->sessions[i - 1] = r->sessions[--r->session_count];
            svc_session_free(s);
            freed++;
        }
    }
    if (freed > 0) {
        leave_places(r, freed);
    }
}

static void connect_to_renderer(svc_renderers *r, svc_render_session *s, double now_ms)
{
    svc_session_connect(s, now_ms);
    if (s->state != SVC_SESSION_CONNECTING) {
        atomic_store(&r->is_there, s->state == SVC_SESSION_RENDERING);
    }
}

static void step(svc_renderers *r, svc_render_session *s, double now_ms, short revents)
{
    if (s->state == SVC_SESSION_CONNECTING) {
        connect_to_renderer(r, s, now_ms);
    }
    if (revents != 0 || svc_channel_is_full(&s->channel)) {
        svc_session_talk(s);
    }
    if (s->state != SVC_SESSION_OVER) {
        svc_session_check(s, now_ms);
    }
}

/* Sleeps until something happens. Returns how each session's descriptor is. */
static void wait_for_any(svc_renderers *r, short revents[SVC_RENDERERS_MAX])
{
    struct pollfd fds[SVC_RENDERERS_MAX + 1] = {{.fd = r->wake_fd, .events = POLLIN}};
    bool connecting = false;
    uint64_t count;

    for (size_t i = 0; i < r->session_count; i++) {
        const svc_render_session *s = r->sessions[i];
        bool full = svc_channel_is_full(&s->channel);

        connecting |= s->state == SVC_SESSION_CONNECTING;
        fds[i + 1] = (struct pollfd){.fd = s->channel.fd,
                                     .events = (short)(POLLIN | (full ? POLLOUT : 0))};
    }
    poll(fds, r->session_count + 1, connecting ? BUSY_TICK_MS : TICK_MS);
    for (size_t i = 0; i < r->session_count; i++) {
        revents[i] = fds[i + 1].revents;
    }
    if (fds[0].revents != 0 && read(r->wake_fd, &count, sizeof count) < 0) {
        return; /* somebody else has read it */
    }
}

static void end_all(svc_renderers *r)
{
    for (size_t i = 0; i < r->session_count; i++) {
        svc_render_session *s = r->sessions[i];

        if (s->state == SVC_SESSION_OVER || s->state == SVC_SESSION_KEPT) {
            continue;
        }
        s->retried = true;
        s->end_ms = 0.0;
        svc_session_check(s, svc_now_ms());
    }
}

/* Pages that are kept are given back by who has them, also after the end. */
static bool is_done(const svc_renderers *r)
{
    for (size_t i = 0; i < r->session_count; i++) {
        if (r->sessions[i]->state != SVC_SESSION_KEPT) {
            return false;
        }
    }
    return true;
}

static void *run(void *arg)
{
    svc_renderers *r = arg;
    short revents[SVC_RENDERERS_MAX] = {0};
    bool stopping = false;

    while (!stopping || !is_done(r)) {
        wait_for_any(r, revents);
        size_t before = r->session_count;

        for (size_t i = 0; i < before; i++) {
            step(r, r->sessions[i], svc_now_ms(), revents[i]);
        }
        act_on_all(r, take_events(r, &stopping));
        for (size_t i = before; i < r->session_count; i++) {
            step(r, r->sessions[i], svc_now_ms(), 0);
        }
        if (stopping) {
            end_all(r);
        }
        sweep(r);
    }
    return NULL;
}

/* --- for other threads */

svc_renderers *svc_renderers_start(const svc_renderers_settings *settings)
{
    svc_renderers *r = calloc(1, sizeof *r);

    if (r == NULL) {
        return NULL;
    }
    r->settings = *settings;
    atomic_init(&r->is_there, access(settings->path, F_OK) == 0);
    r->wake_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    pthread_mutex_init(&r->mutex, NULL);
    if (r->wake_fd < 0 || pthread_create(&r->thread, NULL, run, r) != 0) {
        svc_renderers_free(r);
        return NULL;
    }
    return r;
}

static svc_render_session *new_session(svc_renderers *r, svc_render_done *done, void *arg)
{
    svc_render_session *session = svc_session_new(r->settings.path, r->settings.fetcher);

    if (session != NULL) {
        session->done = done;
        session->arg = arg;
        session->take_fetched = take_fetched;
        session->owner = r;
    }
    return session;
}

bool svc_renderers_submit(svc_renderers *r, api_render_order *order, svc_render_done *done,
                          void *arg)
{
    event *e = calloc(1, sizeof *e);

    if (e == NULL || !take_place(r)) {
        free(e);
        return false;
    }
    e->kind = SUBMITTED;
    e->session = new_session(r, done, arg);
    if (e->session != NULL) {
        svc_session_order(e->session, order, r->settings.timeout_ms);
    }
    if (e->session == NULL || !push(r, e)) {
        leave_places(r, 1);
        if (e->session != NULL) {
            svc_session_free(e->session);
        }
        free(e);
        return false;
    }
    return true;
}

void svc_renderers_picture(svc_renderers *r, svc_render_session *kept, const api_span *spans,
                           size_t count, svc_render_done *done, void *arg)
{
    event *e = calloc(1, sizeof *e);
    svc_rendered none = {.kept = NULL};

    if (e == NULL) {
        done(&none, arg);
        return;
    }
    e->kind = PICTURE_WANTED;
    e->session = kept;
    e->done = done;
    e->arg = arg;
    e->spans = count > 0 ? malloc(count * sizeof *spans) : NULL;
    if (e->spans != NULL) {
        memcpy(e->spans, spans, count * sizeof *spans);
        e->span_count = count;
    }
    if (!push(r, e)) {
        free(e->spans);
        free(e);
        svc_renderers_release(r, kept);
        done(&none, arg);
    }
}

void svc_renderers_release(svc_renderers *r, svc_render_session *kept)
{
    event *e = kept != NULL ? calloc(1, sizeof *e) : NULL;

    if (e != NULL) {
        e->kind = RELEASED;
        e->session = kept;
        push(r, e);
    }
}

bool svc_renderers_is_there(svc_renderers *r)
{
    return atomic_load(&r->is_there);
}

unsigned svc_renderers_pages(svc_renderers *r)
{
    pthread_mutex_lock(&r->mutex);
    unsigned pages = r->taken;
    pthread_mutex_unlock(&r->mutex);
    return pages;
}

void svc_renderers_stop(svc_renderers *r)
{
    if (r == NULL) {
        return;
    }
    pthread_mutex_lock(&r->mutex);
    r->stopping = true;
    pthread_mutex_unlock(&r->mutex);
    wake(r);
    pthread_join(r->thread, NULL);
}

void svc_renderers_free(svc_renderers *r)
{
    bool stopping;

    if (r == NULL) {
        return;
    }
    act_on_all(r, take_events(r, &stopping)); /* pages given back after the end */
    for (size_t i = 0; i < r->session_count; i++) {
        svc_session_free(r->sessions[i]);
    }
    if (r->wake_fd >= 0) {
        close(r->wake_fd);
    }
    pthread_mutex_destroy(&r->mutex);
    free(r);
}
