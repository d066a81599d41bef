/*
 * The headline: which text of the page is its title (thesis chapter 5).
 */
#ifndef DANA_HEADLINE_H
#define DANA_HEADLINE_H

#include "dana/algorithm.h"
#include "dana/extract.h"
#include "dana/page.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * A candidate for the headline: a text unit, the text units of a heading, the title, or what the
 * page's markup calls it.
 */
typedef struct {
    dana_span span;     /* source bytes */
    double score;       /* > 0, more is better; its meaning is the method's */
    unsigned heading;   /* 1 to 6 inside h1 to h6, else 0 */
    dana_view text;     /* data NULL: the span's text as it stands; see dana_candidate_text */
    const char *source; /* markup outside the visible page: "title", "og:title", "twitter:title",
                           "meta", "json-ld"; static; NULL: visible text, or not told */
} dana_candidate;

/* What a headline method gives. Borrowed from the page. */
typedef struct {
    const dana_algorithm *algorithm;
    dana_params params;
    bool found;
    dana_candidate headline;          /* where found */
    const dana_candidate *candidates; /* where wanted: those with a score > 0, in document order */
    size_t candidate_count;
    uint32_t warnings; /* bit set of 1u << dana_warning */
} dana_headline;

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

#ifdef __cplusplus
}
#endif
#endif
