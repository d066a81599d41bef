/*
 * The features of a block for the learned step: numbers only, the same on a page in any language.
 * Their names are written here alone: the extractor fills them by name, the training tools print
 * the names, and the trained table has them.
 */
#ifndef DANA_EXTRACTORS_AUTO_FEATURE_LIST_H
#define DANA_EXTRACTORS_AUTO_FEATURE_LIST_H

#include <stddef.h>

/* The features of each group, X(g, name); g is what the group is called there. Shares are 0 to 1,
 * texts are code points; the others count blocks or elements unless they say what they are. */

/* What all blocks of a page share. */
#define DANA__PAGE_FEATURES(X, g)                                                                  \
    X(g, hints)    /* DANA__HINT_* */                                                              \
    X(g, coverage) /* dana__choice */                                                              \
    X(g, fallback) /* likewise */                                                                  \
    X(g, blocks)                                                                                   \
    X(g, non_link_text) /* outside links */                                                        \
    X(g, non_link_share)                                                                           \
    X(g, articles)                                                                                 \
    X(g, mean_text)    /* of a block */                                                            \
    X(g, taken_share)  /* share of the text that the rules take */                                 \
    X(g, pruned_share) /* share of the text that rules prune */                                    \
    X(g, longest)      /* text of a block */                                                       \
    X(g, list_share)   /* share of the text inside lists, and so on */                             \
    X(g, table_share)                                                                              \
    X(g, main_share)                                                                               \
    X(g, article_share)                                                                            \
    X(g, punctuation_share)                                                                        \
    X(g, digit_share)                                                                              \
    X(g, long_share)    /* share of the text in long blocks */                                     \
    X(g, heading_share) /* share of the blocks, as the next two */                                 \
    X(g, link_block_share)                                                                         \
    X(g, repeated_share)                                                                           \
    X(g, posts) /* elements with the mark */                                                       \
    X(g, cards)                                                                                    \
    X(g, prices_or_comments)

/* What tells the type of a page, besides its own group: shares of all text, and of what the rules
 * take. The trees of blocks do not ask them. */
#define DANA__LOOK_FEATURES(X, g)                                                                  \
    X(g, post) /* share of the text inside elements with the mark, and so on */                    \
    X(g, card)                                                                                     \
    X(g, price)                                                                                    \
    X(g, review)                                                                                   \
    X(g, hero)                                                                                     \
    X(g, comments)                                                                                 \
    X(g, content)                                                                                  \
    X(g, meta)                                                                                     \
    X(g, author)                                                                                   \
    X(g, widget)                                                                                   \
    X(g, paragraphs) /* share of the text inside elements of the kind, and so on */                \
    X(g, code)                                                                                     \
    X(g, definitions)                                                                              \
    X(g, quotes)                                                                                   \
    X(g, sections)                                                                                 \
    X(g, figures)                                                                                  \
    X(g, taken_text) /* code points that the rules take */                                         \
    X(g, taken_blocks)                                                                             \
    X(g, taken_longest)                                                                            \
    X(g, taken_links) /* shares of what they take: inside links */                                 \
    X(g, taken_paragraphs)                                                                         \
    X(g, taken_lists)                                                                              \
    X(g, taken_headings)                                                                           \
    X(g, taken_digits)                                                                             \
    X(g, taken_punctuation)                                                                        \
    X(g, headline) /* whether a block is like the title element */                                 \
    X(g, parts)    /* sections of the page */

/* How likely the page is of each type. */
#define DANA__TYPE_FEATURES(X, g)                                                                  \
    X(g, article)                                                                                  \
    X(g, forum)                                                                                    \
    X(g, listing)                                                                                  \
    X(g, service)                                                                                  \
    X(g, collection)                                                                               \
    X(g, product)                                                                                  \
    X(g, documentation)

/* The block itself. */
#define DANA__BLOCK_FEATURES(X, g)                                                                 \
    X(g, text)                                                                                     \
    X(g, link_share) /* share of its text inside links */                                          \
    X(g, tags)                                                                                     \
    X(g, punctuation)                                                                              \
    X(g, punctuation_share)                                                                        \
    X(g, digit_share)                                                                              \
    X(g, links)                                                                                    \
    X(g, heading) /* level */                                                                      \
    X(g, density)                                                                                  \
    X(g, taken)    /* by the rules */                                                              \
    X(g, decision) /* theirs */                                                                    \
    X(g, rule)                                                                                     \
    X(g, repeats)

/* A block beside it; all zero outside the page. */
#define DANA__NEIGHBOUR_FEATURES(X, g) X(g, text) X(g, link_share) X(g, taken) X(g, heading)

/* A few blocks to each side. */
#define DANA__WINDOW_FEATURES(X, g) X(g, text) X(g, link_share) X(g, taken)

/* Where the block is. */
#define DANA__POSITION_FEATURES(X, g)                                                              \
    X(g, in_page)    /* share of the page's blocks before it */                                    \
    X(g, from_h1)    /* blocks from the first h1; -100: there is none */                           \
    X(g, in_subtree) /* as in_page */                                                              \
    X(g, depth)                                                                                    \
    X(g, kind) /* of its element */

