/*
 * A target without libFuzzer: every file of its corpus, then for some seconds mixtures of them.
 * TARGET FOLDER [SECONDS [SEED]]
 */
#include "random.h"
#include "targets/target.h"

#include <dirent.h>
#include <string.h>
#include <time.h>

#define FILES_MAX 65536
#define BYTES_MAX ((size_t)64 * 1024)

typedef struct {
    uint8_t *data;
    size_t size;
} input;

static input files[FILES_MAX];
static size_t file_count;

/* In memory of exact size, so that a read beyond the end is detected. */
static void try_input(const uint8_t *data, size_t size)
{
    uint8_t *copy = malloc(size > 0 ? size : 1);

    memcpy(copy, data, size);
    LLVMFuzzerTestOneInput(copy, size);
    free(copy);
}

static void read_file(const char *folder, const char *name)
{
    char path[1024];

    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "rb");

    if (file == NULL || file_count == FILES_MAX) {
        exit(2);
    }
    input *in = &files[file_count++];
    in->data = malloc(BYTES_MAX);
    in->size = fread(in->data, 1, BYTES_MAX, file);
    in->data = realloc(in->data, in->size > 0 ? in->size : 1);
    fclose(file);
}

static void read_folder(const char *folder)
{
    DIR *dir = opendir(folder);

    if (dir == NULL) {
        fprintf(stderr, "%s: no such folder\n", folder);
        exit(2);
    }
    for (struct dirent *entry = readdir(dir); entry != NULL; entry = readdir(dir)) {
        if (entry->d_name[0] != '.') {
            read_file(folder, entry->d_name);
        }
    }
    closedir(dir);
}

/* The begin of one file and a part of another, with some bytes changed. */
static size_t mix(uint8_t *out)
{
    const input *a = &files[random_below(file_count)];
    const input *b = &files[random_below(file_count)];
    size_t head = random_below(a->size + 1);
    size_t from = random_below(b->size + 1);
    size_t tail = random_below(b->size - from + 1);

    tail = tail < BYTES_MAX - head ? tail : BYTES_MAX - head;
    memcpy(out, a->data, head);
    memcpy(out + head, b->data + from, tail);
    for (size_t n = random_below(8); n > 0 && head + tail > 0; n--) {
        out[random_below(head + tail)] = (uint8_t)random_below(256);
    }
    return head + tail;
}

int main(int argc, char **argv)
{
    double seconds = argc > 2 ? strtod(argv[2], NULL) : 1.0;
    uint64_t state = argc > 3 ? strtoull(argv[3], NULL, 10) | 1 : 1;
    unsigned long tried = 0;
    uint8_t *mixed = malloc(BYTES_MAX);

    read_folder(argv[1]);
    for (size_t i = 0; i < file_count; i++, tried++) {
        try_input(files[i].data, files[i].size);
    }
    for (clock_t end = clock() + (clock_t)(seconds * CLOCKS_PER_SEC); clock() < end; tried++) {
        random_state = state; /* targets have their own, by their input */
        size_t size = mix(mixed);
        state = random_state;
        try_input(mixed, size);
    }
    for (size_t i = 0; i < file_count; i++) {
        free(files[i].data);
    }
    free(mixed);
    printf("inputs: %lu\ntests: 1 passed, 0 failed\n", tried);
    return file_count > 0 ? 0 : 1;
}
