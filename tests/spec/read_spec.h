/* Files of spec cases (their form: run_spec.c). */
#ifndef TESTS_READ_SPEC_H
#define TESTS_READ_SPEC_H

#include <stdbool.h>
#include <stddef.h>

#define MAX_SECTIONS 12

typedef struct {
    char *name;
    char *text;
} section;

/* A case; members that it does not set are NULL. */
typedef struct {
    char *name;
    char *run;
    char *headline;
    char *base;
    char *select;
    char *remove;
    char *switches;
    char *boxes;
    section sections[MAX_SECTIONS];
    size_t section_count;
} spec_case;

/* Called with each case, which it borrows. */
typedef void visit_case(const spec_case *c, void *arg);

/* Reads a file and visits its cases in order. Returns false if it cannot be opened. */
bool read_spec(const char *path, visit_case *visit, void *arg);

/* Returns the text of a case's section, borrowed, or NULL. */
const char *find_section(const spec_case *c, const char *name);

/* Takes the newlines off the end of a text. */
void strip_newlines(char *text);

#endif
