/* What the examples share: a page read from a file, and the sentence that an error is. */
#ifndef EXAMPLES_PAGES_H
#define EXAMPLES_PAGES_H

#include <dana/dana.h>

/* A file as a page. */
typedef struct {
    char *bytes;
    dana_decoded decoded;
    dana_page *page;
} page_file;

/*
 * Reads a file (path) and opens it as a page. Returns false with the reason in err; the caller
 * calls close_page in either case.
 */
bool open_page(const char *path, page_file *file, dana_error *err);

/* Frees all that open_page made. */
void close_page(page_file *file);

/* Prints "PATH: message" on standard error. Returns 1, an exit status. */
int complain(const char *path, const dana_error *err);

/* Prints a text and a newline on standard output. */
void print_line(dana_view text);

#endif
