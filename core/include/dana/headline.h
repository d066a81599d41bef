/*
 * The headline: which text of the page is its title (thesis chapter 5).
 */
#ifndef DANA_HEADLINE_H
#define DANA_HEADLINE_H

#include "dana/algorithm.h"
#include "dana/result.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Runs a headline method on a page; params NULL means the defaults. Uses the scan of the last
 * extraction where there is one. want_candidates keeps all candidates, else only the headline.
 * No title element or no match is no error: found is false and a warning tells.
 * Errors: DANA_INVALID_PARAM, DANA_TOO_COMPLEX, DANA_NO_MEMORY.
 */
DANA_MUST_USE dana_status dana_find_headline(dana_page *page, const dana_algorithm *algorithm,
                                             const dana_params *params, bool want_candidates,
                                             dana_headline *out, dana_error *err);

/*
 * Decodes a candidate's text: white space normalised, references and JSON's escapes decoded. *out
 * is borrowed from the page. Errors: DANA_TOO_COMPLEX, DANA_NO_MEMORY.
 */
DANA_MUST_USE dana_status dana_candidate_text(dana_page *page, const dana_candidate *candidate,
                                              dana_view *out, dana_error *err);

/*
 * Makes the result of which a document shows its headline once. Where a block at the beginning of
 * the content says what `headline` says (case, punctuation, quotation marks and the name of the
 * site do not count), out->headline is that block; else it is empty, and the document writes the
 * headline itself: also where the block is a heading behind a text, and an h1 before all of the
 * content says the same. Further copies at the beginning, and a first heading that is the name of
 * the site, are taken out of the selection. Where an h1 is left besides it, all headings but the
 * headline go one level down (out->deeper): it alone is the first. *out is borrowed from the page.
 * Errors: DANA_TOO_COMPLEX, DANA_NO_MEMORY.
 */
DANA_MUST_USE dana_status dana_result_with_headline(dana_page *page, const dana_result *result,
                                                    dana_view headline, dana_result *out,
                                                    dana_error *err);

#ifdef __cplusplus
}
#endif
#endif
