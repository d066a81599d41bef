/*
 * The survey: what the tables of a page look like, before they are rendered.
 */
#ifndef DANA_OUTLINE_TABLE_SURVEY_H
#define DANA_OUTLINE_TABLE_SURVEY_H

#include "outline/outline.h"

#include "text/picker.h"

/*
 * Looks at the tables of a part of a page (see dana__outline_start), with an outline that it uses
 * up. picker stands at or before the part's first unit, and stays there. tables (initialised) is
 * filled with dana__table in the order of their start tags.
 * Errors: DANA_TOO_COMPLEX, DANA_NO_MEMORY, DANA_CANCELLED.
 */
DANA_MUST_USE dana_status dana__survey_tables(const dana__picker *picker, dana_span part,
                                              dana__outline *outline, dana_buffer *tables,
                                              dana_error *err);

/* Whether a table is one of data, not of layout: two columns, two rows, no table inside, no cell
 * that is a page of its own. */
bool dana__is_data(const dana__table *table);

/* Whether a table of data can be written as rows of single lines (GFM 4.10). */
bool dana__fits_lines(const dana__table *table);

/* Whether the first row of a table is one of headers: by its elements, its classes, its bold texts,
 * or as words over columns of numbers. */
bool dana__has_header(const dana__table *table);

#endif
