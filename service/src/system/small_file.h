/* Small files of the kernel, as text. */
#ifndef SVC_SYSTEM_SMALL_FILE_H
#define SVC_SYSTEM_SMALL_FILE_H

#include <stddef.h>
#include <sys/types.h>

/* Reads a file by one read, up to size - 1 bytes, and ends the text with '\0'. Returns its length;
 * -1 where it cannot be read, the text is not touched then where it cannot be opened. */
ssize_t svc_read_small(const char *path, char *text, size_t size);

#endif
