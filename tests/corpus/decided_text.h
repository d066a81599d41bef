/*
 * The text that `auto` takes of a page with settings that its parameters cannot have: with a step
 * or a rule left out.
 */
#ifndef TESTS_CORPUS_DECIDED_TEXT_H
#define TESTS_CORPUS_DECIDED_TEXT_H

#include "extractors/auto/auto.h"

/*
 * Scans a page, decides its blocks and renders what is taken, as the algorithm does. *trace and
 * *text are borrowed from the page. Errors: those of these steps.
 */
dana_status corpus_decided_text(dana_page *page, const dana__auto_settings *settings,
                                dana__auto_trace *trace, dana_view *text);

#endif
