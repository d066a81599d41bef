/*
 * Which of two copies of a text (see copies.h) stays.
 */
#ifndef DANA_EXTRACTORS_AUTO_FOLD_COPIES_H
#define DANA_EXTRACTORS_AUTO_FOLD_COPIES_H

#include "blocks/blocks.h"

/* Of two copies that the rules took, the later one gets the decision of repeated texts. */
void dana__drop_copies(dana__blocks *blocks);

/*
 * Of two copies that were scored, keeps the one of higher score, the first of those as high; the
 * other gets score 0 and the decision of repeated texts.
 */
void dana__fold_copies(dana__blocks *blocks);

#endif
