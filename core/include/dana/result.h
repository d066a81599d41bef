/*
 * What an algorithm gives: a selection and a profile, or a headline; and what follows from a
 * selection alone: its text and its ranges.
 */
#ifndef DANA_RESULT_H
#define DANA_RESULT_H

#include "dana/descriptor.h"
#include "dana/page.h"
#include "dana/scan.h"
#include "dana/view.h"

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* One row a warning: enum name, wire code, text. */
#define DANA_WARNING_LIST(X)                                                                       \
    X(NO_CONTENT, "no-content", "No region of the page has more content than code.")               \
    X(NO_RTL_TEXT, "no-rtl-text",                                                                  \
      "The page has no right-to-left text, the only text this algorithm can find.")                \
    X(BLOCKS_MERGED, "blocks-merged",                                                              \
      "The page has more blocks of text than are told apart; the last ones were taken as one.")    \
    X(NEEDS_RENDERING, "needs-rendering",                                                          \
      "The page is a shell without its text; a browser gets that by scripts.")                     \
    X(CONTENT_FROM_DATA, "content-from-data",                                                      \
      "The text is not in the page's elements; it was taken from data in a script.")               \
    X(NO_TITLE, "no-title", "The page has no title element to compare its text with.")             \
    X(NO_HEADLINE, "no-headline", "No text of the page was found to be its headline.")             \
    X(SELECTOR_WITHOUT_MATCH, "selector-without-match",                                            \
      "No element of the page matches what selects its content.")                                  \
    X(SITE_OF_ONE_PAGE, "site-of-one-page",                                                        \
      "The algorithm compares the pages of a site and was given one; all text was taken.")

/* Warnings, as indices of bits in a set. */
typedef enum {
#define DANA_WARNING_ENUM(name, code, text) DANA_WARNING_##name,
    DANA_WARNING_LIST(DANA_WARNING_ENUM)
#undef DANA_WARNING_ENUM
        DANA_WARNING_COUNT
} dana_warning;

/* What a page is, with the name on the wire. */
#define DANA_PAGE_TYPE_LIST(X)                                                                     \
    X(ARTICLE, article)       /* a text of its own: news, an entry of a blog, an essay */          \
    X(FORUM, forum)           /* a thread, questions and answers */                                \
    X(LISTING, listing)       /* a list of other pages */                                          \
    X(SERVICE, service)       /* what somebody offers: a landing page, a profile, a form */        \
    X(COLLECTION, collection) /* products, or cards of one kind */                                 \
    X(PRODUCT, product)                                                                            \
    X(DOCUMENTATION, documentation)

typedef enum {
#define DANA_PAGE_TYPE_ENUM(name, wire) DANA_PAGE_##name,
    DANA_PAGE_TYPE_LIST(DANA_PAGE_TYPE_ENUM)
#undef DANA_PAGE_TYPE_ENUM
        DANA_PAGE_TYPE_COUNT
} dana_page_type;

/* Returns a page type's name on the wire ("article"); static. */
const char *dana_page_type_name(dana_page_type type);

/*
 * The profile: per line content T1, code T2 (in lines[]) and the algorithm's own signal, all of
 * line_count entries, borrowed from the page. smoothed and signal are NULL for an algorithm without
 * one. Signals: "diff" (smoothed difference), "ccr" (mean blurred content-code ratio of the line's
 * text, in thousandths), "ratio" (smoothed text-to-tag ratio, in thousandths).
 * Source: thesis 4.3.2, 4.3.3 (formulas 4.2, 4.6), 4.5.1.
 */
typedef struct {
    const dana_line *lines;
    const int32_t *smoothed;
    const char *signal; /* name of what smoothed holds; static */
    size_t line_count;
} dana_profile;

/* What formats write no more than the text of: links without where they lead, no images. */
enum { DANA_PLAIN_LINKS = 1 << 0, DANA_PLAIN_IMAGES = 1 << 1 };

/* Most authors that data names. */
#define DANA_DATA_AUTHORS_MAX 16

/* A part of content from data: its first byte in that content, and the string it comes from. */
typedef struct {
    uint32_t start;
    dana_span where; /* source bytes of the page, between the string's marks */
} dana_data_part;

