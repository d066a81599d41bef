/*
 * Text as pointer and length, spans of the source, and selections of spans.
 */
#ifndef DANA_VIEW_H
#define DANA_VIEW_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Borrowed bytes, not NUL-terminated. */
typedef struct {
    const char *data;
    size_t length;
} dana_view;

/* Source bytes [start, end): 0-based, half-open, in the decoded source without BOM. */
typedef struct {
    uint32_t start;
    uint32_t end;
} dana_span;

/* What extractors select: sorted, disjoint spans of the decoded source. Borrowed from the page. */
typedef struct {
    const dana_span *spans;
    size_t count;
} dana_selection;

#ifdef __cplusplus
}
#endif
#endif
