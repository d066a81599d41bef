/*
 * A browser: headless Chromium in a session of processes of its own, without a network, that is
 * driven over its debugging pipe. One page at a time.
 */
#ifndef SVC_RENDERER_BROWSER_H
#define SVC_RENDERER_BROWSER_H

#include "base/log.h"
#include "renderer/browser/group.h"
#include "renderer/browser/pipe.h"

#include <limits.h>
#include <sys/types.h>

/* How browsers are started. */
typedef struct {
    const char *program; /* path */
    bool sandbox;        /* the browser's own; false is --no-sandbox */
    size_t memory_max;   /* bytes of all its processes */
    unsigned pages_max;  /* pages after which it is replaced */
    const svc_log *log;
} svc_browser_settings;

/* A browser; pid 0: it does not run. */
typedef struct {
    const svc_browser_settings *settings;
    const svc_group *group;     /* NULL: none */
    unsigned long memory_kills; /* of its group, when it was started */
    pid_t pid;                  /* and the number of its session */
    svc_pipe pipe;
    unsigned pages;   /* that it has shown */
    char profile[64]; /* its folder; "": none */
} svc_browser;

/* Finds the browser of this machine where no program is named. Returns its path, static; NULL:
 * there is none. */
const char *svc_browser_find(void);

/*
 * Starts a browser that does not run, and waits until it answers. group: that it goes into; NULL:
 * none. Returns false, with a line in the log, where it does not.
 */
bool svc_browser_start(svc_browser *browser, const svc_browser_settings *settings,
                       const svc_group *group);

/* Kills all processes of a browser, if it runs, and removes its folder. */
void svc_browser_stop(svc_browser *browser);

/* Returns the memory that the processes of a browser have for themselves, in bytes. */
size_t svc_browser_memory(const svc_browser *browser);

/* Returns whether the kernel has killed processes of a browser because its group's memory was out.
 */
bool svc_browser_ran_out(const svc_browser *browser);

#endif
