#include "renderer/serve.h"

#include "base/clock.h"
#include "renderer/page/picture.h"
#include "renderer/page/requests.h"
#include "renderer/page/visit.h"

#include <math.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Longest wait for the order, and for the order of a picture. */
#define ORDER_MS   5000.0
#define PICTURE_MS 15000.0
/* How long the browser has after the time of a page, until it is killed. */
#define GRACE_MS 1000.0
/* Bounds of what a server may ask for. */
#define TIMEOUT_MAX_MS 600000
#define WINDOW_MAX     4320

/* Waits for a message. Returns false where none comes. */
static bool await_message(svc_channel *channel, svc_message *message)
{
    double end_ms = svc_now_ms() + ORDER_MS;
    svc_channel_status status = svc_channel_take(channel, message);

    while (status == SVC_CHANNEL_IDLE && svc_now_ms() < end_ms) {
        struct pollfd in = {.fd = channel->fd, .events = POLLIN};

        poll(&in, 1, (int)ORDER_MS);
        status = svc_channel_take(channel, message);
    }
    return status == SVC_CHANNEL_MESSAGE;
}

/* Reads the numbers of an order: version, end (monotonic, of this machine), quiet, width, height,
 * pictures, boxes, picture.
 */
static bool read_order(const svc_message *message, svc_page_order *order)
{
    long n[8] = {0};
    int count = sscanf(message->parts[0].bytes, "%ld %ld %ld %ld %ld %ld %ld %ld", &n[0], &n[1],
                       &n[2], &n[3], &n[4], &n[5], &n[6], &n[7]);

    *order = (svc_page_order){.url = message->parts[1].bytes,
                              .selector = message->parts[2].bytes,
                              .html = message->parts[3],
                              .timeout_ms = (double)n[1] - svc_now_ms(),
                              .quiet_ms = (double)n[2],
                              .width = (int)n[3],
                              .height = (int)n[4],
                              .pictures = n[5] != 0,
                              .boxes = n[6] != 0,
                              .picture = n[7] != 0};
    return message->kind == SVC_MESSAGE_RENDER && count == 8 && n[0] == SVC_RENDER_VERSION &&
           order->timeout_ms <= TIMEOUT_MAX_MS && n[2] >= 0 && n[3] > 0 && n[3] <= WINDOW_MAX &&
           n[4] > 0 && n[4] <= WINDOW_MAX;
}

/* Sends what is queued, while the other end reads. */
static void send_all(svc_page *page, double until_ms)
{
    while (svc_channel_is_full(page->channel) && svc_now_ms() < until_ms &&
           svc_page_turn(page, until_ms)) {
        /* some was sent */
    }
}

static bool answer(svc_page *page, const svc_taken *taken)
{
    const svc_page_requests *r = &page->requests;
    const svc_document *document = &taken->tree.documents[0];
    char numbers[200];
    size_t url_length;
    const char *url = svc_tree_text(&taken->tree, document->url, &url_length);

    snprintf(numbers, sizeof numbers, "%d %u %u %u %u %zu %.0f %.0f %zu", page->is_complete,
             r->loaded, r->refused, r->skipped, r->failed, r->bytes, document->width,
             document->height, page->memory);
    const svc_part parts[] = {svc_part_of(numbers),
                              {taken->markup.html.bytes, taken->markup.html.length},
                              {taken->boxes.bytes, taken->boxes.length},
                              {r->report.bytes, r->report.length},
                              {url, url_length}};

    return svc_channel_put(page->channel, SVC_MESSAGE_RENDERED, parts,
                           sizeof parts / sizeof parts[0]);
}

/* Keeps the page until its picture is asked for, or nobody will. */
static void offer_picture(svc_page *page, const svc_taken *taken)
{
    double until_ms = svc_now_ms() + PICTURE_MS;

    page->end_ms = until_ms + GRACE_MS;
    while (!page->picture_asked && svc_now_ms() < until_ms && svc_page_turn(page, until_ms)) {
        /* not yet */
    }
    if (!page->picture_asked) {
        return;
    }
    svc_buffer png = svc_picture_take(page, taken, page->ranges.bytes, page->ranges.length);
    const svc_part part = {png.bytes, png.length};

    if (svc_channel_put(page->channel, SVC_MESSAGE_PICTURE, &part, 1)) {
        send_all(page, svc_now_ms() + PICTURE_MS);
    }
    svc_buffer_clear(&png);
}

static void log_failure(const svc_page *page)
{
    svc_log_line line;

    svc_log_begin(&line, page->browser->settings->log, SVC_LOG_WARN, "page failed");
    svc_log_string(&line, "reason", page->failure);
    svc_log_integer(&line, "pid", page->browser->pid);
    svc_log_integer(&line, "memory", (long long)page->memory);
    svc_log_ms(&line, "duration_ms", svc_now_ms() - page->began_ms);
    svc_log_end(&line);
}

/* Tells the server why there is no page, past the pipe, which may be of no use. */
static void answer_failure(svc_page *page)
{
    if (strcmp(page->failure, "crashed") == 0 && svc_browser_ran_out(page->browser)) {
        page->failure = "memory"; /* its processes were killed before anybody looked */
    }
    const svc_part reason = svc_part_of(page->failure);

    log_failure(page);
    svc_channel_put(page->channel, SVC_MESSAGE_FAILED, &reason, 1);
    svc_channel_flush(page->channel);
}

static bool render(svc_channel *channel, const svc_page_order *order, svc_browser *browser)
{
    svc_page page = {.hooks = &svc_requests_hooks,
                     .browser = browser,
                     .channel = channel,
                     .order = *order,
                     .began_ms = svc_now_ms()};
    svc_taken taken = {.snapshot = NULL};

    page.end_ms = page.began_ms + order->timeout_ms + GRACE_MS;
    if (svc_visit_open(&page) && svc_take(&page, &taken) && answer(&page, &taken)) {
        send_all(&page, page.end_ms);
        if (order->picture && page.failure == NULL) {
            offer_picture(&page, &taken);
        }
    }
    if (page.failure != NULL) {
        answer_failure(&page);
    }
    svc_taken_clear(&taken);
    return svc_visit_close(&page);
}

bool svc_renderer_serve(int fd, svc_browser *browser)
{
    svc_channel channel = {.fd = fd};
    svc_page_order order;
    svc_message message;
    bool fine = true;

    if (await_message(&channel, &message)) {
        if (read_order(&message, &order)) {
            /* The texts of the order are the channel's, which takes other messages meanwhile. */
            svc_buffer kept = channel.in;
            size_t taken = channel.taken;

            channel.in = (svc_buffer){.bytes = NULL};
            channel.taken = 0;
            if (kept.length == taken ||
                svc_buffer_add(&channel.in, kept.bytes + taken, kept.length - taken)) {
                fine = render(&channel, &order, browser);
                browser->pages++;
            }
            svc_buffer_clear(&kept);
        } else {
            const svc_part reason = svc_part_of("protocol");

            svc_channel_put(&channel, SVC_MESSAGE_FAILED, &reason, 1);
            svc_channel_flush(&channel);
        }
    }
    svc_channel_close(&channel);
    return fine;
}
