#include "render/renderers.h"

#include "base/clock.h"
#include "render/events.h"

#include <math.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Longest sleep, also while something is waited for that nobody tells of. */
#define TICK_MS      1000
#define BUSY_TICK_MS 50
/* How often a renderer is looked for that nobody needs now. */
#define LOOK_MS 1000.0

struct svc_renderers {
    svc_renderers_settings settings;
    pthread_t thread;
    svc_render_events events;
    atomic_bool is_there;
    /* The thread's own: */
    double looked_ms;
    svc_render_session *sessions[SVC_RENDERERS_MAX];
    size_t session_count;
    /* Guarded by the mutex, a leaf: */
    pthread_mutex_t mutex;
    unsigned taken; /* sessions that there are, or will be */
};

/* From the fetcher's thread. */
static void take_fetched(void *owner, svc_render_session *session, const char *id,
                         svc_fetch_result *result)
{
    svc_render_event *e = calloc(1, sizeof *e);

    while (e == NULL) { /* it must be told: the session waits for it */
        usleep(1000);
        e = calloc(1, sizeof *e);
    }
    e->kind = SVC_RENDER_FETCHED;
    e->session = session;
    snprintf(e->id, sizeof e->id, "%s", id);
    e->fetched = *result;
    svc_render_events_push(&((svc_renderers *)owner)->events, e);
}

/* Takes a place for a session. Returns false where there is none. */
static bool take_place(svc_renderers *r)
{
    pthread_mutex_lock(&r->mutex);
    bool taken = r->taken < SVC_RENDERERS_MAX;

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

static void act_on(svc_renderers *r, svc_render_event *e)
{
    switch (e->kind) {
    case SVC_RENDER_SUBMITTED:
        r->sessions[r->session_count++] = e->session;
        break;
    case SVC_RENDER_FETCHED:
        svc_session_give(e->session, e->id, &e->fetched);
        break;
    case SVC_RENDER_PICTURE_WANTED:
        e->session->done = e->done;
        e->session->arg = e->arg;
        svc_session_ask_picture(e->session, e->spans, e->span_count);
        break;
    case SVC_RENDER_RELEASED:
        svc_session_end(e->session);
        break;
    }
    free(e->spans);
    free(e);
}

static void act_on_all(svc_renderers *r, svc_render_event *first)
{
    while (first != NULL) {
        svc_render_event *next = first->next;

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
        r->looked_ms = now_ms;
    }
}

/* Looks whether there is a renderer, for who asks how the server is before a page needs it. */
static void look(svc_renderers *r, double now_ms)
{
    if (now_ms - r->looked_ms >= LOOK_MS) {
        r->looked_ms = now_ms;
        atomic_store(&r->is_there, svc_session_is_answered(r->settings.path));
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
    struct pollfd fds[SVC_RENDERERS_MAX + 1] = {{.fd = r->events.wake_fd, .events = POLLIN}};
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
    if (fds[0].revents != 0 && read(r->events.wake_fd, &count, sizeof count) < 0) {
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
        act_on_all(r, svc_render_events_take(&r->events, &stopping));
        for (size_t i = before; i < r->session_count; i++) {
            step(r, r->sessions[i], svc_now_ms(), 0);
        }
        if (stopping) {
            end_all(r);
        } else {
            look(r, svc_now_ms());
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
    pthread_mutex_init(&r->mutex, NULL);
    if (!svc_render_events_init(&r->events) || pthread_create(&r->thread, NULL, run, r) != 0) {
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
    svc_render_event *e = calloc(1, sizeof *e);

    if (e == NULL || !take_place(r)) {
        free(e);
        return false;
    }
    e->kind = SVC_RENDER_SUBMITTED;
    e->session = new_session(r, done, arg);
    if (e->session != NULL) {
        svc_session_order(e->session, order, r->settings.timeout_ms);
    }
    if (e->session == NULL || !svc_render_events_push(&r->events, e)) {
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
    svc_render_event *e = calloc(1, sizeof *e);
    svc_rendered none = {.kept = NULL};

    if (e == NULL) {
        svc_renderers_release(r, kept);
        done(&none, arg);
        return;
    }
    e->kind = SVC_RENDER_PICTURE_WANTED;
    e->session = kept;
    e->done = done;
    e->arg = arg;
    e->spans = count > 0 ? malloc(count * sizeof *spans) : NULL;
    if (e->spans != NULL) {
        memcpy(e->spans, spans, count * sizeof *spans);
        e->span_count = count;
    }
    if (!svc_render_events_push(&r->events, e)) {
        free(e->spans);
        free(e);
        svc_renderers_release(r, kept);
        done(&none, arg);
    }
}

void svc_renderers_release(svc_renderers *r, svc_render_session *kept)
{
    svc_render_event *e = kept != NULL ? calloc(1, sizeof *e) : NULL;

    if (e != NULL) {
        e->kind = SVC_RENDER_RELEASED;
        e->session = kept;
        svc_render_events_push(&r->events, e);
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
    svc_render_events_stop(&r->events);
    pthread_join(r->thread, NULL);
}

void svc_renderers_free(svc_renderers *r)
{
    bool stopping;

    if (r == NULL) {
        return;
    }
    act_on_all(r,
               svc_render_events_take(&r->events, &stopping)); /* pages given back after the end */
    for (size_t i = 0; i < r->session_count; i++) {
        svc_session_free(r->sessions[i]);
    }
    svc_render_events_destroy(&r->events);
    pthread_mutex_destroy(&r->mutex);
    free(r);
}
