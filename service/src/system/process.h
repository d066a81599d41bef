/* What the kernel knows of this process. */
#ifndef SVC_SYSTEM_PROCESS_H
#define SVC_SYSTEM_PROCESS_H

#include <stdbool.h>

/* In base units; negative where the kernel does not say. */
typedef struct {
    double cpu_seconds;
    double resident_bytes;
    double virtual_bytes;
    double open_fds;
    double max_fds;
} svc_process;

/* Reads all of it; from /proc/self where there is no system call. */
void svc_process_read(svc_process *process);

/*
 * Returns when the process started, in seconds since 1970 UTC; negative where the kernel does not
 * say. To be asked once: the answer moves with the clock.
 */
double svc_process_start_s(void);

/*
 * Puts /dev/null where standard input, output or error is closed, so that no socket gets its number
 * and with it what is written there. To be called first. Returns false where that failed.
 */
bool svc_process_hold_standard(void);

#endif