/* An element that holds it. */
#define DANA__ELEMENT_FEATURES(X, g)                                                               \
    X(g, of_page)        /* share of the page's text outside links */                              \
    X(g, non_link_share) /* share of its text outside links */                                     \
    X(g, blocks)                                                                                   \
    X(g, children)                                                                                 \
    X(g, mass_share)

/* The section that it is in. */
#define DANA__SECTION_FEATURES(X, g)                                                               \
    X(g, level)        /* of its heading */                                                        \
    X(g, of_level)     /* sections of the page */                                                  \
    X(g, from_heading) /* blocks */                                                                \
    X(g, heading_text)                                                                             \
    X(g, heading_decision) /* the rules' */

/* The blocks of a section. */
#define DANA__RANGE_FEATURES(X, g)                                                                 \
    X(g, of_page) /* share of the page's text outside links */                                     \
    X(g, link_share)                                                                               \
    X(g, taken_share) /* by the rules */                                                           \
    X(g, blocks)

/* Where the section is in the page. */
#define DANA__OUTLINE_FEATURES(X, g)                                                               \
    X(g, in_page) /* share of the page's sections before it */                                     \
    X(g, sections)                                                                                 \
    X(g, text_before) /* share of the page's text outside links */

/* Where the block is from the headline; see headline.h. All but the first are negative on a page
 * without one. */
#define DANA__HEADLINE_FEATURES(X, g)                                                              \
    X(g, likeness)      /* of the block and the title element, 0 to 1 */                           \
    X(g, from_blocks)   /* blocks after the headline; negative: before it */                       \
    X(g, from_text)     /* as from_blocks, in code points */                                       \
    X(g, common_share)  /* share of the page's text in the smallest element around both */         \
    X(g, common_blocks) /* blocks in it */                                                         \
    X(g, common_height) /* elements from the headline up to it */                                  \
    X(g, link_share)    /* share of the text between the two inside links */

/* The blocks of its shape: in elements of one kind and class whose parents are alike, headings
 * apart. The main shape is the one with most text outside links. */
#define DANA__SHAPE_FEATURES(X, g)                                                                 \
    X(g, blocks)                                                                                   \
    X(g, of_page) /* share of the page's text outside links */                                     \
    X(g, mean_text)                                                                                \
    X(g, link_share)                                                                               \
    X(g, longest)                                                                                  \
    X(g, is_main)                                                                                  \
    X(g, from_main)   /* blocks from the last one of the main shape; 400: there is none */         \
    X(g, to_main)     /* likewise to the next one */                                               \
    X(g, main_before) /* share of the main shape's text before it */

/* Where it is from the first paragraph behind the headline; see measure/body.h. */
#define DANA__BODY_FEATURES(X, g)                                                                  \
    X(g, up)                                                                                       \
    X(g, height)                                                                                   \
    X(g, same_shape)                                                                               \
    X(g, from_end)                                                                                 \
    X(g, from_blocks)                                                                              \
    X(g, from_text)                                                                                \
    X(g, from_links)                                                                               \
    X(g, parent_share)                                                                             \
    X(g, since_same)                                                                               \
    X(g, links_since)                                                                              \
    X(g, most_links)                                                                               \
    X(g, headings)                                                                                 \
    X(g, gap)

/* Marks of the block's element or of one around it, as DANA__MARK_* calls them: 0 or 1. */
#define DANA__MARK_FEATURES(X, g)                                                                  \
    X(g, NAV)                                                                                      \
    X(g, FOOTER)                                                                                   \
    X(g, HEADER)                                                                                   \
    X(g, ASIDE)                                                                                    \
    X(g, FORM)                                                                                     \
    X(g, HIDDEN)                                                                                   \
    X(g, COMMENTS)                                                                                 \
    X(g, RELATED)                                                                                  \
    X(g, SHARE)                                                                                    \
    X(g, DIALOG)                                                                                   \
    X(g, NEWSLETTER)                                                                               \
    X(g, COOKIE)                                                                                   \
    X(g, ADVERT)                                                                                   \
    X(g, CAPTION)                                                                                  \
    X(g, BUTTON)                                                                                   \
    X(g, AUTHOR)                                                                                   \
    X(g, META)                                                                                     \
    X(g, WIDGET)                                                                                   \
    X(g, CONTENT)                                                                                  \
    X(g, POST)                                                                                     \
    X(g, CARD)                                                                                     \
    X(g, PRICE)                                                                                    \
    X(g, REVIEW)                                                                                   \
    X(g, HERO)

/* What class words say of its element and those around it, learnt from the training pages: odds of
 * content, as dana__chain_odds has them. */
#define DANA__WORD_FEATURES(X, g)                                                                  \
    X(g, low)                                                                                      \
    X(g, high)                                                                                     \
    X(g, sum)                                                                                      \
    X(g, nearest)                                                                                  \
    X(g, outer)                                                                                    \
    X(g, distance)

