#include "renderer/browser/group.h"

#include "system/small_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define PATH_SIZE 4096
#define TEXT_SIZE 4096
/* Processes and threads of a browser; one with a page has about a hundred. */
#define TASKS_MAX 1024
/* Microseconds in which cpu.max counts. */
#define PERIOD_US 100000UL
/* The group of this process itself: one that has groups below it holds no processes. */
#define OWN_NAME "renderer"

static const char mount_point[] = "/sys/fs/cgroup";
static const char member_path[] = "/proc/self/cgroup";

static bool refuse(char *error, const char *what, const char *name)
{
    snprintf(error, SVC_GROUP_ERROR_SIZE, "%s %.80s: %s", what, name, strerror(errno));
    return false;
}

static bool read_text(const char *path, char text[TEXT_SIZE])
{
    return svc_read_small(path, text, TEXT_SIZE) >= 0;
}

static bool write_text(const char *folder, const char *name, const char *text)
{
    char path[PATH_SIZE + 64];

    snprintf(path, sizeof path, "%s/%s", folder, name);
    int fd = open(path, O_WRONLY | O_CLOEXEC);

    if (fd < 0) {
        return false;
    }
    ssize_t length = (ssize_t)strlen(text);
    bool written = write(fd, text, (size_t)length) == length;
    int reason = errno;

    close(fd);
    errno = reason;
    return written;
}

static int open_in(const char *folder, const char *name, int flags)
{
    char path[PATH_SIZE + 64];

    snprintf(path, sizeof path, "%s/%s", folder, name);
    return open(path, flags | O_CLOEXEC);
}

/* Whether a name is among those that spaces separate. */
static bool lists(const char *names, const char *name)
{
    size_t length = strlen(name);

    for (const char *at = strstr(names, name); at != NULL; at = strstr(at + 1, name)) {
        if ((at == names || at[-1] == ' ') && strchr(" \n", at[length]) != NULL) {
            return true;
        }
    }
    return false;
}

/* The folder of this process' group: the line "0::/path" is that of cgroup v2. */
static bool find_own(const char *root, char folder[PATH_SIZE], char *error)
{
    char path[PATH_SIZE];
    char text[TEXT_SIZE];
    const char *line = NULL;

    snprintf(path, sizeof path, "%s%s", root, member_path);
    if (read_text(path, text)) {
        line = strncmp(text, "0::", 3) == 0 ? text : strstr(text, "\n0::");
    }
    if (line == NULL) {
        snprintf(error, SVC_GROUP_ERROR_SIZE, "there is no cgroup v2");
        return false;
    }
    line = strchr(line, '/');
    int length = line == NULL ? -1
                              : snprintf(folder, PATH_SIZE, "%s%s%.*s", root, mount_point,
                                         (int)strcspn(line, "\n"), line);

    if (length < 0 || length >= PATH_SIZE) {
        snprintf(error, SVC_GROUP_ERROR_SIZE, "the path of the process' group is too long");
        return false;
    }
    if (folder[length - 1] == '/') {
        folder[length - 1] = '\0';
    }
    return true;
}

/* Moves this process into a group of its own, so that its old one may hand controllers down. */
static bool step_aside(const char *own, char *error)
{
    char folder[PATH_SIZE + 16];

    snprintf(folder, sizeof folder, "%s/" OWN_NAME, own);
    if (mkdir(folder, 0755) != 0 && errno != EEXIST) {
        return refuse(error, "cannot make the group", OWN_NAME);
    }
    return write_text(folder, "cgroup.procs", "0") ||
           refuse(error, "cannot go into the group", OWN_NAME);
}

