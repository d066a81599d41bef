/*
 * What is measured of a candidate: numbers alone, the same for every script.
 */
#ifndef DANA_TITLE_RANK_FEATURES_H
#define DANA_TITLE_RANK_FEATURES_H

#include "title/rank/pool.h"

/* One row a feature. */
#define DANA__RANK_FEATURE_LIST(X)                                                                 \
    /* where the text is */                                                                        \
    X(AT_TITLE)        /* at title */                                                              \
    X(AT_TITLE_FIRST)  /* at title first */                                                        \
    X(AT_TITLE_LAST)   /* at title last */                                                         \
    X(AT_OG)           /* at og:title */                                                           \
    X(AT_META)         /* at meta title */                                                         \
    X(AT_LD_HEADLINE)  /* at json-ld headline */                                                   \
    X(AT_LD_PART)      /* at json-ld part */                                                       \
    X(AT_CRUMB)        /* at breadcrumb */                                                         \
    X(AT_HEADING)      /* at heading */                                                            \
    X(AT_HEADING_UNIT) /* at text in heading */                                                    \
    X(AT_HEADING_PART) /* at heading part */                                                       \
    X(PLACES)          /* number of places */                                                      \
    X(VISIBLE)         /* times visible */                                                         \
    /* headings */                                                                                 \
    X(LEVEL)         /* heading level */                                                           \
    X(IS_H1)         /* h1 */                                                                      \
    X(FIRST_H1)      /* first h1 */                                                                \
    X(ONLY_H1)       /* only h1 */                                                                 \
    X(ORDER)         /* order in level */                                                          \
    X(HEADING_ORDER) /* order of headings */                                                       \
    /* the same words as a name */                                                                 \
    X(SAME_TITLE) /* same words as title */                                                        \
    X(SAME_H1)    /* same words as first h1 */                                                     \
    /* share of its words that a name holds, share of the name that it holds */                    \
    X(SAME_VISIBLE)     /* same words as another heading */                                        \
    X(IN_TITLE)         /* in title */                                                             \
    X(OF_TITLE)         /* of title */                                                             \
    X(IN_OG)            /* in og:title */                                                          \
    X(OF_OG)            /* of og:title */                                                          \
    X(IN_TWITTER)       /* in twitter:title */                                                     \
    X(OF_META)          /* of meta title */                                                        \
    X(IN_LD_HEADLINE)   /* in json-ld headline */                                                  \
    X(IN_CRUMB)         /* in breadcrumb */                                                        \
    X(IN_LEAD)          /* in lead */                                                              \
    X(IN_ADDRESS)       /* in address */                                                           \
    X(OF_ADDRESS)       /* of address */                                                           \
    X(IN_H1)            /* in first h1 */                                                          \
    X(OF_H1)            /* of first h1 */                                                          \
    X(LIKE_GAP)         /* less like than the best */                                              \
    X(LIKE_GAP_VISIBLE) /* less like than the best visible */                                      \
    /* what the title has beyond it */                                                             \
    X(REST_SITE) /* rest of title in site name */                                                  \
    X(REST_H1)   /* rest of title in first h1 */                                                   \
    X(CUT_HOST)  /* cut off the host */                                                            \
    X(IS_SITE)   /* the site's name */                                                             \
    X(IS_HOST)   /* in the host's name */                                                          \
    /* where a title was cut */                                                                    \
    X(CUT_BEFORE)  /* cut before */                                                                \
    X(CUT_AFTER)   /* cut after */                                                                 \
    X(CUT_INSIDE)  /* cut left inside */                                                           \
    X(SEGMENTS)    /* segments of the title */                                                     \
    X(PART_SEEN)   /* seen near the main text, and in the title */                                 \
    X(PART_BEFORE) /* a part of the title seen before */                                           \
    X(PART_AFTER)  /* a part of the title is a heading after it, near the main text */             \
    /* form */                                                                                     \
    X(WORDS)        /* words */                                                                    \
    X(LETTERS)      /* letters */                                                                  \
    X(ENDS_IN_MARK) /* ends in a mark */                                                           \
    /* place in the page */                                                                        \
    X(SEEN)         /* visible at all */                                                           \
    X(BLOCK_SHARE)  /* blocks before it */                                                         \
    X(BEFORE_MAIN)  /* blocks to the main text */                                                  \
    X(LAST_HEADING) /* last heading before the main text */                                        \
    X(IN_MAIN)      /* in main subtree */                                                          \
    X(PRUNED)       /* pruned */                                                                   \
    X(LINKED)       /* share of link text */                                                       \
    X(DEPTH)        /* depth */                                                                    \
    X(TEXT_AFTER)   /* text of next block */                                                       \
    X(HOME_LINK)    /* in a link to the first page */                                              \
    X(SELF_LINK)    /* in a link to the page */                                                    \
    X(OTHER_LINK)   /* in another link */                                                          \
    X(IN_NAV)       /* in nav, footer or aside */                                                  \
    X(IN_CARD)      /* in card */                                                                  \
    X(IN_POST)      /* in post */                                                                  \
    X(NAMED_TITLE)  /* called a title */                                                           \
    X(NAMED_SITE)   /* called a site's title */                                                    \
    /* the page */                                                                                 \
    X(BEST_PART)    /* most of the title that such a text holds */                                 \
    X(BEST_VISIBLE) /* most like a name of all visible texts */                                    \
    X(HAS_LD)       /* page has json-ld headline */                                                \
    X(HINT_ARTICLE) /* page is an article */                                                       \
    X(HINT_FORUM)   /* page is a forum */                                                          \
    X(HINT_PRODUCT) /* page is a product */

/* Features, as indices. */
typedef enum {
#define DANA__RANK_ENUM(name) DANA__RANK_##name,
    DANA__RANK_FEATURE_LIST(DANA__RANK_ENUM)
#undef DANA__RANK_ENUM
        DANA__RANK_COUNT
} dana__rank_feature;

/* What all candidates of a page are measured against. */
typedef struct {
    const dana__candidates *pool;
    uint32_t last_heading; /* block of the last one before the main text, DANA__NO_BLOCK: none */
    uint32_t first_part;   /* block of the first visible part of the title */
    uint32_t last_part;    /* of the last one that is a heading near the main text; 0: none */
    uint64_t said;         /* bits that tell the senses of headings */
    uint64_t said_twice;   /* of them, those of two headings and more */
    uint64_t in_site;      /* which words of the title the site's name holds, a bit each */
    uint64_t in_h1;        /* likewise, the first h1 */
    float best_like;
    float best_part;
    float best_visible_like;
} dana__rank_page;

/* Measures what all candidates share. */
void dana__rank_measure_page(const dana__candidates *pool, dana__rank_page *out);

/* Measures a candidate. */
void dana__rank_measure(const dana__rank_page *page, const dana__candidate *candidate,
                        float features[DANA__RANK_COUNT]);

#endif
