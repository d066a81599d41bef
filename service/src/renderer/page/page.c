#include "renderer/page/page.h"

#include "base/clock.h"

#include <math.h>
#include <poll.h>
#include <string.h>

/* Longest sleep until deadlines and memory are looked at. */
#define STEP_MS    100.0
#define MEASURE_MS 250.0

void svc_page_fail(svc_page *page, const char *reason)
{
    if (page->failure == NULL) {
        page->failure = reason;
    }
}

void svc_page_send(svc_page *page, const char *method, json_t *params)
{
    if (svc_pipe_send(&page->browser->pipe, page->session, method, params, page->end_ms) == 0) {
        svc_page_fail(page, "hung");
    }
}

/* --- events */

static void answer_dialog(svc_page *page, const json_t *event)
{
    const char *type = json_string_value(json_object_get(event, "type"));

    svc_page_send(page, "Page.handleJavaScriptDialog",
                  json_pack("{sb}", "accept", type != NULL && strcmp(type, "beforeunload") == 0));
}

/* What comes before is about the page that was there before, however late it is told. */
static void note_shown(svc_page *page, const json_t *event)
{
    const char *frame = json_string_value(json_object_get(json_object_get(event, "frame"), "id"));

    page->is_shown |= page->was_given && frame != NULL && strcmp(frame, page->target) == 0;
}

static void note_loaded(svc_page *page, const json_t *event)
{
    (void)event;
    page->is_loaded = page->is_shown;
    page->loaded_ms = svc_now_ms();
}

/* Also of a page whose load event has been missed. */
static void note_stopped(svc_page *page, const json_t *event)
{
    const char *frame = json_string_value(json_object_get(event, "frameId"));

    if (frame != NULL && strcmp(frame, page->target) == 0 && !page->is_loaded) {
        note_loaded(page, event);
    }
}

static void note_crash(svc_page *page, const json_t *event)
{
    (void)event;
    svc_page_fail(page, "crashed");
}

static void take_paused(svc_page *page, const json_t *event)
{
    page->hooks->paused(page, event);
}

static void take_socket(svc_page *page, const json_t *event)
{
    page->hooks->socket(page, event);
}

static const struct {
    const char *method;
    void (*take)(svc_page *page, const json_t *event);
} events[] = {
    {"Page.frameNavigated", note_shown},
    {"Fetch.requestPaused", take_paused},
    {"Page.loadEventFired", note_loaded},
    {"Page.frameStoppedLoading", note_stopped},
    {"Page.javascriptDialogOpening", answer_dialog},
    {"Network.webSocketCreated", take_socket},
    {"Inspector.targetCrashed", note_crash},
    {"Inspector.detached", note_crash},
    {"Target.detachedFromTarget", note_crash},
};

/* Events of pages that were there before are none of ours. */
static void take_event(svc_page *page, const json_t *message)
{
    const char *method = json_string_value(json_object_get(message, "method"));
    const char *session = json_string_value(json_object_get(message, "sessionId"));
    const json_t *params = json_object_get(message, "params");

    if (session == NULL) {
        session = json_string_value(json_object_get(params, "sessionId"));
    }
    if (method == NULL || session == NULL || strcmp(session, page->session) != 0) {
        return;
    }
    for (size_t i = 0; i < sizeof events / sizeof events[0]; i++) {
        if (strcmp(method, events[i].method) == 0) {
            events[i].take(page, params);
        }
    }
}

static void take_pipe_message(svc_page *page, json_t *message)
{
    const json_t *id = json_object_get(message, "id");

    if (id == NULL) {
        take_event(page, message);
    } else if (page->awaited != 0 && json_integer_value(id) == page->awaited) {
        page->awaited = 0;
        page->answer = json_incref(message);
    }
    json_decref(message);
}

/* Takes all that the browser has said. */
static void read_pipe(svc_page *page)
{
    json_t *message;
    svc_pipe_status status = svc_pipe_take(&page->browser->pipe, &message);

    while (status == SVC_PIPE_MESSAGE) {
        take_pipe_message(page, message);
        status = svc_pipe_take(&page->browser->pipe, &message);
    }
    if (status == SVC_PIPE_CLOSED) {
        svc_page_fail(page, "crashed");
    }
}

/* --- messages */

static void note_picture(svc_page *page, const svc_message *message)
{
    page->picture_asked = true;
    svc_buffer_clear(&page->ranges);
    if (!svc_buffer_add(&page->ranges, message->parts[0].bytes, message->parts[0].length)) {
        svc_page_fail(page, "memory");
    }
}

static void read_channel(svc_page *page)
{
    svc_message message;
    svc_channel_status status = svc_channel_take(page->channel, &message);

    while (status == SVC_CHANNEL_MESSAGE) {
        if (message.kind == SVC_MESSAGE_FETCHED) {
            page->hooks->fetched(page, &message);
        } else if (message.kind == SVC_MESSAGE_PICTURE) {
            note_picture(page, &message);
        }
        status = svc_channel_take(page->channel, &message);
    }
    page->is_unwanted |= status == SVC_CHANNEL_CLOSED;
}

/* --- bounds */

static void check_bounds(svc_page *page, double now_ms)
{
    if (now_ms >= page->end_ms) {
        svc_page_fail(page, "hung");
    }
    if (now_ms - page->measured_ms < MEASURE_MS) {
        return;
    }
    size_t memory = svc_browser_memory(page->browser);

    page->measured_ms = now_ms;
    page->memory = memory > page->memory ? memory : page->memory;
    if (memory > page->browser->settings->memory_max) {
        svc_page_fail(page, "memory");
    }
}

static bool is_over(const svc_page *page)
{
    return page->failure != NULL || page->is_unwanted;
}

bool svc_page_turn(svc_page *page, double until_ms)
{
    double left_ms = fmin(until_ms, page->end_ms) - svc_now_ms();
    struct pollfd ends[] = {
        {.fd = page->browser->pipe.in, .events = POLLIN},
        {.fd = page->channel->fd, .events = POLLIN},
    };

    ends[1].events |= svc_channel_is_full(page->channel) ? POLLOUT : 0;
    poll(ends, 2, left_ms > 0.0 ? (int)ceil(fmin(left_ms, STEP_MS)) : 0);
    if (ends[0].revents != 0) {
        read_pipe(page);
    }
    if ((ends[1].revents & ~POLLOUT) != 0) {
        read_channel(page);
    }
    page->is_unwanted |= !svc_channel_flush(page->channel);
    check_bounds(page, svc_now_ms());
    return !is_over(page);
}

json_t *svc_page_call(svc_page *page, const char *session, const char *method, json_t *params,
                      double until_ms)
{
    json_t *result = NULL;

    page->awaited = svc_pipe_send(&page->browser->pipe, session, method, params, page->end_ms);
    if (page->awaited == 0) {
        svc_page_fail(page, "hung");
    }
    while (page->awaited != 0 && !is_over(page) && svc_now_ms() < until_ms) {
        svc_page_turn(page, until_ms);
    }
    page->awaited = 0;
    if (page->answer != NULL) {
        result = json_incref(json_object_get(page->answer, "result"));
        json_decref(page->answer);
        page->answer = NULL;
    }
    return result;
}
