/*
 * Preloaded into a server: the wall clock is moved by the seconds in a shared file, the file that
 * CLOCK_FILE named at the start. faults.py writes it. The monotonic clock goes on as it does.
 */
#include <fcntl.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static _Atomic int64_t none;
static _Atomic int64_t *moved = &none;

__attribute__((constructor)) static void start(void)
{
    const char *path = getenv("CLOCK_FILE");
    int fd = path != NULL ? open(path, O_RDWR | O_CLOEXEC) : -1;

    if (fd >= 0) {
        void *mapped = mmap(NULL, sizeof *moved, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);

        moved = mapped != MAP_FAILED ? mapped : &none;
        close(fd);
    }
}

int clock_gettime(clockid_t clock, struct timespec *out)
{
    int status = (int)syscall(SYS_clock_gettime, clock, out);

    if (status == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) {
        out->tv_sec += (time_t)atomic_load(moved);
    }
    return status;
}

time_t time(time_t *out)
{
    struct timespec now;

    clock_gettime(CLOCK_REALTIME, &now);
    if (out != NULL) {
        *out = now.tv_sec;
    }
    return now.tv_sec;
}

int gettimeofday(struct timeval *out, void *zone)
{
    struct timespec now;

    (void)zone;
    clock_gettime(CLOCK_REALTIME, &now);
    *out = (struct timeval){.tv_sec = now.tv_sec, .tv_usec = now.tv_nsec / 1000};
    return 0;
}
