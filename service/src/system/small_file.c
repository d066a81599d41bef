#include "system/small_file.h"

#include <fcntl.h>
#include <unistd.h>

ssize_t svc_read_small(const char *path, char *text, size_t size)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);

    if (fd < 0) {
        return -1;
    }
    ssize_t length = read(fd, text, size - 1);

    close(fd);
    text[length > 0 ? length : 0] = '\0';
    return length;
}
