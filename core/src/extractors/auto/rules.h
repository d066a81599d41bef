/*
 * Rules as data: which elements are no content, how sure a name is, and when a rule must not fire.
 */
#ifndef DANA_EXTRACTORS_AUTO_RULES_H
#define DANA_EXTRACTORS_AUTO_RULES_H

#include "blocks/marks.h"
#include "extractors/auto/choose.h"

#include <stdint.h>

/* Whether what a row names is a box that nobody wrote: it goes though it holds more than the guard,
 * if the headline has text beside it, and the learned step does not bring it back. */
typedef enum {
    DANA__BOX_NEVER,
    DANA__BOX_TINY,  /* on pages of a few lines */
    DANA__BOX_SHORT, /* on short pages */
    DANA__BOX_ALWAYS
} dana__box;

/* A row: elements with `mark` are pruned unless they hold more than `guard` (on articles,
 * `in_article`) of the page's text outside links. */
typedef struct {
    const char *name;    /* in the trace and the ablation table */
    dana__mark mark;     /* what it matches */
    float guard;         /* share of the page's text outside links, 0 to 1 */
    float in_article;    /* the same on pages that call themselves articles */
    unsigned unless;     /* hints (DANA__HINT_*) under which it does not fire */
    uint64_t not_inside; /* kinds of ancestors under which it does not fire */
    dana__box box;
    const char *origin; /* what names it, and the effect measured on wcxb-dev */
} dana__rule;

/* The rows. Row 0 is no rule. */
extern const dana__rule dana__rules[];
extern const size_t dana__rule_count;

/* Marks the elements that a rule prunes, and the blocks inside them. */
void dana__prune(dana__blocks *blocks, const dana__auto_settings *settings);

/* Cuts the blocks of boxes: the learned step is not asked, as it knows short pages too little. */
void dana__cut_boxes(dana__blocks *blocks);

/* Clears what the body and html elements are called, behind the learned step, whose numbers ask it:
 * they say how the page is laid out ("nav-fixed", "has-sidebar", "comments-open"), and are no box.
 */
void dana__clear_body(dana__blocks *blocks);

#endif
