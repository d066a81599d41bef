/* How many CPUs this process can use. */
#ifndef SVC_SYSTEM_CPUS_H
#define SVC_SYSTEM_CPUS_H

/*
 * Returns the CPUs of the affinity mask, or fewer where a CPU quota of the process's control group
 * or of a group above it (cgroup v2 cpu.max, v1 cpu.cfs_quota_us) allows less; a part of a CPU
 * counts as one, so that it is 1 at least. `root` is put before /proc and /sys, "" for the real
 * ones.
 */
int svc_cpus_usable(const char *root);

#endif
