/*
 * Binary search: in records that stand in the order of their first member, a uint32_t (the byte
 * offset where each begins, or another number), in values of 64 bits, and in strings.
 */
#ifndef DANA_BASE_SEARCH_H
#define DANA_BASE_SEARCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Returns the index of the first of `count` records of `size` bytes whose number is not below `at`;
 * count: none. */
static inline size_t dana__first_from(const void *records, size_t count, size_t size, uint32_t at)
{
    const char *bytes = records;
    size_t low = 0;
    size_t high = count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        uint32_t number;

        memcpy(&number, bytes + middle * size, sizeof number);
        if (number < at) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

/* Returns the index of the last record whose number is not above `at`; 0: there is none, or it is
 * the first. */
static inline size_t dana__last_to(const void *records, size_t count, size_t size, uint32_t at)
{
    size_t after = at < UINT32_MAX ? dana__first_from(records, count, size, at + 1) : count;

    return after > 0 ? after - 1 : 0;
}

/* Returns the index of the first of sorted values that is not below one; count: none. */
static inline size_t dana__first_value(const uint64_t *values, size_t count, uint64_t value)
{
    size_t low = 0;
    size_t high = count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (values[middle] < value) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

/* Returns whether a text, NUL-terminated, is one of rows in the order of their bytes. */
static inline bool dana__is_row(const char *text, const char *const *rows, size_t count)
{
    size_t low = 0;
    size_t high = *text != '\0' ? count : 0;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int order = strcmp(rows[middle], text);

        if (order == 0) {
            return true;
        }
        low = order < 0 ? middle + 1 : low;
        high = order < 0 ? high : middle;
    }
    return false;
}

#endif
