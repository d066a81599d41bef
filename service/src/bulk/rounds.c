#include "bulk/rounds.h"

#include <pthread.h>

/* Somebody who waits for a page or its picture. */
typedef struct {
    pthread_mutex_t mutex;
    pthread_cond_t came;
    bool is_there;
    svc_rendered rendered;
} wait;

static void begin_wait(wait *w)
{
    *w = (wait){.is_there = false};
    pthread_mutex_init(&w->mutex, NULL);
    pthread_cond_init(&w->came, NULL);
}

/* A svc_render_done. */
static void take(svc_rendered *rendered, void *arg)
{
    wait *w = arg;

    pthread_mutex_lock(&w->mutex);
    w->rendered = *rendered;
    w->is_there = true;
    pthread_cond_signal(&w->came);
    pthread_mutex_unlock(&w->mutex);
}

static svc_rendered end_wait(wait *w)
{
    pthread_mutex_lock(&w->mutex);
    while (!w->is_there) {
        pthread_cond_wait(&w->came, &w->mutex);
    }
    pthread_mutex_unlock(&w->mutex);
    pthread_cond_destroy(&w->came);
    pthread_mutex_destroy(&w->mutex);
    return w->rendered;
}

static svc_rendered render(svc_renderers *renderers, api_render_order *order)
{
    svc_rendered none = {.kept = NULL};
    wait w;

    begin_wait(&w);
    if (!svc_renderers_submit(renderers, order, take, &w)) {
        svc_rendered_fail(&none, "busy", "Too many pages are at the renderer at once.");
        take(&none, &w);
    }
    return end_wait(&w);
}

static void add_picture(svc_renderers *renderers, svc_rendered *page, const api_response *order)
{
    svc_render_session *kept = page->kept;
    wait w;

    page->kept = NULL;
    page->page.picture_done = true;
    if (kept == NULL) {
        return;
    }
    begin_wait(&w);
    svc_renderers_picture(renderers, kept, order->spans, order->span_count, take, &w);
    svc_rendered picture = end_wait(&w);
    svc_rendered_join(page, &picture);
}

void svc_rounds_answer(svc_renderers *renderers, svc_rounds_ask *ask, void *arg, api_response *out)
{
    svc_rendered page = {.kept = NULL};

    ask(arg, NULL, out);
    while (out->wants_render || out->wants_picture) {
        if (out->wants_render) {
            page = render(renderers, &out->render_order);
        } else {
            add_picture(renderers, &page, out);
        }
        api_response_clear(out);
        ask(arg, &page.page, out);
    }
    svc_renderers_release(renderers, page.kept);
    svc_rendered_clear(&page);
}
