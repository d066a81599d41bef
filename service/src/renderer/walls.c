#include "renderer/walls.h"

#include <fcntl.h>
#include <grp.h>
#include <net/if.h>
#include <pwd.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static bool refuse(char *error, const char *why)
{
    snprintf(error, SVC_WALLS_ERROR_SIZE, "%s", why);
    return false;
}

/* Whether there is no interface but the loopback of an empty namespace: number 1, and alone. */
static bool has_no_network(void)
{
    struct if_nameindex *list = if_nameindex();
    bool none = list != NULL;

    for (size_t i = 0; list != NULL && list[i].if_index != 0; i++) {
        none &= strcmp(list[i].if_name, "lo") == 0;
    }
    if (list != NULL) {
        if_freenameindex(list);
    }
    return none;
}

static bool write_file(const char *path, const char *text)
{
    int fd = open(path, O_WRONLY | O_CLOEXEC);

    if (fd < 0) {
        return false;
    }
    bool written = write(fd, text, strlen(text)) == (ssize_t)strlen(text);

    close(fd);
    return written;
}

/* A user namespace in which it is still itself; that of the network belongs to it. */
static bool leave_as_user(uid_t uid, gid_t gid)
{
    char map[64];

    if (unshare(CLONE_NEWUSER | CLONE_NEWNET) != 0) {
        return false;
    }
    snprintf(map, sizeof map, "%lu %lu 1", (unsigned long)uid, (unsigned long)uid);
    bool mapped = write_file("/proc/self/uid_map", map);

    snprintf(map, sizeof map, "%lu %lu 1", (unsigned long)gid, (unsigned long)gid);
    return mapped && write_file("/proc/self/setgroups", "deny") &&
           write_file("/proc/self/gid_map", map);
}

static bool leave_network(void)
{
    return has_no_network() || unshare(CLONE_NEWNET) == 0 || leave_as_user(getuid(), getgid());
}

static bool become(const char *user)
{
    const struct passwd *found = getpwnam(user);

    return found != NULL && found->pw_uid != 0 && setgroups(0, NULL) == 0 &&
           setgid(found->pw_gid) == 0 && setuid(found->pw_uid) == 0;
}

bool svc_walls_raise(const char *user, char error[SVC_WALLS_ERROR_SIZE])
{
    if (!leave_network()) {
        return refuse(error,
                      "the browser would have a network: allow user namespaces, or start the "
                      "renderer without a network (a container's --network none, "
                      "PrivateNetwork=yes)");
    }
    if (geteuid() == 0 && !become(user)) {
        return refuse(error, "a browser is not started as root, and DANAD_RENDER_USER cannot be "
                             "become");
    }
    return true;
}
