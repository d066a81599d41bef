/*
 * Costs and savings of compressing a response, by coding and level. The levels of
 * service/src/documents/coding.c are based on it. Usage: bench_coding FILE... : for each level the
 * bytes of all files and the milliseconds of CPU of the fastest of five runs.
 */
#include "common.h"

#include <libdeflate.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>
#include <zstd.h>

#define RUNS     5
#define FILE_MAX (64U * 1024 * 1024)

/* One file. */
typedef struct {
    char *data;
    size_t length;
} text;

typedef size_t encoder(int level, const text *in, char *out, size_t size);

static size_t gzip(int level, const text *in, char *out, size_t size)
{
    z_stream stream = {.next_in = (z_const Bytef *)in->data, .avail_in = (uInt)in->length};

    if (deflateInit2(&stream, level, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) != Z_OK) {
        exit(1);
    }
    stream.next_out = (Bytef *)out;
    stream.avail_out = (uInt)size;
    deflate(&stream, Z_FINISH);
    deflateEnd(&stream);
    return stream.total_out;
}

static size_t deflate_whole(int level, const text *in, char *out, size_t size)
{
    struct libdeflate_compressor *compressor = libdeflate_alloc_compressor(level);

    if (compressor == NULL) {
        exit(1);
    }
    size_t length = libdeflate_gzip_compress(compressor, in->data, in->length, out, size);
    libdeflate_free_compressor(compressor);
    return length;
}

static size_t zstd(int level, const text *in, char *out, size_t size)
{
    return ZSTD_compress(out, size, in->data, in->length, level);
}

static void measure(const char *name, encoder *encode, int level, const text *files, int count,
                    char *out)
{
    double best_ms = 1e9;
    size_t before = 0;
    size_t after = 0;

    for (int run = 0; run < RUNS; run++) {
        double start_ms = cpu_s() * 1e3;
        before = 0;
        after = 0;
        for (int i = 0; i < count; i++) {
            before += files[i].length;
            after += encode(level, &files[i], out, 2 * FILE_MAX);
        }
        double took_ms = cpu_s() * 1e3 - start_ms;
        best_ms = took_ms < best_ms ? took_ms : best_ms;
    }
    printf("%-10s %2d  %10zu -> %9zu bytes (%4.1f %%)  %8.2f ms  %7.1f MB/s\n", name, level, before,
           after, 100.0 * (double)after / (double)before, best_ms, (double)before / best_ms / 1e3);
}

static text read_file(const char *path)
{
    text in = {malloc(FILE_MAX), 0};
    FILE *file = fopen(path, "rb");

    if (in.data == NULL || file == NULL) {
        fprintf(stderr, "cannot read %s\n", path);
        exit(1);
    }
    in.length = fread(in.data, 1, FILE_MAX, file);
    fclose(file);
    in.data = realloc(in.data, in.length + 1);
    return in;
}

int main(int argc, char **argv)
{
    static const int zstd_levels[] = {-5, -1, 1, 2, 3, 5, 7, 9, 12, 15, 19};
    text *files = calloc((size_t)argc, sizeof *files);
    char *out = malloc(2 * (size_t)FILE_MAX);

    if (argc < 2 || files == NULL || out == NULL) {
        fputs("usage: bench_coding FILE...\n", stderr);
        return 2;
    }
    for (int i = 1; i < argc; i++) {
        files[i - 1] = read_file(argv[i]);
    }
    for (int level = 1; level <= 9; level++) {
        measure("zlib", gzip, level, files, argc - 1, out);
    }
    for (int level = 1; level <= 9; level++) {
        measure("libdeflate", deflate_whole, level, files, argc - 1, out);
    }
    for (size_t i = 0; i < sizeof zstd_levels / sizeof zstd_levels[0]; i++) {
        measure("zstd", zstd, zstd_levels[i], files, argc - 1, out);
    }
    for (int i = 0; i < argc - 1; i++) {
        free(files[i].data);
    }
    free(files);
    free(out);
    return 0;
}