/* Memory must be had, CPU and tasks where they are. */
static bool hand_down(const char *own, char *error)
{
    static const char *const wanted[] = {"memory", "cpu", "pids"};
    char path[PATH_SIZE + 32];
    char known[TEXT_SIZE] = "";

    snprintf(path, sizeof path, "%s/cgroup.controllers", own);
    if (!read_text(path, known) || !lists(known, wanted[0])) {
        snprintf(error, SVC_GROUP_ERROR_SIZE, "the process' group has no memory controller");
        return false;
    }
    if (!step_aside(own, error)) {
        return false;
    }
    for (size_t i = 0; i < sizeof wanted / sizeof wanted[0]; i++) {
        char text[16];

        snprintf(text, sizeof text, "+%s", wanted[i]);
        if (lists(known, wanted[i]) && !write_text(own, "cgroup.subtree_control", text) && i == 0) {
            return refuse(error, "cannot hand down", wanted[i]);
        }
    }
    return true;
}

/* What has no file here is not limited, but for the memory. */
static bool limit(const char *folder, const svc_group_limits *limits)
{
    char text[64];

    snprintf(text, sizeof text, "%lu %lu", limits->cpu_percent * (PERIOD_US / 100), PERIOD_US);
    write_text(folder, "cpu.max", text);
    snprintf(text, sizeof text, "%d", TASKS_MAX);
    write_text(folder, "pids.max", text);
    write_text(folder, "memory.swap.max", "0");
    write_text(folder, "memory.oom.group", "1");
    snprintf(text, sizeof text, "%zu", limits->memory_max);
    return write_text(folder, "memory.max", text);
}

static void forget(svc_group *group)
{
    if (group->is_there) {
        close(group->tasks);
        close(group->killer);
        close(group->events);
    }
    *group = (svc_group){.is_there = false};
}

static bool make(const char *own, size_t number, svc_group *group, const svc_group_limits *limits,
                 char *error)
{
    char name[32];
    char folder[PATH_SIZE + 32];

    snprintf(name, sizeof name, "browser-%zu", number);
    snprintf(folder, sizeof folder, "%s/%s", own, name);
    if ((mkdir(folder, 0755) != 0 && errno != EEXIST) || !limit(folder, limits)) {
        return refuse(error, "cannot make the group", name);
    }
    *group = (svc_group){.is_there = true,
                         .tasks = open_in(folder, "cgroup.procs", O_WRONLY),
                         .killer = open_in(folder, "cgroup.kill", O_WRONLY),
                         .events = open_in(folder, "memory.events", O_RDONLY)};
    return (group->tasks >= 0 && group->events >= 0) ||
           refuse(error, "cannot open the files of", name);
}

bool svc_group_make_all(const char *root, svc_group *groups, size_t count,
                        const svc_group_limits *limits, char error[SVC_GROUP_ERROR_SIZE])
{
    char own[PATH_SIZE];
    size_t made = 0;
    bool fine = find_own(root, own, error) && hand_down(own, error);

    while (fine && made < count) {
        fine = make(own, made, &groups[made], limits, error);
        made++;
    }
    for (size_t i = 0; !fine && i < made; i++) {
        forget(&groups[i]);
    }
    return fine;
}

static bool write_to(int fd, const char *text)
{
    ssize_t length = (ssize_t)strlen(text);

    return write(fd, text, (size_t)length) == length;
}

bool svc_group_enter(const svc_group *group)
{
    return group == NULL || !group->is_there || write_to(group->tasks, "0");
}

void svc_group_kill(const svc_group *group)
{
    /* Linux before 5.14 has no such file: the session's processes are killed one by one anyway. */
    if (group != NULL && group->is_there && group->killer >= 0 && !write_to(group->killer, "1")) {
        return;
    }
}

unsigned long svc_group_memory_kills(const svc_group *group)
{
    static const char name[] = "oom_kill ";
    char text[TEXT_SIZE] = "";

    if (group == NULL || !group->is_there || pread(group->events, text, sizeof text - 1, 0) <= 0) {
        return 0;
    }
    const char *at = strstr(text, name);

    return at != NULL ? strtoul(at + strlen(name), NULL, 10) : 0;
}
