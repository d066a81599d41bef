/* The filter of system calls (seccomp). */
#ifndef SVC_CONFINE_FILTER_H
#define SVC_CONFINE_FILTER_H

#include <stdbool.h>

/* What becomes of a call that is not in the list. */
typedef enum {
    SVC_FILTER_REFUSE, /* it fails with EPERM */
    SVC_FILTER_ASK,    /* it waits for who reads the returned descriptor */
} svc_filter_rule;

/*
 * Filters the calls of this thread and of those that it starts, for good. They must not be able to
 * gain privileges (PR_SET_NO_NEW_PRIVS). With SVC_FILTER_ASK *asked is a descriptor of
 * notifications (seccomp_unotify(2)), the caller's. Returns false where the kernel has no filters.
 */
bool svc_filter_install(svc_filter_rule rule, int *asked);

#endif
