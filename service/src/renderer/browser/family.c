#include "renderer/browser/family.h"

#include "system/small_file.h"

#include <ctype.h>
#include <dirent.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* /proc/PID/status has some 60 lines. */
#define STATUS_BYTES 4096

/* Reads a small file of a process. Returns false where the process has gone. */
static bool read_file(pid_t pid, const char *name, char text[STATUS_BYTES])
{
    char path[64];

    snprintf(path, sizeof path, "/proc/%ld/%s", (long)pid, name);
    return svc_read_small(path, text, STATUS_BYTES) > 0;
}

/* The session stands in the fourth field after the name, which may hold anything (proc(5)). */
static pid_t session_of(pid_t pid)
{
    char text[STATUS_BYTES];
    long session = 0;

    if (!read_file(pid, "stat", text)) {
        return 0;
    }
    const char *after = strrchr(text, ')');

    return after != NULL && sscanf(after + 1, " %*c %*d %*d %ld", &session) == 1 ? (pid_t)session
                                                                                 : 0;
}

static size_t field_kib(const char *status, const char *name)
{
    const char *at = strstr(status, name);

    return at != NULL ? strtoul(at + strlen(name), NULL, 10) : 0;
}

static size_t memory_of(pid_t pid)
{
    char text[STATUS_BYTES];

    if (!read_file(pid, "status", text)) {
        return 0;
    }
    return (field_kib(text, "RssAnon:") + field_kib(text, "RssShmem:")) * 1024;
}

/* Calls visit for each process of a session but its first one. */
static size_t each(pid_t session, size_t (*visit)(pid_t pid))
{
    DIR *folder = opendir("/proc");
    size_t total = 0;

    if (folder == NULL) {
        return 0;
    }
    for (const struct dirent *entry = readdir(folder); entry != NULL; entry = readdir(folder)) {
        pid_t pid = isdigit((unsigned char)entry->d_name[0])
                        ? (pid_t)strtol(entry->d_name, NULL, 10)
                        : 0;

        if (pid > 0 && pid != session && session_of(pid) == session) {
            total += visit(pid);
        }
    }
    closedir(folder);
    return total;
}

static size_t kill_one(pid_t pid)
{
    kill(pid, SIGKILL);
    return 1;
}

void svc_family_kill(pid_t session)
{
    kill(-session, SIGKILL);
    kill(session, SIGKILL);
    each(session, kill_one);
}

size_t svc_family_memory(pid_t session)
{
    return memory_of(session) + each(session, memory_of);
}
