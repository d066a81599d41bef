/*
 * The steps that decide which blocks are content. Each reads and writes dana__blocks only.
 */
#ifndef DANA_EXTRACTORS_AUTO_CHOOSE_H
#define DANA_EXTRACTORS_AUTO_CHOOSE_H

#include "blocks/blocks.h"
#include "dana/result.h"

/* What the learned step favours where it is not sure. */
typedef enum { DANA__FAVOR_BALANCED, DANA__FAVOR_PRECISION, DANA__FAVOR_RECALL } dana__favor;

/* What a run favours and leaves out; all zero is the algorithm as it is. For its parameters, for
 * ablation, and for what reads a page's structure beside another algorithm. */
typedef struct {
    dana__favor favor;
    size_t max_records; /* most blocks, and most elements; 0: as many as the page's size allows */
    uint32_t rules_off; /* 1u << row of dana__rules */
    uint32_t steps_off; /* DANA__STEP_* */
    uint8_t rule_off;   /* 1 + row of a rule behind the learned step (settle.h), 0: none */
    bool records_rules; /* which of these changed each block last is noted */
} dana__auto_settings;

/* Steps that can be left out. */
enum {
    DANA__STEP_PRUNE = 1 << 0,
    DANA__STEP_SUBTREE = 1 << 1,
    DANA__STEP_FALLBACK = 1 << 2,
    DANA__STEP_REPEATED = 1 << 3,
    DANA__STEP_GUTTERS = 1 << 4,
    DANA__STEP_SMOOTHING = 1 << 5,
    DANA__STEP_LEARNED = 1 << 6,
    DANA__STEP_SMALL = 1 << 7,
    DANA__STEP_TAIL = 1 << 8,
    DANA__STEP_LINES = 1 << 9,
    DANA__STEP_LISTINGS = 1 << 10,
};

/* What is known of a page besides its blocks once the rules have run. */
typedef struct {
    size_t subtree;     /* the element that holds most of the mass */
    float coverage;     /* share of the unpruned text outside links that the subtree holds */
    bool fallback;      /* all that is left was taken instead of the subtree */
    uint32_t kept_text; /* code points of unpruned blocks */
    size_t headline;    /* the block that is most like the title element; block_count: none is, or
                           the learned step was left out */
    float headline_likeness;           /* 0 to 1 */
    float types[DANA_PAGE_TYPE_COUNT]; /* how likely the page is of each type; 0 before the learned
                                          step */
} dana__choice;

/*
 * Computes each unpruned block's density, df = text - link text - 5 tags, smoothed over three, and
 * each element's mass: the sum of max(0, df)^1.25 over its blocks of positive density.
 */
void dana__measure_density(dana__blocks *blocks, const dana__auto_settings *settings);

/* Walks from the page into the heaviest child while it holds most of the mass, and selects what
 * it finds: the subtree, or all that is left. Not into the reviews of a product. */
void dana__choose_blocks(const dana_page *page, dana__blocks *blocks,
                         const dana__auto_settings *settings, dana__choice *choice);

/*
 * The second cut: on a page that calls itself an article, leaves out what comes after the
 * article inside the chosen subtree in an element of its own and is made of links and short
 * blocks: teasers of other articles, calls to act. Linear in the numbers of elements and blocks.
 */
void dana__cut_tail(dana__blocks *blocks, const dana__choice *choice);

/* Leaves out, on a page that calls itself an article, the lines of the subtree that are nothing
 * but a link, outside paragraphs, lists and tables. Linear in the number of blocks. */
void dana__cut_link_lines(dana__blocks *blocks);

/* Whether what is taken outside the element of a headline may be none of the page's text: the page
 * is one text and no product, and has a text that is like the title element. */
bool dana__is_beside_rows(const dana__blocks *blocks, const dana__choice *choice);

/* Whether an article begins at its headline: a heading that is like the title element. */
bool dana__begins_at_headline(const dana__blocks *blocks, const dana__choice *choice);

/* Of two copies (copies.h) that the rules took, the later one gets the decision of repeated texts.
 */
void dana__drop_copies(dana__blocks *blocks);

/*
 * Of two copies that were scored, keeps the one of higher score, the first of those as high; the
 * other gets score 0 and the decision of repeated texts.
 */
void dana__fold_copies(dana__blocks *blocks);

#endif
