/*
 * Compresses a file as clients take it, while danad is built: the same input and libraries give the
 * same bytes.
 *   pack INPUT GZIP-OUTPUT ZSTD-OUTPUT
 */
#include <stdio.h>
#include <stdlib.h>
#include <zlib.h>
#include <zstd.h>

/* The time is that of the build, once. */
#define GZIP_LEVEL 9
#define ZSTD_LEVEL 19
/* A window of 32 KiB in a gzip frame, without a name and a time. */
#define GZIP_WINDOW_BITS (15 + 16)
#define GZIP_MEMORY      9

typedef struct {
    unsigned char *bytes;
    size_t length;
} bytes;

static void stop(const char *what, const char *path)
{
    fprintf(stderr, "pack: %s %s\n", what, path);
    exit(1);
}

static bytes allocate(size_t length)
{
    bytes out = {malloc(length), length};

    if (out.bytes == NULL) {
        stop("no memory for", "a document");
    }
    return out;
}

static bytes read_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    bytes out = {NULL, 0};

    if (file == NULL || fseek(file, 0, SEEK_END) != 0) {
        stop("cannot read", path);
    }
    out = allocate((size_t)ftell(file));
    rewind(file);
    if (fread(out.bytes, 1, out.length, file) != out.length) {
        stop("cannot read", path);
    }
    fclose(file);
    return out;
}

static void write_file(const char *path, bytes in)
{
    FILE *file = fopen(path, "wb");

    if (file == NULL || fwrite(in.bytes, 1, in.length, file) != in.length || fclose(file) != 0) {
        stop("cannot write", path);
    }
    free(in.bytes);
}

static bytes gzip(bytes in)
{
    z_stream stream = {.next_in = in.bytes, .avail_in = (uInt)in.length};

    if (deflateInit2(&stream, GZIP_LEVEL, Z_DEFLATED, GZIP_WINDOW_BITS, GZIP_MEMORY,
                     Z_DEFAULT_STRATEGY) != Z_OK) {
        stop("cannot compress", "with zlib");
    }
    bytes out = allocate(deflateBound(&stream, (uLong)in.length));
    stream.next_out = out.bytes;
    stream.avail_out = (uInt)out.length;
    if (deflate(&stream, Z_FINISH) != Z_STREAM_END) {
        stop("cannot compress", "with zlib");
    }
    out.length = stream.total_out;
    deflateEnd(&stream);
    return out;
}

static bytes zstd(bytes in)
{
    bytes out = allocate(ZSTD_compressBound(in.length));

    out.length = ZSTD_compress(out.bytes, out.length, in.bytes, in.length, ZSTD_LEVEL);
    if (ZSTD_isError(out.length)) {
        stop("cannot compress", "with zstd");
    }
    return out;
}

int main(int argc, char **argv)
{
    if (argc != 4) {
        stop("usage:", "pack INPUT GZIP-OUTPUT ZSTD-OUTPUT");
    }
    bytes in = read_file(argv[1]);

    write_file(argv[2], gzip(in));
    write_file(argv[3], zstd(in));
    free(in.bytes);
    return 0;
}
