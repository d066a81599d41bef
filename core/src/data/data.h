/*
 * Content from data: where no element of a page has its text and a script's data does.
 */
#ifndef DANA_DATA_DATA_H
#define DANA_DATA_DATA_H

#include "dana/result.h"
#include "data/compose.h"
#include "data/facts.h"

/*
 * Finds the article in a page's data. content: code points that an extraction selected, outside
 * links. *out is NULL where there is none, or it is not more than what the extraction has.
 * *selection: its strings in the source. Linear. Errors: DANA_NO_MEMORY, DANA_CANCELLED,
 * DANA_TOO_COMPLEX.
 */
DANA_MUST_USE dana_status dana__find_data(dana_page *page, const dana_result *result,
                                          size_t content, const dana_data **out,
                                          dana_selection *selection, dana_error *err);

/*
 * Makes *out a copy of a result with content from data, whose result on the data's page is *inner,
 * for the caller to fill. *inner is in the page's arena. Errors: DANA_TOO_COMPLEX, DANA_NO_MEMORY.
 */
DANA_MUST_USE dana_status dana__wrap_data(dana_page *page, const dana_result *result,
                                          dana_result *out, dana_result **inner, dana_error *err);

/* Returns the source bytes that a part of a data's page comes from. */
dana_span dana__data_place(const dana_data *data, dana_span span);

#endif
