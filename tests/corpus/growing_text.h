/* A text that grows. */
#ifndef TESTS_GROWING_TEXT_H
#define TESTS_GROWING_TEXT_H

#include <stddef.h>

/* A text without a NUL at its end; all zero is empty. The owner frees data. */
typedef struct {
    char *data;
    size_t length;
    size_t capacity;
} growing_text;

/* Appends bytes. Ends the program where memory is out. */
void append(growing_text *out, const char *data, size_t length);

#endif
