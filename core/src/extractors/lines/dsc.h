/*
 * The windows of Document Slope Curves.
 */
#ifndef DANA_EXTRACTORS_LINES_DSC_H
#define DANA_EXTRACTORS_LINES_DSC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A window: tags up to its first and up to its last token, each included; then what it says. */
typedef struct {
    uint32_t first;
    uint32_t last : 31;
    uint32_t low : 1; /* its tokens are in a low slope region */
} dana__dsc_window;

/* What ends a low slope region: three windows that are not flat (Algorithm 6), or three whose slope
 * is greater than the page's (the prose of 3.3.1.2). */
typedef enum { DANA__DSC_END_ALGORITHM, DANA__DSC_END_PROSE } dana__dsc_end;

/* Returns w, the size of a window in tokens, for a page of `tokens` tokens (Algorithm 6). */
size_t dana__dsc_size(size_t tokens);

/* Returns how many windows of `size` tokens, each size / 2 after the one before, Algorithm 6
 * looks at on a page of `tokens` tokens. */
size_t dana__dsc_count(size_t tokens, size_t size);

/* Fills low of `count` windows of `size` tokens. tags: on the whole page, of `tokens` tokens. */
void dana__dsc_judge(dana__dsc_window *windows, size_t count, size_t size, size_t tags,
                     size_t tokens, dana__dsc_end end);

/* Tells whether a token (0-based) is in a low slope region: the last window over it decides. */
bool dana__dsc_is_low(const dana__dsc_window *windows, size_t count, size_t size, size_t token);

#endif
