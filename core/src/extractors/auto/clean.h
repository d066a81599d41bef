/*
 * What is no content inside the selection.
 */
#ifndef DANA_EXTRACTORS_AUTO_CLEAN_H
#define DANA_EXTRACTORS_AUTO_CLEAN_H

#include "extractors/auto/choose.h"

/* Drops the links before the first text of a small page: no page to learn from was as small, and
 * there they are its menu; likewise the last row, where it is one of these. */
void dana__cut_small_menu(dana__blocks *blocks);

/*
 * Drops what is no content inside the selection: repeated blocks, line numbers.
 * Errors: DANA_TOO_COMPLEX, DANA_NO_MEMORY.
 */
DANA_MUST_USE dana_status dana__clean_blocks(dana_page *page, dana__blocks *blocks,
                                             const dana__auto_settings *settings, dana_error *err);

/* Takes out of the selection blocks that are scripts, styles or data which a damaged page shows as
 * text. Code that an author shows (pre, code) stays. */
void dana__drop_scripts(const dana_page *page, dana__blocks *blocks);

/* Takes out of the selection what widgets say between the texts: the labels of their buttons
 * (measure/labels.h), and the counters of a row of pictures ("2 / 5"), of which two follow one
 * another; the signs between links; headings without a letter. Tables and listings keep theirs. */
void dana__drop_widgets(const dana_page *page, dana__blocks *blocks);

/* Cuts headings at the content's end, as nothing stands below them; more than two in a row are the
 * items of a list. */
void dana__cut_last_headings(dana__blocks *blocks);

#endif
