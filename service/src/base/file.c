#include "base/file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define FIRST_CAPACITY 65536

/* Makes room for more. Returns NULL, with the buffer freed, where there is none. */
static char *grow(char *buffer, size_t *capacity)
{
    char *larger = realloc(buffer, *capacity * 2);

    if (larger == NULL) {
        free(buffer);
        return NULL;
    }
    *capacity *= 2;
    return larger;
}

static char *read_stream(FILE *file, size_t max, size_t *length)
{
    size_t capacity = FIRST_CAPACITY;
    char *buffer = malloc(capacity);
    size_t got = 0;

    *length = 0;
    while (buffer != NULL) {
        got = fread(buffer + *length, 1, capacity - *length - 1, file);
        *length += got;
        if (got == 0 || *length > max) {
            break;
        }
        if (*length == capacity - 1) {
            buffer = grow(buffer, &capacity);
        }
    }
    if (buffer == NULL) {
        return NULL;
    }
    if (*length > max || ferror(file)) {
        errno = *length > max ? EFBIG : errno;
        free(buffer);
        return NULL;
    }
    buffer[*length] = '\0';
    return buffer;
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
