/* Lines of a file descriptor, one by one, none longer than a limit in memory. */
#ifndef SVC_BASE_LINES_H
#define SVC_BASE_LINES_H

#include "base/input.h"

#include <stdbool.h>
#include <stddef.h>

/* A reader; its members are private. */
typedef struct {
    svc_input input;
    size_t max_bytes;
    char *block;
    size_t start;
    size_t end;
    bool ended;
} svc_lines;

/* A line without its line feed and a carriage return before that. */
typedef struct {
    char *bytes; /* owned (free); NULL where there is no room for it, or it is empty */
    size_t length;
    bool too_long; /* more than max_bytes: it was thrown away */
    bool no_memory;
} svc_line;

/* Starts reading lines, which are kept up to max_bytes. Returns false where memory is out. */
bool svc_lines_init(svc_lines *lines, const svc_input *input, size_t max_bytes);

/* Frees the reader; the descriptors stay open. */
void svc_lines_destroy(svc_lines *lines);

/* Reads the next line, the last one with or without a line feed. */
svc_input_step svc_lines_next(svc_lines *lines, svc_line *out);

#endif