/* A text of the data, decoded; data is NULL where there is none. */
typedef struct {
    dana_view text;
    dana_span where;
} dana_data_text;

/*
 * Content that no element of the page has: a script's data has it, for a program that makes the
 * page in the browser. It is a page of its own, HTML made of the data's strings. All borrowed from
 * the page that holds it.
 */
typedef struct dana_data {
    const char *source; /* "json-ld", or "state" for the state of a program; static */
    dana_page *page;
    const struct dana_result *result; /* all of that page */
    const dana_data_part *parts;      /* by start */
    size_t part_count;
    dana_data_text headline;
    dana_view authors[DANA_DATA_AUTHORS_MAX];
    size_t author_count;
    dana_view published; /* as they stand there */
    dana_view modified;
    dana_view excerpt;
} dana_data;

/*
 * What an extraction gives. Everything is borrowed from the page. Where `data` is not NULL, the
 * selection are its strings, and what renders or lists the content works on its page.
 */
typedef struct dana_result {
    const dana_algorithm *algorithm;
    dana_params params;
    const dana_scan *scan;
    dana_profile profile;
    dana_selection selection;
    dana_span headline;    /* the selected text that renderers write as the first heading (see
                            * dana_result_with_headline); start == end: none */
    uint32_t warnings;     /* bit set of 1u << dana_warning */
    const dana_data *data; /* NULL: the content stands in the page's elements */
    unsigned deeper; /* levels by which other headings stand below the page's own (likewise) */
    unsigned plain;  /* DANA_PLAIN_*: what its formats leave out; 0, or set by the caller */
    dana_page_type page_type;
    float page_type_confidence; /* 0 to 1; 0: the algorithm does not tell the page's type */
} dana_result;

/*
 * A candidate for the headline: a text unit, the text units of a heading, the title, or what the
 * page's markup calls it.
 */
typedef struct {
    dana_span span;     /* source bytes */
    double score;       /* > 0, more is better; its meaning is the method's */
    unsigned heading;   /* 1 to 6 inside h1 to h6, else 0 */
    dana_view text;     /* data NULL: the span's text as it stands; see dana_candidate_text */
    const char *source; /* outside the visible page: "title", "og:title", "twitter:title", "meta",
                           "json-ld", "state"; static; NULL: visible text, or not told */
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
 * Renders the selected text as UTF-8: references decoded, white-space runs as one space, a newline
 * where a line or a block-level element ends; no newline at the start or the end. The sign of a
 * heading's link to itself is left out. A span is
 * rendered from its first byte to its last; spans that lie on one line are separated by a space.
 * R2L: only characters >= U+0080, anything else separates words (thesis 4.3.5).
 * *out is borrowed from the page. Errors: DANA_TOO_COMPLEX, DANA_NO_MEMORY.
 */
DANA_MUST_USE dana_status dana_render_text(dana_page *page, const dana_result *result,
                                           dana_view *out, dana_error *err);

/*
 * Decodes a span of text (units, the title) as dana_render_text does: references decoded,
 * white-space runs and borders of blocks as one space, tags between units left out, trimmed; how
 * the characters of ruby are read (rt, rp) is left out, too. *out is borrowed from the page.
 * Errors: DANA_TOO_COMPLEX, DANA_NO_MEMORY.
 */
DANA_MUST_USE dana_status dana_render_span(dana_page *page, dana_span span, dana_view *out,
                                           dana_error *err);

/* A maximal run of selected lines. */
typedef struct {
    uint32_t start_line; /* 1-based, inclusive, in the profile's lines */
    uint32_t end_line;   /* 1-based, inclusive */
    dana_span span;      /* source bytes from the first line's start to the last line's end */
} dana_range;

/*
 * Derives the ranges of a result: a line is selected when a span of the selection touches it.
 * *out holds *count ranges, sorted, borrowed from the page.
 * Errors: DANA_TOO_COMPLEX, DANA_NO_MEMORY.
 */
DANA_MUST_USE dana_status dana_result_ranges(dana_page *page, const dana_result *result,
                                             const dana_range **out, size_t *count,
                                             dana_error *err);

/* Returns the source offset at which line `index` (0-based) of a profile ends. */
size_t dana_line_end(const dana_page *page, const dana_profile *profile, size_t index);

#ifdef __cplusplus
}
#endif
#endif
