#include "system/inherit.h"

#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* SD_LISTEN_FDS_START of sd_listen_fds(3). */
#define FIRST_DESCRIPTOR 3

static bool is_listening_tcp(int fd)
{
    struct sockaddr_storage address = {.ss_family = AF_UNSPEC};
    socklen_t length = sizeof address;
    int listening = 0;
    socklen_t size = sizeof listening;

    if (getsockname(fd, (struct sockaddr *)&address, &length) != 0 ||
        (address.ss_family != AF_INET && address.ss_family != AF_INET6)) {
        return false;
    }
    return getsockopt(fd, SOL_SOCKET, SO_ACCEPTCONN, &listening, &size) == 0 && listening != 0;
}

/* The flags of the open socket are shared with the process that also has it, which wants them too.
 */
static bool prepare(int fd)
{
    int flags = fcntl(fd, F_GETFL);

    return flags >= 0 && fcntl(fd, F_SETFL, flags | O_NONBLOCK) == 0 &&
           fcntl(fd, F_SETFD, FD_CLOEXEC) == 0;
}

int svc_inherit_socket(const char **problem)
{
    const char *count = getenv("LISTEN_FDS");
    const char *owner = getenv("LISTEN_PID");

    if (count == NULL || owner == NULL || strtol(owner, NULL, 10) != (long)getpid()) {
        return SVC_INHERIT_NONE;
    }
    if (strcmp(count, "1") != 0) {
        *problem = "LISTEN_FDS must be 1: there is one listening socket";
        return SVC_INHERIT_BAD;
    }
    if (!is_listening_tcp(FIRST_DESCRIPTOR) || !prepare(FIRST_DESCRIPTOR)) {
        *problem = "descriptor 3 (LISTEN_FDS) is not a listening TCP socket";
        return SVC_INHERIT_BAD;
    }
    return FIRST_DESCRIPTOR;
}
