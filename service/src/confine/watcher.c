#include "confine/watcher.h"

#include <errno.h>
#include <limits.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdint.h>
#include <string.h>
#include <sys/ioctl.h>

/* Calls with a lower number are told of once. */
#define CALLS_MAX 512

/* One a process, as filters are. It lives until the process ends. */
static struct {
    const svc_log *log;
    sem_t has_filter;
    int asked;
    bool told[CALLS_MAX];
} watcher;

static void tell(const struct seccomp_data *call)
{
    svc_log_line line;

    if (call->nr < 0 || call->nr >= CALLS_MAX || watcher.told[call->nr]) {
        return;
    }
    watcher.told[call->nr] = true;
    svc_log_begin(&line, watcher.log, SVC_LOG_WARN, "a system call that is not in the list");
    svc_log_integer(&line, "call", call->nr);
    for (int i = 0; i < 3; i++) {
        const char *names[] = {"argument0", "argument1", "argument2"};

        svc_log_integer(&line, names[i], (long long)call->args[i]);
    }
    svc_log_end(&line);
}

/* Questions are of the kernel's size, which may be larger than what we know. */
static void *watch(void *unused)
{
    union {
        struct seccomp_notif question;
        char room[1024];
    } received;
    struct seccomp_notif_resp answer;

    (void)unused;
    while (sem_wait(&watcher.has_filter) != 0) {
    }
    for (;;) {
        memset(&received, 0, sizeof received);
        if (ioctl(watcher.asked, SECCOMP_IOCTL_NOTIF_RECV, &received.question) != 0) {
            if (errno == EINTR || errno == ENOENT) {
                continue;
            }
            return NULL;
        }
        tell(&received.question.data);
        answer = (struct seccomp_notif_resp){.id = received.question.id,
                                             .flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE};
        ioctl(watcher.asked, SECCOMP_IOCTL_NOTIF_SEND, &answer);
    }
}

bool svc_watcher_start(const svc_log *log)
{
    pthread_t thread;

    watcher.log = log;
    if (sem_init(&watcher.has_filter, 0, 0) != 0 ||
        pthread_create(&thread, NULL, watch, NULL) != 0) {
        return false;
    }
    pthread_detach(thread);
    return true;
}

void svc_watcher_watch(int asked)
{
    watcher.asked = asked;
    sem_post(&watcher.has_filter);
}
