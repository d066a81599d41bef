/* A listening socket that another process has opened for us (systemd's protocol, sd_listen_fds). */
#ifndef SVC_SYSTEM_INHERIT_H
#define SVC_SYSTEM_INHERIT_H

/* What svc_inherit_socket returns where there is no socket to inherit, or one that is none. */
#define SVC_INHERIT_NONE (-1)
#define SVC_INHERIT_BAD  (-2)

/*
 * Returns the socket that LISTEN_FDS and LISTEN_PID hand to this process: descriptor 3, set to
 * non-blocking and closed on exec, the caller's from now on. SVC_INHERIT_NONE where they are not
 * set or meant for another process; SVC_INHERIT_BAD, and *problem (static) says why, where there
 * is more than one or it is no listening TCP socket.
 */
int svc_inherit_socket(const char **problem);

#endif
