/*
 * Rules as data: which elements are no content, how sure a name is, and when a rule must not fire.
 */
#ifndef DANA_EXTRACTORS_AUTO_RULES_H
#define DANA_EXTRACTORS_AUTO_RULES_H

#include "dana/view.h"
#include "html/elements.h"

#include <stdint.h>

/* Marks: what an element is called. Each is a bit of dana__node.marks. */
typedef enum {
    DANA__MARK_NONE,
    DANA__MARK_NAV,
    DANA__MARK_FOOTER,
    DANA__MARK_HEADER,
    DANA__MARK_ASIDE,
    DANA__MARK_FORM,
    DANA__MARK_HIDDEN,
    DANA__MARK_COMMENTS,
    DANA__MARK_RELATED,
    DANA__MARK_SHARE,
    DANA__MARK_NEWSLETTER,
    DANA__MARK_COOKIE,
    DANA__MARK_ADVERT,
    DANA__MARK_CAPTION,
    DANA__MARK_BUTTON,
    DANA__MARK_AUTHOR,
    DANA__MARK_META,
    DANA__MARK_WIDGET,
    DANA__MARK_PAYWALL,
    DANA__MARK_DIALOG,
    DANA__MARK_MENU_ITEM,
    DANA__MARK_CONTENT, /* names of content: used by the learned step only */
    DANA__MARK_POST,
    DANA__MARK_CARD,
    DANA__MARK_PRICE,
    DANA__MARK_REVIEW,
    DANA__MARK_HERO,
    DANA__MARK_NOTE, /* what a page says about itself: disclaimers, legal notes */
    DANA__MARK_COUNT
} dana__mark;

/* A row: elements with `mark` are pruned unless they hold more than `guard` (on articles,
 * `in_article`) of the page's text outside links. */
typedef struct {
    const char *name;    /* in the trace and the ablation table */
    dana__mark mark;     /* what it matches */
    float guard;         /* share of the page's text outside links, 0 to 1 */
    float in_article;    /* the same on pages that call themselves articles */
    unsigned unless;     /* hints (DANA__HINT_*) under which it does not fire */
    uint64_t not_inside; /* kinds of ancestors under which it does not fire */
    const char *origin;  /* what names it, and the effect measured on wcxb-dev */
} dana__rule;

/* The rows. Row 0 is no rule. */
extern const dana__rule dana__rules[];
extern const size_t dana__rule_count;

/* Returns the marks (1u << dana__mark) of a word of a class or id value: at least two small ASCII
 * letters. */
uint32_t dana__word_marks(const char *word, size_t length);

/* Returns the marks of an element's kind alone. */
uint32_t dana__kind_marks(dana__kind kind);

/* Returns the marks of an ARIA role. */
uint32_t dana__role_marks(dana_view role);

#endif
