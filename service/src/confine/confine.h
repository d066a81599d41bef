/* The process gives up what it does not need, so that who takes it over has no more. */
#ifndef SVC_CONFINE_CONFINE_H
#define SVC_CONFINE_CONFINE_H

#include "base/log.h"
#include "confine/landlock.h"

#include <stdbool.h>

/* What becomes of system calls that a server does not make; in the order of the words. */
typedef enum { SVC_SECCOMP_OFF, SVC_SECCOMP_ON, SVC_SECCOMP_LOG } svc_seccomp;

typedef struct {
    svc_seccomp seccomp;
    bool landlock;
    svc_landlock_needs needs;
} svc_confine_settings;

/* Returns the word of a value of svc_seccomp; "" for others. */
const char *svc_seccomp_name(long long value);

/*
 * Confines this thread and those that it starts; to be called before there are others. The log
 * outlives the process. What the kernel cannot do is logged, and no reason not to serve.
 */
void svc_confine(const svc_confine_settings *settings, const svc_log *log);

#endif
