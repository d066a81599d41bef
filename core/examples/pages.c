#include "pages.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The bytes of an open file, at most one more than a page may have; NULL with the reason. */
static char *read_all(FILE *in, size_t *length, dana_error *err)
{
    long size = fseek(in, 0, SEEK_END) == 0 ? ftell(in) : -1;
    size_t most = size < 0 || size > (long)DANA_SOURCE_MAX ? DANA_SOURCE_MAX + 1 : (size_t)size;
    char *bytes = malloc(most + 1);

    if (bytes == NULL) {
        dana_error_set(err, DANA_NO_MEMORY, 0, "out of memory");
        return NULL;
    }
    rewind(in);
    *length = fread(bytes, 1, most, in);
    return bytes;
}

static char *read_file(const char *path, size_t *length, dana_error *err)
{
    FILE *in = fopen(path, "rb");

    if (in == NULL) {
        dana_error_set(err, DANA_INVALID_PARAM, 0, "%s", strerror(errno));
        return NULL;
    }
    char *bytes = read_all(in, length, err);
    fclose(in);
    return bytes;
}

bool open_page(const char *path, page_file *file, dana_error *err)
{
    const dana_view no_label = {NULL, 0}; /* the charset of an HTTP header would stand here */
    size_t length = 0;

    memset(file, 0, sizeof *file);
    file->bytes = read_file(path, &length, err);
    return file->bytes != NULL &&
           dana_decode(file->bytes, length, no_label, DANA_SOURCE_MAX, NULL, &file->decoded, err) ==
               DANA_OK &&
           dana_page_open(file->decoded.text.data, file->decoded.text.length, 0, NULL, &file->page,
                          err) == DANA_OK;
}

void close_page(page_file *file)
{
    /* The page borrows the decoded text, which may borrow the bytes. */
    dana_page_close(file->page);
    dana_decoded_clear(&file->decoded);
    free(file->bytes);
}

int complain(const char *path, const dana_error *err)
{
    fprintf(stderr, "%s: %s\n", path, err->message);
    return 1;
}

void print_line(dana_view text)
{
    fwrite(text.data, 1, text.length, stdout);
    putchar('\n');
}
