/* The processes of a session: all that a browser has started. */
#ifndef SVC_RENDERER_FAMILY_H
#define SVC_RENDERER_FAMILY_H

#include <stddef.h>
#include <sys/types.h>

/* Kills the processes of a session. */
void svc_family_kill(pid_t session);

/* Returns the memory that they have for themselves (anonymous and shared memory in RAM), in bytes.
 */
size_t svc_family_memory(pid_t session);

#endif
