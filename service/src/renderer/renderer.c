#include "renderer/renderer.h"

#include "base/clock.h"
#include "renderer/serve.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#define BACKLOG 256
/* How often a thread that waits looks whether it is to stop, and its browser lives. */
#define TICK_MS 100
/* Between a browser that does not start and the next one. */
#define PAUSE_MS 1000

int svc_renderer_listen(const char *path)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);

    if (fd < 0 || strlen(path) >= sizeof address.sun_path) {
        errno = fd < 0 ? errno : ENAMETOOLONG;
        return -1;
    }
    snprintf(address.sun_path, sizeof address.sun_path, "%s", path);
    unlink(path); /* of one that was killed */
    if (bind(fd, (const struct sockaddr *)&address, sizeof address) != 0 ||
        chmod(path, 0666) != 0 || listen(fd, BACKLOG) != 0) {
        close(fd);
        return -1;
    }
    return fd;
}

static void pause_ms(long ms)
{
    const struct timespec time = {ms / 1000, ms % 1000 * 1000000};

    nanosleep(&time, NULL);
}

static bool is_stopping(svc_renderer *r)
{
    return atomic_load(&r->stopping);
}

/* The browser of a thread. */
typedef struct {
    svc_browser browser;
    const svc_group *group;
    bool was_ready;
} keeper;

/* Starts a browser that does not run, as long as it takes. Returns false where the renderer stops.
 */
static bool keep_browser(svc_renderer *r, keeper *k)
{
    svc_browser *b = &k->browser;

    while (b->pid == 0 && !is_stopping(r)) {
        if (!svc_browser_start(b, &r->settings, k->group)) {
            pause_ms(PAUSE_MS);
            continue;
        }
        atomic_fetch_add(&r->running, 1);
        if (!k->was_ready) {
            k->was_ready = true;
            atomic_fetch_add(&r->ready, 1);
        }
    }
    return b->pid != 0 && !is_stopping(r);
}

/* Drops what a browser says of itself between pages. Returns false where it has gone. */
static bool is_alive(svc_browser *b)
{
    json_t *message;
    svc_pipe_status status = svc_pipe_take(&b->pipe, &message);

    while (status == SVC_PIPE_MESSAGE) {
        json_decref(message);
        status = svc_pipe_take(&b->pipe, &message);
    }
    return status == SVC_PIPE_IDLE;
}

/* Waits for a connection. Returns -1 where none came now. */
static int take_connection(const svc_renderer *r, const svc_browser *b)
{
    struct pollfd wanted[] = {{.fd = r->listen_fd, .events = POLLIN},
                              {.fd = b->pipe.in, .events = POLLIN}};

    if (poll(wanted, 2, TICK_MS) <= 0 || wanted[0].revents == 0) {
        return -1;
    }
    return accept4(r->listen_fd, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
}

static void log_replaced(const svc_browser *b, const char *reason)
{
    svc_log_line line;

    svc_log_begin(&line, b->settings->log, SVC_LOG_INFO, "browser replaced");
    svc_log_string(&line, "reason", reason);
    svc_log_integer(&line, "pid", b->pid);
    svc_log_integer(&line, "pages", b->pages);
    svc_log_end(&line);
}

static void stop_browser(svc_renderer *r, svc_browser *b)
{
    if (b->pid != 0) {
        atomic_fetch_sub(&r->running, 1);
        svc_browser_stop(b);
    }
}

static void replace(svc_renderer *r, svc_browser *b, const char *reason)
{
    log_replaced(b, reason);
    stop_browser(r, b);
}

/* Shows the page of a connection. */
static void serve(svc_renderer *r, svc_browser *b, int fd)
{
    unsigned before = b->pages;

    atomic_fetch_add(&r->busy, 1);
    bool fine = svc_renderer_serve(fd, b);

    atomic_fetch_sub(&r->busy, 1);
    atomic_fetch_add(&r->pages, b->pages - before); /* none where nothing was asked for */
    if (!fine) {
        atomic_fetch_add(&r->failed, 1);
        replace(r, b, "failed");
    } else if (b->pages >= r->settings.pages_max) {
        replace(r, b, "pages");
    }
}

static void *run(void *arg)
{
    svc_renderer *r = arg;
    keeper k = {.group = &r->groups[atomic_fetch_add(&r->begun, 1)]};

    while (keep_browser(r, &k)) {
        int fd = take_connection(r, &k.browser);

        if (!is_alive(&k.browser)) {
            /* The connection, if there is one, is not lost: the next browser shows its page. */
            replace(r, &k.browser, "gone");
            if (fd >= 0 && !keep_browser(r, &k)) {
                close(fd);
                break;
            }
        }
        if (fd >= 0) {
            serve(r, &k.browser, fd);
        }
    }
    stop_browser(r, &k.browser);
    return NULL;
}

bool svc_renderer_start(svc_renderer *r, const svc_browser_settings *settings,
                        const svc_group *groups, unsigned workers, int listen_fd)
{
    *r = (svc_renderer){.settings = *settings, .listen_fd = listen_fd};
    memcpy(r->groups, groups, workers * sizeof *groups);
    atomic_init(&r->stopping, false);
    atomic_init(&r->begun, 0);
    atomic_init(&r->ready, 0);
    atomic_init(&r->running, 0);
    atomic_init(&r->busy, 0);
    atomic_init(&r->pages, 0);
    atomic_init(&r->failed, 0);
    for (; r->workers < workers; r->workers++) {
        if (pthread_create(&r->threads[r->workers], NULL, run, r) != 0) {
            svc_renderer_stop(r);
            return false;
        }
    }
    return true;
}

bool svc_renderer_is_ready(svc_renderer *r)
{
    return atomic_load(&r->ready) == r->workers;
}

svc_renderer_status svc_renderer_look(svc_renderer *r)
{
    unsigned running = atomic_load(&r->running);

    return (svc_renderer_status){.is_ready = running > 0 && svc_renderer_is_ready(r),
                                 .workers = r->workers,
                                 .running = running,
                                 .busy = atomic_load(&r->busy),
                                 .pages = atomic_load(&r->pages),
                                 .failed = atomic_load(&r->failed)};
}

void svc_renderer_stop(svc_renderer *r)
{
    atomic_store(&r->stopping, true);
    for (unsigned i = 0; i < r->workers; i++) {
        pthread_join(r->threads[i], NULL);
    }
    close(r->listen_fd);
}
