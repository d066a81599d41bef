#include "renderer/process.h"

#include "renderer/health.h"
#include "renderer/renderer.h"
#include "renderer/walls.h"
#include "system/notify.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* How often the main thread looks whether the browsers have started. */
#define TICK_NS 20000000L
/* In front of the path of a socket. */
#define SCHEME "unix:"

static int complain(const svc_log *log, const char *what, const char *why)
{
    svc_log_line line;

    svc_log_begin(&line, log, SVC_LOG_ERROR, what);
    svc_log_string(&line, "reason", why);
    svc_log_end(&line);
    return 1;
}

/* Says what holds browsers to their memory and CPU, and why not groups where they do not. */
static void make_groups(const svc_config *config, const svc_log *log,
                        svc_group groups[SVC_RENDER_WORKERS_MAX])
{
    const svc_group_limits limits = {.memory_max = (size_t)config->render_memory,
                                     .cpu_percent = (unsigned)config->render_cpu};
    char error[SVC_GROUP_ERROR_SIZE];
    svc_log_line line;

    memset(groups, 0, SVC_RENDER_WORKERS_MAX * sizeof *groups);
    bool made = svc_group_make_all("", groups, (size_t)config->render_workers, &limits, error);

    svc_log_begin(&line, log, SVC_LOG_INFO, "browsers are bounded");
    svc_log_string(&line, "by", made ? "control groups" : "process limits");
    if (!made) {
        svc_log_string(&line, "reason", error);
    }
    svc_log_end(&line);
}

static int wait_for_end(svc_renderer *renderer, int health_fd, const svc_log *log,
                        svc_notifier *notifier, const sigset_t *signals)
{
    const struct timespec tick = {.tv_nsec = TICK_NS};
    bool told = false;

    while (sigtimedwait(signals, NULL, &tick) < 0) {
        svc_renderer_health_answer(health_fd, renderer);
        if (!told && svc_renderer_is_ready(renderer)) {
            told = true;
            svc_log_message(log, SVC_LOG_INFO, "rendering");
            svc_notifier_send(notifier, "READY=1\nSTATUS=rendering");
        }
    }
    svc_log_message(log, SVC_LOG_INFO, "draining");
    svc_notifier_send(notifier, "STOPPING=1");
    svc_renderer_stop(renderer);
    return 0;
}

int svc_renderer_run(const svc_config *config, const svc_log *log)
{
    const char *path = config->renderer + strlen(SCHEME);
    char error[SVC_WALLS_ERROR_SIZE];
    const svc_browser_settings settings = {
        .program = config->render_browser[0] != '\0' ? config->render_browser : svc_browser_find(),
        .sandbox = config->render_sandbox != 0,
        .memory_max = (size_t)config->render_memory,
        .pages_max = (unsigned)config->render_pages,
        .log = log};
    svc_group groups[SVC_RENDER_WORKERS_MAX];
    svc_renderer renderer;
    svc_notifier notifier;
    sigset_t signals;

    if (settings.program == NULL) {
        return complain(log, "there is no browser: install chromium-headless-shell", NULL);
    }
    sigemptyset(&signals);
    sigaddset(&signals, SIGTERM);
    sigaddset(&signals, SIGINT);
    pthread_sigmask(SIG_BLOCK, &signals, NULL);
    signal(SIGPIPE, SIG_IGN);
    int fd = svc_renderer_listen(path);
    int health_fd = svc_renderer_health_open(path);

    if (fd < 0 || health_fd < 0) {
        return complain(log, "cannot open the socket", strerror(errno));
    }
    make_groups(config, log, groups);
    if (!svc_walls_raise(config->render_user, error)) {
        return complain(log, error, NULL);
    }
    svc_notifier_open(&notifier);
    if (!svc_renderer_start(&renderer, &settings, groups, (unsigned)config->render_workers, fd)) {
        return complain(log, "cannot start a thread", NULL);
    }
    int status = wait_for_end(&renderer, health_fd, log, &notifier, &signals);

    svc_renderer_health_close(health_fd, path);
    unlink(path);
    svc_notifier_close(&notifier);
    return status;
}
