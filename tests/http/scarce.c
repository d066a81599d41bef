/*
 * Preloaded into a server: allocations fail as a shared file says, the file that SCARCE_FILE named
 * at the start. memory.py writes and reads it.
 */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define EARLY_BYTES 4096

/* What fails. Counts go from 1, of the allocations of at least `least` bytes since they were set to
 * 0. */
typedef enum { NOTHING, THE_NTH, FROM_THE_NTH } rule;

typedef struct {
    _Atomic uint64_t rule;
    _Atomic uint64_t least;
    _Atomic uint64_t nth;
    _Atomic uint64_t count;
    _Atomic uint64_t failed;
} control;

static control none;
static control *shared = &none;

/* dlsym() may allocate before it has told where the allocator is. */
static _Alignas(max_align_t) char early[EARLY_BYTES];
static size_t early_used;

static void *(*next_malloc)(size_t);
static void *(*next_calloc)(size_t, size_t);
static void *(*next_realloc)(void *, size_t);
static void (*next_free)(void *);

static void *symbol(const char *name)
{
    return dlsym(RTLD_NEXT, name);
}

/* A pointer to a function out of one to an object, as POSIX has it. */
#define FIND(function, name)                                                                       \
    do {                                                                                           \
        void *found = symbol(name);                                                                \
        memcpy(&(function), &found, sizeof found);                                                 \
    } while (0)

/* Finds the real allocator at the first call, which comes before all constructors. */
static void find(void)
{
    static int finding;

    if (next_free != NULL || finding) {
        return;
    }
    finding = 1;
    FIND(next_malloc, "malloc");
    FIND(next_calloc, "calloc");
    FIND(next_realloc, "realloc");
    FIND(next_free, "free");
}

__attribute__((constructor)) static void start(void)
{
    const char *path = getenv("SCARCE_FILE");
    int fd = path != NULL ? open(path, O_RDWR | O_CLOEXEC) : -1;

    find();
    if (fd >= 0) {
        void *mapped = mmap(NULL, sizeof(control), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);

        shared = mapped != MAP_FAILED ? mapped : &none;
        close(fd);
    }
}

static int fails(size_t size)
{
    uint64_t what = atomic_load(&shared->rule);

    if (what == NOTHING || size < atomic_load(&shared->least)) {
        return 0;
    }
    uint64_t count = atomic_fetch_add(&shared->count, 1) + 1;
    uint64_t nth = atomic_load(&shared->nth);

    if (count != nth && (what != FROM_THE_NTH || count < nth)) {
        return 0;
    }
    atomic_fetch_add(&shared->failed, 1);
    errno = ENOMEM;
    return 1;
}

static void *take_early(size_t size)
{
    size_t rounded = (size + 15) / 16 * 16;
    void *taken = early + early_used;

    if (rounded > EARLY_BYTES - early_used) {
        abort();
    }
    early_used += rounded;
    return taken;
}

static int is_early(const void *p)
{
    return (uintptr_t)p >= (uintptr_t)early && (uintptr_t)p < (uintptr_t)early + EARLY_BYTES;
}

void *malloc(size_t size)
{
    find();
    if (next_malloc == NULL) {
        return take_early(size);
    }
    return fails(size) ? NULL : next_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    find();
    if (next_calloc == NULL) {
        return take_early(count * size);
    }
    return fails(count * size) ? NULL : next_calloc(count, size);
}

void *realloc(void *old, size_t size)
{
    find();
    if (next_realloc == NULL || is_early(old)) {
        void *copy = malloc(size);

        if (copy != NULL && old != NULL) {
            memcpy(copy, old, size < EARLY_BYTES ? size : EARLY_BYTES);
        }
        return copy;
    }
    return fails(size) ? NULL : next_realloc(old, size);
}

void free(void *p)
{
    if (!is_early(p) && next_free != NULL) {
        next_free(p);
    }
}
