#include "base/file.h"

#include "base/buffer.h"
#include "base/clock.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

#define BLOCK_BYTES ((size_t)64 * 1024)

/* Reads what is there, once there is something. Returns as read() does. */
static ssize_t read_some(int fd, double end_ms, char *out, size_t size)
{
    struct pollfd ready = {.fd = fd, .events = POLLIN};
    double left_ms = end_ms - svc_now_ms();

    if (left_ms <= 0.0 || poll(&ready, 1, isinf(end_ms) ? -1 : (int)left_ms + 1) == 0) {
        errno = ETIMEDOUT;
        return -1;
    }
    return read(fd, out, size);
}

/* Reads to the end, or one byte more than `max`. Returns false with errno set. */
static bool read_until(int fd, double end_ms, size_t max, svc_buffer *out)
{
    ssize_t got = 1;

    while (got != 0 && out->length <= max) {
        if (!svc_buffer_reserve(out, BLOCK_BYTES)) {
            errno = ENOMEM;
            return false;
        }
        got = read_some(fd, end_ms, out->bytes + out->length, BLOCK_BYTES);
        if (got < 0 && errno != EAGAIN && errno != EINTR) {
            return false;
        }
        out->length += got > 0 ? (size_t)got : 0;
    }
    errno = EFBIG;
    return out->length <= max;
}

static char *read_file(const char *path, size_t max, double end_ms, size_t *length)
{
    bool is_input = strcmp(path, "-") == 0;
    int fd = is_input ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    svc_buffer bytes = {.bytes = NULL};

    if (fd < 0) {
        return NULL;
    }
    bool fine = read_until(fd, end_ms, max, &bytes);
    int reason = errno;
    if (!is_input) {
        close(fd);
    }
    if (!fine) {
        svc_buffer_clear(&bytes);
        errno = reason;
        return NULL;
    }
    bytes.bytes[bytes.length] = '\0';
    *length = bytes.length;
    return bytes.bytes;
}

char *svc_file_read(const char *path, size_t max, size_t *length)
{
    return read_file(path, max, INFINITY, length);
}

char *svc_file_read_soon(const char *path, size_t max, int wait_ms, size_t *length)
{
    return read_file(path, max, svc_now_ms() + wait_ms, length);
}
