/*
 * A manual is whole: what the learned step refuses between its texts.
 */
#ifndef DANA_EXTRACTORS_KEEP_DOCUMENT_H
#define DANA_EXTRACTORS_KEEP_DOCUMENT_H

#include "extractors/auto/choose.h"

/* On a page that is documentation, takes the paragraphs, items, listings and headings that the
 * learned step refused though it was not sure, in the element that holds what is taken. Links and
 * elements that are named as boxes stay out. Linear. */
void dana__keep_document(dana__blocks *blocks, const dana__choice *choice);

#endif
