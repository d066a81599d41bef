/*
 * What elements are called that hold no text of the author, however it is shown.
 */
#ifndef DANA_EXTRACTORS_KEEP_FOREIGN_H
#define DANA_EXTRACTORS_KEEP_FOREIGN_H

#include "blocks/marks.h"

/* Boxes that a page sets beside or around its text. */
#define DANA__FOREIGN_MARKS                                                                        \
    (DANA__MARK_BIT(NAV) | DANA__MARK_BIT(FOOTER) | DANA__MARK_BIT(COOKIE) |                       \
     DANA__MARK_BIT(CONSENT) | DANA__MARK_BIT(DIALOG) | DANA__MARK_BIT(COMMENTS) |                 \
     DANA__MARK_BIT(RELATED) | DANA__MARK_BIT(ADVERT) | DANA__MARK_BIT(SHARE) |                    \
     DANA__MARK_BIT(EDITING))

/* These, and what is hidden, filled in or pressed. */
#define DANA__BESIDE_MARKS                                                                         \
    (DANA__FOREIGN_MARKS | DANA__MARK_BIT(HIDDEN) | DANA__MARK_BIT(ASIDE) | DANA__MARK_BIT(FORM) | \
     DANA__MARK_BIT(NEWSLETTER) | DANA__MARK_BIT(BUTTON))

#endif
