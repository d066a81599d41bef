/* The thread that hands pages to a renderer: who asks gets the page, then its picture. The test is
 * the renderer. */
#include "unit.h"

#include "common.h"
#include "render/renderers.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

/* The time limit for an event that must come. */
#define PATIENCE_S 20

/* A socket where a renderer listens, and the thread that talks to it. */
typedef struct {
    char folder[32];
    char path[64];
    int listener;
    svc_channel page; /* of the page that is shown */
    svc_renderers *renderers;
} stage;

/* Somebody who waits for a page or its picture. */
typedef struct {
    pthread_mutex_t mutex;
    pthread_cond_t came;
    unsigned count;
    svc_rendered rendered;
} taker;

static void open_stage(stage *s)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};

    snprintf(s->folder, sizeof s->folder, "/tmp/danad-render-XXXXXX");
    assert_non_null(mkdtemp(s->folder));
    snprintf(s->path, sizeof s->path, "%s/renderer", s->folder);
    snprintf(address.sun_path, sizeof address.sun_path, "%s", s->path);
    s->listener = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0);
    assert_int_equal(bind(s->listener, (const struct sockaddr *)&address, sizeof address), 0);
    assert_int_equal(listen(s->listener, 8), 0);
    s->page = (svc_channel){.fd = -1};
    s->renderers = svc_renderers_start(
        &(svc_renderers_settings){.path = s->path, .timeout_ms = 3.6e6});
    assert_non_null(s->renderers);
}

static void close_stage(stage *s)
{
    svc_channel_close(&s->page);
    svc_renderers_stop(s->renderers);
    svc_renderers_free(s->renderers);
    close(s->listener);
    unlink(s->path);
    rmdir(s->folder);
}

/* A svc_render_done. */
static void take(svc_rendered *rendered, void *arg)
{
    taker *t = arg;

    pthread_mutex_lock(&t->mutex);
    t->rendered = *rendered;
    t->count++;
    pthread_cond_signal(&t->came);
    pthread_mutex_unlock(&t->mutex);
}

/* Returns how often something has come, which is waited for. */
static unsigned wait_for(taker *t)
{
    struct timespec end;
    int error = 0;

    clock_gettime(CLOCK_REALTIME, &end);
    end.tv_sec += PATIENCE_S;
    pthread_mutex_lock(&t->mutex);
    while (t->count == 0 && error != ETIMEDOUT) {
        error = pthread_cond_timedwait(&t->came, &t->mutex, &end);
    }
    unsigned count = t->count;
    pthread_mutex_unlock(&t->mutex);
    return count;
}

#define NEW_TAKER                                                                                  \
    {                                                                                              \
        .mutex = PTHREAD_MUTEX_INITIALIZER, .came = PTHREAD_COND_INITIALIZER                       \
    }

static bool submit(stage *s, taker *t)
{
    api_render_order order = {.html = strdup("<p>a"),
                              .html_length = 4,
                              .url = strdup("http://a.example/"),
                              .selector = strdup(""),
                              .picture = true,
                              .width = 400,
                              .height = 300};
    bool taken = svc_renderers_submit(s->renderers, &order, take, t);

    free(order.html);
    free(order.url);
    free(order.selector);
    return taken;
}

/* Waits for what a page is sent. Returns false where its connection is closed. */
static bool receive(svc_channel *page, svc_message *message)
{
    struct pollfd readable = {.fd = page->fd, .events = POLLIN};
    svc_channel_status status = svc_channel_take(page, message);

    while (status == SVC_CHANNEL_IDLE) {
        assert_int_equal(poll(&readable, 1, PATIENCE_S * 1000), 1);
        status = svc_channel_take(page, message);
    }
    return status == SVC_CHANNEL_MESSAGE;
}

/* Takes the connection of a page, and its order. Others only look whether somebody is there. */
static void receive_order(stage *s, svc_message *order)
{
    struct pollfd readable = {.fd = s->listener, .events = POLLIN};
    double end = now_s() + PATIENCE_S;

    do {
        svc_channel_close(&s->page);
        assert_true(now_s() < end);
        assert_int_equal(poll(&readable, 1, PATIENCE_S * 1000), 1);
        s->page = (svc_channel){.fd = accept4(s->listener, NULL, NULL, SOCK_NONBLOCK)};
        assert_true(s->page.fd >= 0);
    } while (!receive(&s->page, order));
}

static void answer(stage *s, svc_message_kind kind, const svc_part *parts, size_t count)
{
    assert_true(svc_channel_put(&s->page, kind, parts, count));
    assert_true(svc_channel_flush(&s->page));
    assert_false(svc_channel_is_full(&s->page));
}

static void answer_page(stage *s, const char *html)
{
    const svc_part parts[] = {svc_part_of("1 2 3 4 5 6 400 300"),
                              svc_part_of(html),
                              {"", 0},
                              svc_part_of(""),
                              svc_part_of("http://a.example/b")};

    answer(s, SVC_MESSAGE_RENDERED, parts, 5);
}

