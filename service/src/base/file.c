#include "base/file.h"

#include "base/buffer.h"

#include <errno.h>
#include <string.h>

#define BLOCK_BYTES ((size_t)64 * 1024)

static char *read_stream(FILE *file, size_t max, size_t *length)
{
    svc_buffer buffer = {.bytes = NULL};
    size_t got = 1;

    while (got > 0 && buffer.length <= max) {
        if (!svc_buffer_reserve(&buffer, BLOCK_BYTES)) {
            svc_buffer_clear(&buffer);
            return NULL;
        }
        got = fread(buffer.bytes + buffer.length, 1, buffer.capacity - buffer.length - 1, file);
        buffer.length += got;
    }
    if (buffer.length > max || ferror(file)) {
        errno = buffer.length > max ? EFBIG : errno;
        svc_buffer_clear(&buffer);
        return NULL;
    }
    buffer.bytes[buffer.length] = '\0';
    *length = buffer.length;
    return buffer.bytes;
}

char *svc_file_read(const char *path, size_t max, size_t *length)
{
    if (strcmp(path, "-") == 0) {
        return read_stream(stdin, max, length);
    }
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        return NULL;
    }
    char *bytes = read_stream(file, max, length);
    int reason = errno;
    fclose(file);
    errno = reason;
    return bytes;
}
