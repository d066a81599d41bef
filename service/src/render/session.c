#include "render/session.h"

#include "base/clock.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

/* How long a renderer that is not there is looked for, and how often; one that has no room is
 * waited for as long as there is time. */
#define ABSENT_MS 2000.0
#define RETRY_MS  50.0
/* Time that is left for a second try. */
#define SECOND_TRY_MS 2000.0
/* What a renderer may take longer than it was given: it knows its deadline itself. */
#define GRACE_MS   2000.0
#define PICTURE_MS 15000.0
#define ID_SIZE    16

svc_render_session *svc_session_new(const char *path, svc_fetcher *fetcher)
{
    svc_render_session *s = calloc(1, sizeof *s);

    if (s != NULL) {
        s->path = path;
        s->fetcher = fetcher;
        s->channel.fd = -1;
    }
    return s;
}

void svc_session_order(svc_render_session *s, api_render_order *order, double timeout_ms)
{
    s->order = *order;
    *order = (api_render_order){.html = NULL};
    s->began_ms = svc_now_ms();
    if (s->order.timeout_ms > 0) {
        timeout_ms = fmin(timeout_ms, (double)s->order.timeout_ms);
    }
    s->end_ms = s->began_ms + timeout_ms;
}

static void free_order(svc_render_session *s)
{
    free(s->order.html);
    free(s->order.url);
    free(s->order.selector);
    s->order = (api_render_order){.html = NULL};
}

void svc_session_free(svc_render_session *s)
{
    svc_channel_close(&s->channel);
    svc_rendered_clear(&s->result);
    free_order(s);
    free(s);
}

void svc_session_end(svc_render_session *s)
{
    svc_channel_close(&s->channel);
    s->state = SVC_SESSION_OVER;
}

/* Hands the result over. */
static void finish(svc_render_session *s, svc_session_state next)
{
    svc_rendered result = s->result;

    s->result = (svc_rendered){.kept = NULL};
    result.page.elapsed_ms = svc_now_ms() - s->began_ms;
    result.kept = next == SVC_SESSION_KEPT ? s : NULL;
    if (next == SVC_SESSION_OVER) {
        svc_session_end(s);
    }
    s->state = next;
    free_order(s);
    s->done(&result, s->arg);
}

/* A picture that cannot be had is no failure of the page. */
static void fail(svc_render_session *s, const char *reason, const char *detail)
{
    if (s->state == SVC_SESSION_KEPT) {
        svc_session_end(s); /* its picture fails when it is asked for */
        s->state = SVC_SESSION_KEPT;
        return;
    }
    if (s->state != SVC_SESSION_PICTURING) {
        svc_rendered_fail(&s->result, reason, detail);
    }
    finish(s, SVC_SESSION_OVER);
}

/* Fails, or begins again with another browser. */
static void fail_or_retry(svc_render_session *s, const char *reason)
{
    double now_ms = svc_now_ms();
    bool again = s->state == SVC_SESSION_RENDERING && !s->retried &&
                 strcmp(reason, "memory") != 0 && s->end_ms - now_ms >= SECOND_TRY_MS &&
                 s->fetching == 0;

    if (!again) {
        fail(s, reason,
             strcmp(reason, "memory") == 0 ? "The page takes more memory than a browser has here."
                                           : NULL);
        return;
    }
    svc_channel_close(&s->channel);
    s->retried = true;
    s->retry_ms = now_ms;
    s->state = SVC_SESSION_CONNECTING;
}

/* --- the connection */

static bool send_order(svc_render_session *s)
{
    const api_render_order *o = &s->order;
    char numbers[160];

    snprintf(numbers, sizeof numbers, "%d %.0f %ld %d %d %d %d %d", SVC_RENDER_VERSION, s->end_ms,
             o->quiet_ms, o->width, o->height, o->pictures, 1, o->picture);
    const svc_part parts[] = {svc_part_of(numbers),
                              svc_part_of(o->url),
                              svc_part_of(o->selector),
                              {o->html, o->html_length}};

    return svc_channel_put(&s->channel, SVC_MESSAGE_RENDER, parts, sizeof parts / sizeof parts[0]);
}

static int open_socket(const char *path)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);

    if (fd < 0) {
        return -1;
    }
    snprintf(address.sun_path, sizeof address.sun_path, "%s", path);
    if (connect(fd, (const struct sockaddr *)&address, sizeof address) != 0) {
        int error = errno;

        close(fd);
        errno = error;
        return -1;
    }
    return fd;
}

bool svc_session_is_answered(const char *path)
{
    int fd = open_socket(path);
    bool is_full = fd < 0 && errno == EAGAIN;

    if (fd >= 0) {
        close(fd);
    }
    return fd >= 0 || is_full;
}

void svc_session_connect(svc_render_session *s, double now_ms)
{
    if (now_ms < s->retry_ms) {
        return;
    }
    s->channel.fd = open_socket(s->path);
    if (s->channel.fd >= 0) {
        s->state = SVC_SESSION_RENDERING;
        if (!send_order(s)) {
            fail(s, "no_memory", NULL);
        }
        return;
    }
    s->retry_ms = now_ms + RETRY_MS;
    if (errno != EAGAIN && now_ms - s->began_ms >= ABSENT_MS) {
        fail(s, "absent", "The renderer does not answer.");
    }
}

/* --- messages */

typedef struct {
    svc_render_session *session;
    char id[ID_SIZE];
} fetch_of;

/* A svc_fetch_done: hands the result to the renderers' thread. */
static void take_fetched(svc_fetch_result *result, void *arg)
{
    fetch_of *f = arg;

    f->session->take_fetched(f->session->owner, f->session, f->id, result);
    free(f);
}

