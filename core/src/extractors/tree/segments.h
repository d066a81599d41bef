/*
 * What Content-Seeker (Louvan 2009; thesis 3.2.6) asks of the nodes of a page. Shared with the tool
 * that writes what its decision trees are trained on.
 */
#ifndef DANA_EXTRACTORS_TREE_SEGMENTS_H
#define DANA_EXTRACTORS_TREE_SEGMENTS_H

#include "dana/page.h"
#include "dana/scan.h"
#include "dom/dom.h"

/* The features of a node, X(name). Shares are of 1; texts are code points. */
#define DANA__SEGMENT_FEATURES(X)                                                                  \
    X(depth)                                                                                       \
    X(position) /* share of the page's text before it */                                           \
    X(text)                                                                                        \
    X(text_share) /* of the page's text */                                                         \
    X(link_share) /* of its text inside links */                                                   \
    X(links)                                                                                       \
    X(text_of_tag) /* per element below it */                                                      \
    X(images)                                                                                      \
    X(inputs)                                                                                      \
    X(items)                                                                                       \
    X(paragraphs)                                                                                  \
    X(headings)                                                                                    \
    X(cells)                                                                                       \
    X(children)                                                                                    \
    X(filled)        /* children with text */                                                      \
    X(longest)       /* longest string: the text of one block element */                           \
    X(longest_share) /* of its text */                                                             \
    X(child_share)   /* share of its text in the child with most */                                \
    X(own_share)     /* share of its text outside block elements below it */                       \
    X(stop_words)                                                                                  \
    X(stop_share) /* stop words by 10 code points of text */                                       \
    X(is_paragraph)                                                                                \
    X(is_heading)                                                                                  \
    X(is_list)                                                                                     \
    X(is_table)                                                                                    \
    X(is_cell)                                                                                     \
    X(is_article)

#define DANA__SEGMENT_MEMBER(name) float name;
typedef struct {
    DANA__SEGMENT_FEATURES(DANA__SEGMENT_MEMBER)
} dana__segment_features;
#undef DANA__SEGMENT_MEMBER

#define DANA__SEGMENT_FEATURE_COUNT (sizeof(dana__segment_features) / sizeof(float))

/* Counts of a subtree; those of 16 bits stop at their greatest value. */
typedef struct {
    uint32_t own; /* code points of the texts whose innermost block element it is */
    uint32_t longest;
    uint32_t child; /* code points of the child with most */
    uint32_t stop_words;
    uint16_t images;
    uint16_t inputs;
    uint16_t items;
    uint16_t paragraphs;
    uint16_t headings;
    uint16_t cells;
    uint16_t children;
    uint16_t filled;
    uint16_t depth;
} dana__segment_counts;

/* The nodes of a page. */
typedef struct {
    const dana__dom *dom;
    dana__segment_counts *counts; /* one a node */
    uint32_t text;                /* code points of the page */
} dana__segments;

/*
 * Counts what all nodes of a page hold, in time linear in it. Borrowed from the page.
 * Errors: DANA_TOO_COMPLEX, DANA_NO_MEMORY, DANA_CANCELLED.
 */
DANA_MUST_USE dana_status dana__count_segments(dana_page *page, const dana_scan *scan,
                                               const dana__dom *dom, dana__segments *out,
                                               dana_error *err);

/* Measures a node. */
dana__segment_features dana__measure_segment(const dana__segments *s, size_t node);

#endif
