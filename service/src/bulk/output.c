#include "bulk/output.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define SUFFIX ".part-XXXXXX"
/* What new files may be, before the process's mask. */
#define FILE_MODE 0666

static bool is_no_file(const char *path)
{
    struct stat found;

    return stat(path, &found) == 0 && !S_ISREG(found.st_mode);
}

/* mkstemp() lets nobody else read: gives the file the mode that any new one has. */
static void set_mode(int fd)
{
    mode_t mask = umask(0);

    umask(mask);
    int ignored = fchmod(fd, FILE_MODE & ~mask);
    (void)ignored;
}

bool svc_output_open(svc_output *output, const char *path)
{
    *output = (svc_output){.fd = STDOUT_FILENO};
    if (path == NULL || strcmp(path, "-") == 0) {
        return true;
    }
    if (is_no_file(path)) {
        output->fd = open(path, O_WRONLY | O_CLOEXEC);
        return output->fd >= 0;
    }
    size_t size = strlen(path) + sizeof SUFFIX;
    output->path = path;
    output->part = malloc(size);
    if (output->part == NULL) {
        return false;
    }
    snprintf(output->part, size, "%s" SUFFIX, path);
    output->fd = mkostemp(output->part, O_CLOEXEC);
    if (output->fd < 0) {
        free(output->part);
        return false;
    }
    set_mode(output->fd);
    return true;
}

int svc_output_write(const svc_output *output, struct iovec *parts, size_t count)
{
    while (count > 0) {
        ssize_t sent = writev(output->fd, parts, (int)count);
        if (sent < 0 && errno == EINTR) {
            continue;
        }
        if (sent < 0) {
            return errno;
        }
        while (count > 0 && (size_t)sent >= parts->iov_len) {
            sent -= (ssize_t)parts->iov_len;
            parts++;
            count--;
        }
        if (count > 0) {
            parts->iov_base = (char *)parts->iov_base + sent;
            parts->iov_len -= (size_t)sent;
        }
    }
    return 0;
}

/* The bytes are on the disk before the name is: a name that outlives a crash has them all. */
static bool give_name(svc_output *output)
{
    return fsync(output->fd) == 0 && rename(output->part, output->path) == 0;
}

bool svc_output_close(svc_output *output, bool complete)
{
    bool fine = true;
    int error = 0;

    if (output->part != NULL && (!complete || !give_name(output))) {
        error = errno;
        fine = !complete;
        unlink(output->part);
    }
    if (output->fd != STDOUT_FILENO && close(output->fd) != 0 && fine) {
        error = errno;
        fine = false;
    }
    free(output->part);
    output->part = NULL;
    errno = error;
    return fine;
}
