#include "system/cpus.h"

#include <limits.h>
#include <sched.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PATH_SIZE 1024
#define LINE_SIZE 1024

/* Where the groups of a controller are mounted, below the root. */
static const char *const v1_mounts[] = {"/sys/fs/cgroup/cpu", "/sys/fs/cgroup/cpu,cpuacct"};
static const char v2_mount[] = "/sys/fs/cgroup";

/* Reads the first line of a file, without its end. Returns false where there is none. */
static bool read_line(const char *path, char line[LINE_SIZE])
{
    FILE *file = fopen(path, "re");

    if (file == NULL) {
        return false;
    }
    bool read = fgets(line, LINE_SIZE, file) != NULL;
    fclose(file);
    if (read) {
        line[strcspn(line, "\n")] = '\0';
    }
    return read;
}

/* CPUs that a quota (microseconds of a period) is worth, rounded up; INT_MAX without one. */
static int quota_cpus(long long quota, long long period)
{
    if (quota <= 0 || period <= 0) {
        return INT_MAX;
    }
    long long cpus = (quota + period - 1) / period;
    return cpus < INT_MAX ? (int)cpus : INT_MAX;
}

/* "200000 100000", or "max 100000" (cgroup v2). */
static int read_v2(const char *group)
{
    char path[PATH_SIZE + 16];
    char line[LINE_SIZE];
    char *end = NULL;

    snprintf(path, sizeof path, "%s/cpu.max", group);
    if (!read_line(path, line)) {
        return INT_MAX;
    }
    long long quota = strtoll(line, &end, 10);
    return end == line ? INT_MAX : quota_cpus(quota, strtoll(end, NULL, 10));
}

/* Two files, a quota of -1 is none (cgroup v1). */
static int read_v1(const char *group)
{
    char path[PATH_SIZE + 32];
    char quota[LINE_SIZE];
    char period[LINE_SIZE];

    snprintf(path, sizeof path, "%s/cpu.cfs_quota_us", group);
    if (!read_line(path, quota)) {
        return INT_MAX;
    }
    snprintf(path, sizeof path, "%s/cpu.cfs_period_us", group);
    if (!read_line(path, period)) {
        return INT_MAX;
    }
    return quota_cpus(strtoll(quota, NULL, 10), strtoll(period, NULL, 10));
}

/*
 * The smallest quota of a group and those above it. In a container the group's path is that of the
 * host, and its own group is what is mounted: then only the top is there to be read.
 */
static int smallest(const char *root, const char *mount, const char *group,
                    int (*read_group)(const char *group))
{
    char path[PATH_SIZE];
    int least = INT_MAX;
    int length = snprintf(path, sizeof path, "%s%s%s", root, mount, group);
    size_t top = strlen(root) + strlen(mount);

    if (length < 0 || (size_t)length >= sizeof path) {
        return INT_MAX;
    }
    for (;;) {
        int cpus = read_group(path);
        least = cpus < least ? cpus : least;
        char *slash = strrchr(path + top, '/');
        if (slash == NULL) {
            return least;
        }
        *slash = '\0';
    }
}

/* Whether a list of controllers ("cpu,cpuacct") holds cpu. */
static bool lists_cpu(const char *controllers, size_t length)
{
    while (length > 0) {
        const char *comma = memchr(controllers, ',', length);
        size_t name = comma != NULL ? (size_t)(comma - controllers) : length;
        if (name == 3 && memcmp(controllers, "cpu", 3) == 0) {
            return true;
        }
        controllers += comma != NULL ? name + 1 : name;
        length -= comma != NULL ? name + 1 : name;
    }
    return false;
}

/* One line of /proc/self/cgroup: "0::/path" (v2) or "4:cpu,cpuacct:/path" (v1). */
static int judge_line(const char *root, char *line)
{
    char *controllers = strchr(line, ':');
    char *group = controllers != NULL ? strchr(controllers + 1, ':') : NULL;
    int least = INT_MAX;

    if (group == NULL) {
        return INT_MAX;
    }
    controllers++;
    size_t length = (size_t)(group - controllers);
    group++;
    group[strcspn(group, "\n")] = '\0';
    if (length == 0) {
        return smallest(root, v2_mount, group, read_v2);
    }
    for (size_t i = 0; lists_cpu(controllers, length) && i < 2; i++) {
        int cpus = smallest(root, v1_mounts[i], group, read_v1);
        least = cpus < least ? cpus : least;
    }
    return least;
}

static int quota_of_groups(const char *root)
{
    char path[PATH_SIZE];
    char line[LINE_SIZE];
    int least = INT_MAX;

    snprintf(path, sizeof path, "%s/proc/self/cgroup", root);
    FILE *groups = fopen(path, "re");
    if (groups == NULL) {
        return INT_MAX;
    }
    while (fgets(line, sizeof line, groups) != NULL) {
        int cpus = judge_line(root, line);
        least = cpus < least ? cpus : least;
    }
    fclose(groups);
    return least;
}

static int affinity_cpus(void)
{
    cpu_set_t set;

    if (sched_getaffinity(0, sizeof set, &set) != 0 || CPU_COUNT(&set) < 1) {
        return 1;
    }
    return CPU_COUNT(&set);
}

int svc_cpus_usable(const char *root)
{
    int cpus = affinity_cpus();
    int quota = quota_of_groups(root);

    return quota < cpus ? quota : cpus;
}
