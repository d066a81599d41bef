/*
 * Ids of sections and headings that say what a text is about: "cookies" in a manual is no box.
 */
#ifndef DANA_BLOCKS_SECTION_IDS_H
#define DANA_BLOCKS_SECTION_IDS_H

#include "blocks/blocks.h"

/*
 * Takes away what the ids of sections and headings of a text name (marks), once all blocks are
 * read: a section that begins with a heading and stands among others like it, and a heading among
 * others of its order. What class words, roles and attributes name stays. Bounded work an element.
 */
void dana__unmark_sections(const dana_page *page, dana__blocks *blocks);

#endif