static void send_fetched(svc_render_session *s, const char *id, const char *problem,
                         const svc_fetch_result *result)
{
    char head[ID_SIZE + 24];

    snprintf(head, sizeof head, "%s %ld", id, result->status);
    const svc_part parts[] = {svc_part_of(head),
                              svc_part_of(problem),
                              svc_part_of(result->fields != NULL ? result->fields : ""),
                              {result->body, result->body_length}};

    if (!svc_channel_put(&s->channel, SVC_MESSAGE_FETCHED, parts, sizeof parts / sizeof parts[0])) {
        fail(s, "no_memory", NULL);
    }
}

void svc_session_give(svc_render_session *s, const char *id, svc_fetch_result *result)
{
    const char *problem = svc_fetch_problem(result->outcome);

    s->fetching--;
    if (s->channel.fd >= 0) {
        send_fetched(s, id, problem != NULL ? problem : "", result);
        svc_session_talk(s);
    }
    svc_fetch_result_clear(result);
}

static void refuse_fetch(svc_render_session *s, const char *id, const char *problem)
{
    const svc_fetch_result none = {.outcome = SVC_FETCH_FAILED};

    send_fetched(s, id, problem, &none);
}

static void fetch(svc_render_session *s, const svc_message *m)
{
    const char *id = m->parts[0].bytes;
    const svc_fetch_order order = {.url = m->parts[2].bytes,
                                   .timeout_ms = (long)fmax(s->end_ms - svc_now_ms(), 1.0),
                                   .max_redirects = -1,
                                   .accept_error_status = true,
                                   .method = m->parts[1].bytes,
                                   .fields = m->parts[3].bytes,
                                   .data = m->parts[4].bytes,
                                   .data_length = m->parts[4].length};
    fetch_of *f = s->fetcher != NULL && strlen(id) < ID_SIZE ? calloc(1, sizeof *f) : NULL;

    if (f == NULL) {
        refuse_fetch(s, id, "feature-disabled");
        return;
    }
    f->session = s;
    snprintf(f->id, sizeof f->id, "%s", id);
    s->fetching++;
    if (!svc_fetcher_submit(s->fetcher, &order, take_fetched, f)) {
        s->fetching--;
        free(f);
        refuse_fetch(s, id, "queue-full");
    }
}

/* The message stays: the page's strings lie in it. */
static void take_page(svc_render_session *s, const svc_message *m)
{
    bool read = svc_rendered_read(&s->result, m);

    s->result.message = s->channel.in;
    s->channel.in = (svc_buffer){.bytes = NULL};
    s->channel.taken = 0;
    if (!read) {
        svc_rendered_clear(&s->result);
        fail(s, "protocol", NULL);
        return;
    }
    finish(s, s->order.picture ? SVC_SESSION_KEPT : SVC_SESSION_OVER);
}

static void take_picture(svc_render_session *s, const svc_message *m)
{
    svc_buffer_add(&s->result.picture, m->parts[0].bytes, m->parts[0].length);
    finish(s, SVC_SESSION_OVER);
}

/* Returns the static text of a reason: what comes is not kept. */
static const char *reason_of(const char *text)
{
    static const char *const known[] = {"crashed", "hung", "memory", "protocol", "late"};

    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        if (strcmp(known[i], text) == 0) {
            return known[i];
        }
    }
    return "crashed";
}

static void take_message(svc_render_session *s, const svc_message *m)
{
    if (s->state == SVC_SESSION_RENDERING && m->kind == SVC_MESSAGE_FETCH) {
        fetch(s, m);
    } else if (s->state == SVC_SESSION_RENDERING && m->kind == SVC_MESSAGE_RENDERED) {
        take_page(s, m);
    } else if (s->state == SVC_SESSION_PICTURING && m->kind == SVC_MESSAGE_PICTURE) {
        take_picture(s, m);
    } else if (m->kind == SVC_MESSAGE_FAILED) {
        fail_or_retry(s, reason_of(m->parts[0].bytes));
    }
}

void svc_session_talk(svc_render_session *s)
{
    svc_message message;
    svc_channel_status status = SVC_CHANNEL_MESSAGE;

    while (s->channel.fd >= 0 && status == SVC_CHANNEL_MESSAGE) {
        status = svc_channel_take(&s->channel, &message);
        if (status == SVC_CHANNEL_MESSAGE) {
            take_message(s, &message);
        } else if (status == SVC_CHANNEL_CLOSED) {
            fail_or_retry(s, "crashed");
        }
    }
    if (s->channel.fd >= 0 && !svc_channel_flush(&s->channel)) {
        fail_or_retry(s, "crashed");
    }
}

void svc_session_ask_picture(svc_render_session *s, const api_span *spans, size_t count)
{
    const svc_part part = {(const char *)spans, count * sizeof *spans};

    s->state = SVC_SESSION_PICTURING;
    s->began_ms = svc_now_ms();
    s->end_ms = s->began_ms + PICTURE_MS;
    if (s->channel.fd < 0 || !svc_channel_put(&s->channel, SVC_MESSAGE_PICTURE, &part, 1)) {
        fail(s, "crashed", NULL);
    }
}

void svc_session_check(svc_render_session *s, double now_ms)
{
    if (s->state != SVC_SESSION_KEPT && now_ms >= s->end_ms + GRACE_MS) {
        fail(s, s->state == SVC_SESSION_CONNECTING ? "busy" : "hung",
             "The renderer had no time for the page.");
    }
}
