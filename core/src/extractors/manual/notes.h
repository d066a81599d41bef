/*
 * Notes to a text, wherever they stand.
 */
#ifndef DANA_EXTRACTORS_MANUAL_NOTES_H
#define DANA_EXTRACTORS_MANUAL_NOTES_H

#include "blocks/blocks.h"
#include "page/page.h"

/* Takes what no content is made of yet and is a note to it: the content leads to a place in it, and
 * it leads back. Behind the first content alone; boxes that are called so stay out, but a footer
 * and an aside may hold notes. Linear in the source. */
void dana__keep_referred_notes(const dana_page *page, dana__blocks *blocks);

#endif
