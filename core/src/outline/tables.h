/*
 * Tables, their rows and cells, and what they imply.
 */
#ifndef DANA_OUTLINE_TABLES_H
#define DANA_OUTLINE_TABLES_H

#include "outline/state.h"

/* Opens what a start tag of a table or of a part of one stands for. Returns
 * false for another kind. */
bool dana__open_of_table(dana__outline *o, dana__kind kind, uint64_t key, dana_view tag);

/* Where only parts of a table are open, opens a cell for what is not of a table. deviation: a
 * browser moves it before the table (13.2.6.1, foster parenting); the text keeps its order. */
void dana__imply_cell(dana__outline *o);

/*
 * Returns whether a cell, which begins at a start tag, holds nothing but an element that is called
 * the sign for yes (a check mark) or for no (a cross): 'y', 'n', or 0. *past is where it ends.
 */
char dana__sign_of_cell(const dana__markup *cell, const char *end, const char **past);

#endif
