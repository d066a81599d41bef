/* What the kernel knows of this process. */
#ifndef SVC_SYSTEM_PROCESS_H
#define SVC_SYSTEM_PROCESS_H

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

#endif
