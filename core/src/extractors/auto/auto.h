/*
 * The successor as a whole, for its descriptor, the ablation and the training tools.
 */
#ifndef DANA_EXTRACTORS_AUTO_AUTO_H
#define DANA_EXTRACTORS_AUTO_AUTO_H

#include "dana/descriptor.h"
#include "extractors/auto/choose.h"

/* Its descriptor. */
extern const dana_algorithm dana__auto;

/* Returns what the values of its parameters ask for. */
dana__auto_settings dana__auto_settings_of(const dana_params *params);

/* How a page was decided: every block's decision, and what was known. Borrowed from the page. */
typedef struct dana__auto_trace {
    dana__blocks blocks;
    dana__choice choice;
    bool kept_noscript; /* the page's text is in noscript elements */
    dana__auto_settings settings;
} dana__auto_trace;

/*
 * Decides every block of a page. *trace is the caller's, filled with borrowed pointers.
 * Errors: DANA_TOO_COMPLEX, DANA_NO_MEMORY, DANA_CANCELLED.
 */
DANA_MUST_USE dana_status dana__auto_decide(dana_page *page, const dana__auto_settings *settings,
                                            dana__auto_trace *trace, dana_error *err);

/*
 * Makes the selection of the taken blocks. Errors: DANA_TOO_COMPLEX, DANA_NO_MEMORY.
 */
DANA_MUST_USE dana_status dana__auto_select(dana_page *page, const dana__auto_trace *trace,
                                            dana_selection *out, dana_error *err);

#endif
