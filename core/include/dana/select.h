/*
 * CSS selectors: what a caller names as the content of a page, and what it takes out of it.
 */
#ifndef DANA_SELECT_H
#define DANA_SELECT_H

#include "dana/page.h"
#include "dana/view.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Longest selector list that is read, in bytes. */
#define DANA_SELECTOR_MAX 4096

/* Most compounds ("ul > li.a" has two) of all lists of one use: of those that select, and of those
 * that remove. */
#define DANA_COMPOUNDS_MAX 128

/* Most names of attributes in all lists of a page, class and id among them. */
#define DANA_SELECTOR_NAMES_MAX 64

/* Selector lists, UTF-8, borrowed for the call. */
typedef struct {
    const dana_view *select;
    size_t select_count; /* 0: the algorithm finds the content */
    const dana_view *remove;
    size_t remove_count;
} dana_selectors;

/*
 * Reads selector lists without a page: "article .body, main > p:not(.ad)". Element names, *, #id,
 * .class, [a], [a=v] with =, ~=, ^=, $=, *=, |= and the flags i and s, :first-child, :last-child,
 * :nth-child(an+b), :not(a list of compounds); descendants, >, +, ~ (Selectors Level 4; the rest of
 * it is refused).
 * Errors: DANA_INVALID_PARAM, *which is the index of the list that is wrong, those of `remove`
 * counted after those of `select`, and position its byte where what the message says is expected;
 * DANA_NO_MEMORY.
 */
DANA_MUST_USE dana_status dana_selectors_check(const dana_selectors *selectors, size_t *which,
                                               dana_error *err);

/*
 * Applies selector lists to a page, before the first work on it. Elements that `remove` matches are
 * as if they were not in the page, for all that reads it; offsets stay those of the source. With
 * `select`, dana_extract selects the elements that it matches, less those that were removed. Both
 * are matched against the page as it was sent, its noscript elements as content; of elements whose
 * content is no text (script, svg, template, iframe, textarea, select) nothing inside is seen, and
 * elements that lie deeper than 512 match nothing.
 * Linear in the page's length. Takes the source's length in memory where something is removed.
 * Errors: DANA_INVALID_PARAM as dana_selectors_check; DANA_TOO_COMPLEX, DANA_NO_MEMORY,
 * DANA_CANCELLED.
 */
DANA_MUST_USE dana_status dana_page_select(dana_page *page, const dana_selectors *selectors,
                                           dana_error *err);

#ifdef __cplusplus
}
#endif
#endif