static void expect_page(taker *t, const char *html)
{
    assert_int_equal(wait_for(t), 1);
    assert_null(t->rendered.page.problem);
    assert_string_equal(t->rendered.reason, "ok");
    assert_string_equal(t->rendered.page.html, html);
    assert_int_equal(t->rendered.page.loaded, 2);
    assert_non_null(t->rendered.kept);
}

/* The place of a page that is over is free a moment after its answer. */
static void expect_no_pages(const stage *s)
{
    double end = now_s() + PATIENCE_S;

    while (svc_renderers_pages(s->renderers) != 0 && now_s() < end) {
        nap();
    }
    assert_int_equal(svc_renderers_pages(s->renderers), 0);
}

/* A page that somebody asked for, and the renderer has got. */
static void begin_page(stage *s, taker *t, svc_message *order)
{
    open_stage(s);
    assert_true(submit(s, t));
    receive_order(s, order);
}

static void end_page(stage *s, taker *t)
{
    expect_no_pages(s);
    svc_rendered_clear(&t->rendered);
    close_stage(s);
}

static void a_page_and_its_picture_go_to_who_asked_for_each(void **state)
{
    const api_span spans[] = {{0, 2}, {3, 4}};
    const svc_part png = {"iVBOR", 5};
    taker page = NEW_TAKER;
    taker picture = NEW_TAKER;
    svc_message message;
    stage s;

    (void)state;
    begin_page(&s, &page, &message);
    assert_int_equal(message.kind, SVC_MESSAGE_RENDER);
    assert_string_equal(message.parts[1].bytes, "http://a.example/");
    assert_string_equal(message.parts[3].bytes, "<p>a");
    answer_page(&s, "<p>b");
    expect_page(&page, "<p>b");
    assert_int_equal(svc_renderers_pages(s.renderers), 1);
    svc_renderers_picture(s.renderers, page.rendered.kept, spans, 2, take, &picture);
    assert_true(receive(&s.page, &message));
    assert_int_equal(message.kind, SVC_MESSAGE_PICTURE);
    assert_int_equal(message.parts[0].length, sizeof spans);
    assert_memory_equal(message.parts[0].bytes, spans, sizeof spans);
    answer(&s, SVC_MESSAGE_PICTURE, &png, 1);
    assert_int_equal(wait_for(&picture), 1);
    svc_rendered_join(&page.rendered, &picture.rendered);
    assert_int_equal(page.rendered.page.picture_length, 5);
    assert_memory_equal(page.rendered.page.picture, "iVBOR", 5);
    assert_int_equal(page.count, 1);
    end_page(&s, &page);
}

static void a_page_whose_browser_goes_is_shown_once_more(void **state)
{
    taker page = NEW_TAKER;
    svc_message message;
    stage s;

    (void)state;
    begin_page(&s, &page, &message);
    receive_order(&s, &message); /* it closes the first connection */
    assert_string_equal(message.parts[3].bytes, "<p>a");
    answer_page(&s, "<p>again");
    expect_page(&page, "<p>again");
    svc_renderers_release(s.renderers, page.rendered.kept);
    assert_false(receive(&s.page, &message)); /* the renderer may close the page */
    end_page(&s, &page);
}

static void what_a_page_asks_for_is_refused_without_a_fetcher(void **state)
{
    const svc_part asked[] = {svc_part_of("7"), svc_part_of("GET"),
                              svc_part_of("http://a.example/x"), svc_part_of(""), svc_part_of("")};
    const svc_part reason = svc_part_of("memory");
    taker page = NEW_TAKER;
    svc_message message;
    stage s;

    (void)state;
    begin_page(&s, &page, &message);
    answer(&s, SVC_MESSAGE_FETCH, asked, 5);
    assert_true(receive(&s.page, &message));
    assert_int_equal(message.kind, SVC_MESSAGE_FETCHED);
    assert_string_equal(message.parts[0].bytes, "7 0");
    assert_string_equal(message.parts[1].bytes, "feature-disabled");
    answer(&s, SVC_MESSAGE_FAILED, &reason, 1);
    assert_int_equal(wait_for(&page), 1);
    assert_string_equal(page.rendered.page.problem, "render-failed");
    assert_string_equal(page.rendered.reason, "memory");
    assert_null(page.rendered.kept);
    end_page(&s, &page);
}

static void the_end_answers_what_is_under_way_and_takes_nothing_more(void **state)
{
    taker page = NEW_TAKER;
    svc_message message;
    stage s;

    (void)state;
    begin_page(&s, &page, &message);
    svc_renderers_stop(s.renderers);
    assert_int_equal(wait_for(&page), 1);
    assert_string_equal(page.rendered.page.problem, "render-failed");
    assert_false(submit(&s, &page));
    assert_int_equal(page.count, 1);
    end_page(&s, &page);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_page_and_its_picture_go_to_who_asked_for_each),
        cmocka_unit_test(a_page_whose_browser_goes_is_shown_once_more),
        cmocka_unit_test(what_a_page_asks_for_is_refused_without_a_fetcher),
        cmocka_unit_test(the_end_answers_what_is_under_way_and_takes_nothing_more),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
