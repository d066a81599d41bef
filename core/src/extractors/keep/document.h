/*
 * What belongs to a whole text though the learned step refuses it: parts of a manual, notes.
 */
#ifndef DANA_EXTRACTORS_KEEP_DOCUMENT_H
#define DANA_EXTRACTORS_KEEP_DOCUMENT_H

#include "blocks/blocks.h"

/* On a page that is documentation (how likely: 0 to 1), takes the paragraphs, items, listings and
 * headings that the learned step refused though it was not sure, in the element that holds what is
 * taken. Elements that are named as boxes stay out. Linear. */
void dana__keep_document(dana__blocks *blocks, float documentation);

/* Takes notes after content: lists of which each item leads back to where its mark stands, and
 * paragraphs that begin with a sign that says so ("#_ftnref1"), or with a number that is a place
 * itself and leads to one, as in acts of the European Union. Linear in the depth of lists times
 * their blocks. */
void dana__keep_notes(const dana_page *page, dana__blocks *blocks);

#endif