/* Kinds of elements that it is inside of, as DANA__KIND_* calls them: 0 or 1. */
#define DANA__KIND_FEATURES(X, g)                                                                  \
    X(g, LIST)                                                                                     \
    X(g, TABLE)                                                                                    \
    X(g, ARTICLE)                                                                                  \
    X(g, MAIN)                                                                                     \
    X(g, QUOTE)                                                                                    \
    X(g, PRE)                                                                                      \
    X(g, FIGURE)                                                                                   \
    X(g, SECTION)                                                                                  \
    X(g, P)                                                                                        \
    X(g, DEFINITIONS)

#define DANA__DECLARE(g, name) float name;
typedef struct {
    DANA__PAGE_FEATURES(DANA__DECLARE, )
} dana__page_group;

typedef struct {
    DANA__LOOK_FEATURES(DANA__DECLARE, )
} dana__look_group;

typedef struct {
    DANA__TYPE_FEATURES(DANA__DECLARE, )
} dana__type_group;

typedef struct {
    DANA__BLOCK_FEATURES(DANA__DECLARE, )
} dana__block_group;

typedef struct {
    DANA__NEIGHBOUR_FEATURES(DANA__DECLARE, )
} dana__neighbour_group;

typedef struct {
    DANA__WINDOW_FEATURES(DANA__DECLARE, )
} dana__window_group;

typedef struct {
    DANA__POSITION_FEATURES(DANA__DECLARE, )
} dana__position_group;

typedef struct {
    DANA__ELEMENT_FEATURES(DANA__DECLARE, )
} dana__element_group;

typedef struct {
    DANA__SECTION_FEATURES(DANA__DECLARE, )
} dana__section_group;

typedef struct {
    DANA__RANGE_FEATURES(DANA__DECLARE, )
} dana__range_group;

typedef struct {
    DANA__OUTLINE_FEATURES(DANA__DECLARE, )
} dana__outline_group;

typedef struct {
    DANA__HEADLINE_FEATURES(DANA__DECLARE, )
} dana__headline_group;

typedef struct {
    DANA__MARK_FEATURES(DANA__DECLARE, )
} dana__mark_group;

typedef struct {
    DANA__SHAPE_FEATURES(DANA__DECLARE, )
} dana__shape_group;

typedef struct {
    DANA__BODY_FEATURES(DANA__DECLARE, )
} dana__body_group;

typedef struct {
    DANA__WORD_FEATURES(DANA__DECLARE, )
} dana__word_group;

typedef struct {
    DANA__KIND_FEATURES(DANA__DECLARE, )
} dana__kind_group;

#undef DANA__DECLARE

/* The groups, G(name, type, list of features). Their order is that of the values. */
#define DANA__FEATURE_GROUPS(G)                                                                    \
    G(page, dana__page_group, DANA__PAGE_FEATURES)                                                 \
    G(type, dana__type_group, DANA__TYPE_FEATURES)                                                 \
    G(block, dana__block_group, DANA__BLOCK_FEATURES)                                              \
    G(before, dana__neighbour_group, DANA__NEIGHBOUR_FEATURES)                                     \
    G(after, dana__neighbour_group, DANA__NEIGHBOUR_FEATURES)                                      \
    G(around, dana__window_group, DANA__WINDOW_FEATURES)                                           \
    G(position, dana__position_group, DANA__POSITION_FEATURES)                                     \
    G(parent, dana__element_group, DANA__ELEMENT_FEATURES) /* of its element */                    \
    G(grandparent, dana__element_group, DANA__ELEMENT_FEATURES)                                    \
    G(section, dana__section_group, DANA__SECTION_FEATURES)                                        \
    G(flat, dana__range_group, DANA__RANGE_FEATURES) /* its section up to the next heading */      \
    G(deep, dana__range_group, DANA__RANGE_FEATURES) /* its section with those below it */         \
    G(outline, dana__outline_group, DANA__OUTLINE_FEATURES)                                        \
    G(headline, dana__headline_group, DANA__HEADLINE_FEATURES)                                     \
    G(marked, dana__mark_group, DANA__MARK_FEATURES)                                               \
    G(shape, dana__shape_group, DANA__SHAPE_FEATURES)                                              \
    G(body, dana__body_group, DANA__BODY_FEATURES)                                                 \
    G(words, dana__word_group, DANA__WORD_FEATURES)                                                \
    G(inside, dana__kind_group, DANA__KIND_FEATURES)

/* The features of a block, by name and as values. */
typedef struct {
#define DANA__DECLARE_GROUP(name, type, list) type name;
    DANA__FEATURE_GROUPS(DANA__DECLARE_GROUP)
#undef DANA__DECLARE_GROUP
} dana__named_features;

#define DANA__FEATURE_COUNT (sizeof(dana__named_features) / sizeof(float))

/* The index of a feature, "group.name". */
#define DANA__FEATURE(name) (offsetof(dana__named_features, name) / sizeof(float))

/* The features that all blocks of a page share are the first: their number. */
#define DANA__SHARED_FEATURES (offsetof(dana__named_features, block) / sizeof(float))

typedef union {
    dana__named_features by_name;
    float values[DANA__FEATURE_COUNT];
} dana__features;

#endif
