/* Small pages whose blocks auto has decided, for its tests. */
#ifndef TESTS_UNIT_CORE_DECIDED_H
#define TESTS_UNIT_CORE_DECIDED_H

#include "unit.h"

#include "dana/extract.h"
#include "extractors/auto/auto.h"
#include "extractors/auto/features.h"

/* A text that is content anywhere on a page. */
#define LONG_TEXT                                                                                  \
    "The harbour reopened on Monday, said the ferry company, and the first boats left at noon. "   \
    "Two tugs sank in the night; no one was hurt, and the pilots went back to work at dawn."

/* An open page with its blocks; the caller closes the page. */
typedef struct {
    dana_page *page;
    dana__auto_trace trace;
} decided;

/* Opens a page and decides its blocks. html, NUL-terminated, must live as long as the page. */
decided decide(const char *html, dana__auto_settings settings);

/* As decide, without the learned step. */
decided decide_by_rules(const char *html);

/* Checks the source text of block `index`, 0-based. */
void assert_block(const decided *d, size_t index, const char *text);

/* The first block that begins with `text`; the test fails if there is none. */
const dana__block *find_block(const decided *d, const char *text);

/* A page whose blocks are decided by the rules, and its features, which point into it. */
typedef struct {
    decided d;
    dana__page_features page;
} measured;

/* Decides and measures a page. The caller closes it. */
void measure(measured *m, const char *html);

/* Closes a page that was measured. */
void close_measured(measured *m);

#endif
