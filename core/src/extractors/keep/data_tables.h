/*
 * Tables of data of which only some cells were taken: numbers and names look like no content.
 */
#ifndef DANA_EXTRACTORS_KEEP_DATA_TABLES_H
#define DANA_EXTRACTORS_KEEP_DATA_TABLES_H

#include "blocks/blocks.h"

/* Takes all of a table of short cells, not links, that is partly taken and has content or the
 * headline before it, with its caption, and all of a table that sets a formula behind a text; of
 * other tables of short cells cuts the few that are taken apart from their rows. Tables that hold
 * tables are layouts. Linear in the depth of tables times their blocks. */
void dana__keep_data_tables(const dana_page *page, dana__blocks *blocks);

/* Takes the facts of a product: behind what is taken, tables whose rows have two cells each and
 * lists of terms, of short texts with few links, outside forms and boxes. Linear in tables and
 * their depth. */
void dana__keep_product_facts(dana__blocks *blocks);

#endif
