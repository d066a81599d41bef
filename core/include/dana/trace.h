/*
 * Why `auto` took or left each block of text: its rules, its densities, its scores.
 */
#ifndef DANA_TRACE_H
#define DANA_TRACE_H

#include "dana/page.h"
#include "dana/result.h"

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * A block: a maximal run of text between borders of block-level elements. Decisions:
 *   outside   not in the subtree that holds most of the page's mass, or a list of links and short
 *             texts after the article in it, or a line that is nothing but a link
 *   pruned    inside an element that a rule names; `rule` says which
 *   repeated  the same text stands elsewhere on the page, and counts there
 *   cut       the numbers of a listing's lines; on small pages, links before the first text; or
 * left by a rule behind the learned step refused   taken by the steps before, left by the learned
 * step, or by a rule behind it subtree   taken: in the subtree rest      taken: no subtree holds
 * most of the page, all that no rule prunes is content learned   left by the steps before, taken by
 * the learned step, or by a rule behind it Where a rule behind the learned step decided last,
 * settled_by names it (core/docs/auto.md tells what each does).
 */
typedef struct {
    dana_span span;       /* its visible text in the source */
    const char *decision; /* static */
    const char
        *rule; /* name of the rule that prunes it, whatever was decided; NULL: none; static */
    const char *settled_by; /* name of the rule behind the learned step that changed the decision
                               last; NULL: none did; static */
    bool taken;
    double density; /* text outside links - 5 tags, code points, smoothed over three blocks */
    double score;   /* probability of being content, 0 to 1; 0 where it was not asked for */
} dana_traced_block;

/*
 * Tells what became of each block of a page under the algorithm of `result`, in document order.
 * Algorithms other than `auto` decide by lines, which density and ranges show: for them *out is
 * NULL and *count 0. Decides the page once more, and records which rule changed what. *out is
 * borrowed from the page. Errors: DANA_TOO_COMPLEX, DANA_NO_MEMORY, DANA_CANCELLED.
 */
DANA_MUST_USE dana_status dana_result_trace(dana_page *page, const dana_result *result,
                                            const dana_traced_block **out, size_t *count,
                                            dana_error *err);

#ifdef __cplusplus
}
#endif

#endif
