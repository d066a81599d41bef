/*
 * The binary features of a block and of the step from a block to the next. Their names are written
 * here alone: the extractor sets them by name, the training tool prints the names, and the trained
 * table has a weight for each.
 */
#ifndef DANA_EXTRACTORS_CHAIN_FEATURE_LIST_H
#define DANA_EXTRACTORS_CHAIN_FEATURE_LIST_H

#include "html/elements.h"

/* Features of a block, X(group, size). Of most groups one is on: the class of a number, a kind of
 * element. Sizes of texts are classes of code points, each twice the one before. */
#define DANA__CHAIN_BLOCK_FEATURES(X)                                                              \
    X(bias, 1)                                                                                     \
    X(length, DANA__LENGTH_CLASSES)                                                                \
    X(links, DANA__SHARE_CLASSES)                                                                  \
    X(length_links, DANA__LENGTH_CLASSES *DANA__SHARE_CLASSES)                                     \
    X(link_count, DANA__COUNT_CLASSES)                                                             \
    X(marks, DANA__COUNT_CLASSES) /* punctuation */                                                \
    X(digits, DANA__SHARE_CLASSES)                                                                 \
    X(begins, DANA__CHARACTER_CLASSES)                                                             \
    X(ends, DANA__CHARACTER_CLASSES)                                                               \
    X(heading, 7)                                                                                  \
    X(tags, DANA__COUNT_CLASSES) /* since the block before */                                      \
    X(position, DANA__SHARE_CLASSES)                                                               \
    X(parent, DANA__KIND_COUNT) /* the element that holds it */                                    \
    X(parent_length, DANA__KIND_COUNT *DANA__LENGTH_CLASSES)                                       \
    X(grandparent, DANA__KIND_COUNT)                                                               \
    X(inside, DANA__KIND_COUNT)          /* every element around it */                             \
    X(parent_text, DANA__SHARE_CLASSES)  /* share of the page's text */                            \
    X(parent_links, DANA__SHARE_CLASSES) /* share of its text inside links */                      \
    X(parent_blocks, DANA__COUNT_CLASSES)                                                          \
    X(grandparent_text, DANA__SHARE_CLASSES)                                                       \
    X(grandparent_links, DANA__SHARE_CLASSES)                                                      \
    X(grandparent_blocks, DANA__COUNT_CLASSES)                                                     \
    X(before_length, DANA__LENGTH_CLASSES) /* the block before; none on: there is none */          \
    X(before_links, DANA__SHARE_CLASSES)                                                           \
    X(before_heading, 1)                                                                           \
    X(after_length, DANA__LENGTH_CLASSES)                                                          \
    X(after_links, DANA__SHARE_CLASSES)                                                            \
    X(after_heading, 1)                                                                            \
    X(title, DANA__SHARE_CLASSES)    /* how like the title element it is */                        \
    X(headline, DANA__PLACE_CLASSES) /* where it is from the text that is most like that */

/* Features of the step from the block before. */
#define DANA__CHAIN_STEP_FEATURES(X)                                                               \
    X(step, 1)                                                                                     \
    X(first, 1) /* there is no block before: it counts as one outside the content */               \
    X(relation, DANA__RELATION_CLASSES)                                                            \
    X(step_tags, DANA__COUNT_CLASSES)                                                              \
    X(shape, 1) /* the elements that hold both have one kind and class */                          \
    X(from_heading, 1)                                                                             \
    X(to_heading, 1)                                                                               \
    X(link_change, 4)   /* from and to a block of links */                                         \
    X(length_change, 4) /* from and to a long block */

/* Classes: powers of two up to 512 and more; 0, up to .1, .25, .5, .75, below 1, 1; powers of two
 * up to 64 and more. */
enum { DANA__LENGTH_CLASSES = 10, DANA__SHARE_CLASSES = 7, DANA__COUNT_CLASSES = 8 };

/* The first or last character of a text. */
enum {
    DANA__CHARACTER_UPPER,
    DANA__CHARACTER_LOWER,
    DANA__CHARACTER_LETTER, /* of a script without case */
    DANA__CHARACTER_DIGIT,
    DANA__CHARACTER_STOP, /* ends a sentence */
    DANA__CHARACTER_COLON,
    DANA__CHARACTER_OTHER,
    DANA__CHARACTER_CLASSES
};

/* Where a block is from the headline, in blocks. */
enum {
    DANA__PLACE_UNKNOWN,
    DANA__PLACE_BEFORE,
    DANA__PLACE_JUST_BEFORE, /* up to 3 */
    DANA__PLACE_AT,
    DANA__PLACE_JUST_AFTER, /* up to 3 */
    DANA__PLACE_AFTER,      /* up to 10 */
    DANA__PLACE_FAR_AFTER,  /* up to 40 */
    DANA__PLACE_BEHIND,
    DANA__PLACE_CLASSES
};

/* How the elements stand to one another that hold a block and the one before. */
enum {
    DANA__RELATION_SAME,
    DANA__RELATION_SIBLING, /* one parent */
    DANA__RELATION_INTO,    /* the next one lies in the first one */
    DANA__RELATION_OUT_OF,
    DANA__RELATION_COUSIN, /* one grandparent */
    DANA__RELATION_FAR,
    DANA__RELATION_CLASSES
};

/* The order of the features: offsetof says where a group begins. Never made. */
#define DANA__CHAIN_MEMBER(group, size) char group[size];
typedef struct {
    DANA__CHAIN_BLOCK_FEATURES(DANA__CHAIN_MEMBER)
} dana__chain_block_layout;

typedef struct {
    DANA__CHAIN_STEP_FEATURES(DANA__CHAIN_MEMBER)
} dana__chain_step_layout;
#undef DANA__CHAIN_MEMBER

#define DANA__CHAIN_BLOCK_COUNT sizeof(dana__chain_block_layout)
#define DANA__CHAIN_STEP_COUNT  sizeof(dana__chain_step_layout)

#endif
