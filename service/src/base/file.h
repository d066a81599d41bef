/* Whole files in memory. */
#ifndef SVC_BASE_FILE_H
#define SVC_BASE_FILE_H

#include <stddef.h>
#include <stdio.h>

/*
 * Reads a file, or standard input where path is "-", up to `max` bytes. Returns the bytes with a
 * NUL after them, owned by the caller (free), and their number in *length; NULL with errno set on
 * failure (EFBIG where the file is longer).
 */
char *svc_file_read(const char *path, size_t max, size_t *length);

/*
 * Reads a file like svc_file_read, but waits no longer than `wait_ms` for what a pipe has not got
 * yet: ETIMEDOUT then.
 */
char *svc_file_read_soon(const char *path, size_t max, int wait_ms, size_t *length);

#endif
