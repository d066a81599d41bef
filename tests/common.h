/* Helpers of tests and tools that have no library in common. */
#ifndef TESTS_COMMON_H
#define TESTS_COMMON_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <time.h>

/* The number of rows of an array. */
#define COUNT_OF(table) (sizeof(table) / sizeof((table)[0]))

/* Returns the monotonic time in seconds. */
static inline double now_s(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* Returns the CPU time of the process so far, in seconds. */
static inline double cpu_s(void)
{
    struct timespec used;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
    return (double)used.tv_sec + (double)used.tv_nsec / 1e9;
}

/* Waits for 10 ms. */
static inline void nap(void)
{
    const struct timespec pause = {.tv_nsec = 10000000};

    nanosleep(&pause, NULL);
}

/* Compares two uint64_t, for qsort. */
static inline int compare_uint64(const void *a, const void *b)
{
    uint64_t left = *(const uint64_t *)a;
    uint64_t right = *(const uint64_t *)b;

    return (left > right) - (left < right);
}

/* Returns how often a part occurs in a text, overlaps included. */
static inline size_t occurrences(const char *text, const char *part)
{
    size_t count = 0;

    for (const char *at = strstr(text, part); at != NULL; at = strstr(at + 1, part)) {
        count++;
    }
    return count;
}

#endif
