#include "system/process.h"

#include "base/clock.h"
#include "system/small_file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#define UNKNOWN (-1.0)
/* Both files are one line of numbers and a name of 16 bytes. */
#define LINE_BYTES 1024
/* Fields of /proc/self/stat between its ")" and starttime, the 22nd (proc(5)). */
#define FIELDS_BEFORE_START 20

/* Reads a small file of /proc. Returns false where it cannot be read. */
static bool read_line(const char *path, char line[LINE_BYTES])
{
    return svc_read_small(path, line, LINE_BYTES) > 0;
}

static double seconds(struct timeval time)
{
    return (double)time.tv_sec + (double)time.tv_usec / 1e6;
}

static void read_cpu(svc_process *process)
{
    struct rusage usage;

    if (getrusage(RUSAGE_SELF, &usage) == 0) {
        process->cpu_seconds = seconds(usage.ru_utime) + seconds(usage.ru_stime);
    }
}

/* /proc/self/statm: all pages, resident pages, ... (proc(5)). */
static void read_memory(svc_process *process)
{
    char line[LINE_BYTES];
    char *end;
    double page_bytes = (double)sysconf(_SC_PAGESIZE);

    if (!read_line("/proc/self/statm", line)) {
        return;
    }
    process->virtual_bytes = (double)strtoull(line, &end, 10) * page_bytes;
    process->resident_bytes = (double)strtoull(end, NULL, 10) * page_bytes;
}

static void read_descriptors(svc_process *process)
{
    struct rlimit limit;
    DIR *folder = opendir("/proc/self/fd");
    size_t count = 0;

    if (getrlimit(RLIMIT_NOFILE, &limit) == 0) {
        process->max_fds = (double)limit.rlim_cur;
    }
    if (folder == NULL) {
        return;
    }
    for (struct dirent *entry = readdir(folder); entry != NULL; entry = readdir(folder)) {
        count += entry->d_name[0] != '.';
    }
    closedir(folder);
    process->open_fds = (double)(count - (count > 0)); /* the folder itself is open as well */
}

/* The start, in ticks since the machine's, against the time since then. */
double svc_process_start_s(void)
{
    char line[LINE_BYTES];
    struct timespec uptime;

    if (!read_line("/proc/self/stat", line) || clock_gettime(CLOCK_BOOTTIME, &uptime) != 0) {
        return UNKNOWN;
    }
    const char *field = strrchr(line, ')');
    for (int i = 0; field != NULL && i < FIELDS_BEFORE_START; i++) {
        field = strchr(field + 1, ' ');
    }
    if (field == NULL) {
        return UNKNOWN;
    }
    double started_s = (double)strtoull(field + 1, NULL, 10) / (double)sysconf(_SC_CLK_TCK);
    double up_s = (double)uptime.tv_sec + (double)uptime.tv_nsec / 1e9;
    return (double)svc_wall_ms() / 1e3 - (up_s - started_s);
}

void svc_process_read(svc_process *process)
{
    *process = (svc_process){UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN};
    read_cpu(process);
    read_memory(process);
    read_descriptors(process);
}

bool svc_process_hold_standard(void)
{
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++) {
        /* The lowest that is free: this one. */
        if (fcntl(fd, F_GETFD) < 0 && errno == EBADF && open("/dev/null", O_RDWR) != fd) {
            return false;
        }
    }
    return true;
}
