/*
 * A page: the decoded source and everything derived from it, in one arena.
 */
#ifndef DANA_PAGE_H
#define DANA_PAGE_H

#include "dana/arena.h"
#include "dana/status.h"
#include "dana/view.h"

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Longest source that core takes, in bytes: unit lengths are 25-bit (see dana/scan.h). */
#define DANA_SOURCE_MAX ((size_t)(1u << 25) - 1)

/* Opaque page. One page, one thread. */
typedef struct dana_page dana_page;

/*
 * Opens a page over `source` (length bytes, borrowed: it must outlive the page), which must be
 * UTF-8. A byte order mark is text here: dana_decode, or dana_without_bom, takes it off before.
 * cap_bytes bounds all memory of the page; 0 means dana_page_default_cap(length).
 * *out is owned: dana_page_close. Errors: DANA_INVALID_UTF8 with the byte position,
 * DANA_TOO_LARGE, DANA_TOO_COMPLEX, DANA_NO_MEMORY.
 */
DANA_MUST_USE dana_status dana_page_open(const char *source, size_t length, size_t cap_bytes,
                                         const dana_allocator *allocator, dana_page **out,
                                         dana_error *err);

/* Frees a page and all results borrowed from it; NULL is allowed. */
void dana_page_close(dana_page *page);

/* Is called now and then; true stops the work with DANA_CANCELLED. */
typedef bool dana_cancel(void *arg);

/*
 * Makes all later work on a page call `cancel`: the scan about every 64 KiB of source, TitleFinder
 * every 4 096 words, the rest between its passes over the lines (a pass takes nanoseconds a line).
 * NULL: nothing is called. A page whose work was cancelled can only be closed.
 */
void dana_page_set_cancel(dana_page *page, dana_cancel *cancel, void *arg);

/*
 * Tells the address that a page was read from (borrowed: it must outlive the page; empty:
 * unknown), before anything is asked of it: addresses of threads tell what a page is, as its
 * canonical URL does.
 */
void dana_page_set_url(dana_page *page, dana_view url);

/* Returns the cap used for a source of `length` bytes: 8 times its length plus 512 KiB. */
size_t dana_page_default_cap(size_t length);

/* Returns the decoded source as it was opened, borrowed. */
dana_view dana_page_source(const dana_page *page);

/* Returns the page's arena, borrowed. */
dana_arena *dana_page_arena(dana_page *page);

#ifdef __cplusplus
}
#endif
#endif
