/*
 * Marks: what elements are called, by their class words, ids, roles and kinds. Data alone; which
 * marks are no content is said in extractors/auto/rules.h.
 */
#ifndef DANA_BLOCKS_MARKS_H
#define DANA_BLOCKS_MARKS_H

#include "dana/view.h"
#include "html/elements.h"

#include <stdint.h>

/* Marks: what an element is called. Each is a bit of dana__node.marks. */
typedef enum {
    DANA__MARK_EDITING, /* what a program sets around a text: wikis for those who write it, Project
                           Gutenberg its licence */
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
    DANA__MARK_CONSENT,   /* names of tools that ask for consent */
    DANA__MARK_NOTE,      /* what a page says about itself: disclaimers, legal notes */
    DANA__MARK_REWRITTEN, /* of formulas and of highlighters: the outline writes their texts */
    DANA__MARK_TABS,      /* the names of panels */
    DANA__MARK_CALLOUT,   /* what belongs to a text and is set apart: warnings, tips, footnotes,
                             ingredients */
    DANA__MARK_COUNT
} dana__mark;

/* The bit of a mark in a set of marks: DANA__MARK_BIT(NAV). */
#define DANA__MARK_BIT(mark) (UINT32_C(1) << DANA__MARK_##mark)

/* Returns the marks (1u << dana__mark) of the word of a class or id value that has a key
 * (blocks/word_odds.h); 0 for a word that names nothing. */
uint32_t dana__word_marks(uint32_t key);

/* Returns the marks of an element's kind alone. */
uint32_t dana__kind_marks(dana__kind kind);

/* Returns the marks of an ARIA role. */
uint32_t dana__role_marks(dana_view role);

#endif
