/* Bytes of a file descriptor, as they come; reading them can be told to stop. */
#ifndef SVC_BASE_INPUT_H
#define SVC_BASE_INPUT_H

#include <stddef.h>

/* Where bytes come from. */
typedef struct {
    int fd;
    int stop_fd; /* readable: reading is to stop */
    int out_fd;  /* where results go: nobody reads that pipe any more: reading is to stop */
} svc_input;

/* How a step ended: something came, nothing is left, told to stop, or errno tells. */
typedef enum { SVC_INPUT_FOUND, SVC_INPUT_END, SVC_INPUT_STOPPED, SVC_INPUT_FAILED } svc_input_step;

/* Waits for bytes and reads `size` of them at most; *got: how many. */
svc_input_step svc_input_read(const svc_input *input, char *to, size_t size, size_t *got);

#endif
