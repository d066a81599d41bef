#include "renderer/health.h"

#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>

/* Longer ones are no paths of sockets. */
#define PATH_SIZE 256
#define LINE_SIZE 256

static const char *path_of(const char *path, char out[PATH_SIZE])
{
    snprintf(out, PATH_SIZE, "%s" SVC_RENDERER_HEALTH_SUFFIX, path);
    return out;
}

int svc_renderer_health_open(const char *path)
{
    char own[PATH_SIZE];

    return svc_renderer_listen(path_of(path, own));
}

void svc_renderer_health_answer(int fd, svc_renderer *renderer)
{
    char line[LINE_SIZE];
    int client = accept4(fd, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);

    while (client >= 0) {
        svc_renderer_status now = svc_renderer_look(renderer);
        int length = snprintf(line, sizeof line,
                              "{\"status\":\"%s\",\"workers\":%u,\"browsers\":%u,\"busy\":%u,"
                              "\"pages\":%lu,\"failed\":%lu}\n",
                              now.is_ready ? "ok" : "no-browser", now.workers, now.running,
                              now.busy, now.pages, now.failed);

        ssize_t sent = send(client, line, (size_t)length, MSG_NOSIGNAL);

        (void)sent; /* whoever asked may have gone */
        close(client);
        client = accept4(fd, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
    }
}

void svc_renderer_health_close(int fd, const char *path)
{
    char own[PATH_SIZE];

    unlink(path_of(path, own));
    close(fd);
}
