/* Where results go: standard output, or a file that has its name only once it is complete. */
#ifndef SVC_BULK_OUTPUT_H
#define SVC_BULK_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/uio.h>

/* An output. */
typedef struct {
    int fd;
    const char *path; /* borrowed; NULL: fd is not of a file that is to get a name */
    char *part;       /* owned; the name until then */
} svc_output;

/*
 * Opens a file, or standard output (NULL or "-"). A regular file is written beside its name, as
 * PATH.part-XXXXXX, so that whoever finds PATH finds all of it, whatever happens meanwhile and
 * whoever else makes the same file. A pipe or a device is written as it is. Returns false with
 * errno.
 */
bool svc_output_open(svc_output *output, const char *path);

/* Writes parts one after the other, and changes them. Returns errno, 0 where they were written. */
int svc_output_write(const svc_output *output, struct iovec *parts, size_t count);

/*
 * Closes an output. complete: the file gets its name; otherwise what was written goes away. Returns
 * false with errno where it could not be written down.
 */
bool svc_output_close(svc_output *output, bool complete);

#endif
