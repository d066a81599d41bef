/*
 * What tells how a renderer is: a second socket beside the first, whose connections get a line of
 * JSON and are closed. The main thread answers them, so browsers that are all busy do not look
 * dead.
 */
#ifndef SVC_RENDERER_HEALTH_H
#define SVC_RENDERER_HEALTH_H

#include "renderer/renderer.h"

/* Comes after the path of the renderer's socket. */
#define SVC_RENDERER_HEALTH_SUFFIX ".health"

/* Opens the socket of the renderer at a path. Returns -1, errno set, where it cannot. */
int svc_renderer_health_open(const char *path);

/* Answers all connections that wait, without waiting for any. */
void svc_renderer_health_answer(int fd, svc_renderer *renderer);

/* Closes the socket and removes it. */
void svc_renderer_health_close(int fd, const char *path);

#endif
