/*
 * Control groups (cgroup v2) of browsers: one for each, with all that it starts, so that the kernel
 * holds it to its memory, CPU and number of tasks. They are made where the process may make groups
 * below its own: a unit with Delegate=yes, or root.
 */
#ifndef SVC_RENDERER_GROUP_H
#define SVC_RENDERER_GROUP_H

#include <stdbool.h>
#include <stddef.h>

/* Room for the sentence that says why there are no groups. */
#define SVC_GROUP_ERROR_SIZE 200

/* The group of a browser; descriptors, as its files belong to who made it. Zeroed: none. */
typedef struct {
    bool is_there;
    int tasks;  /* cgroup.procs */
    int killer; /* cgroup.kill */
    int events; /* memory.events */
} svc_group;

/* What a browser may have. */
typedef struct {
    size_t memory_max;    /* bytes; there is no swap beyond them */
    unsigned cpu_percent; /* of one CPU */
} svc_group_limits;

/*
 * Makes `count` groups below that of this process, which goes into one beside them. root: "" (tests
 * have a folder with /proc and /sys of their own). Returns false with the reason where it may not,
 * or the system has no cgroup v2 with memory: then there is none of them. To be called before the
 * process stops being root. The groups stay, empty, at its end.
 */
bool svc_group_make_all(const char *root, svc_group *groups, size_t count,
                        const svc_group_limits *limits, char error[SVC_GROUP_ERROR_SIZE]);

/* Takes the calling process into a group; NULL or none: nothing. Only calls that a child of threads
 * may make. Returns false where it cannot. */
bool svc_group_enter(const svc_group *group);

/* Kills all that is in a group; NULL or none: nothing. */
void svc_group_kill(const svc_group *group);

/* Returns how many processes of a group the kernel has killed for its memory; NULL or none: 0. */
unsigned long svc_group_memory_kills(const svc_group *group);

#endif
