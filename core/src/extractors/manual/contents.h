/*
 * Names of lists of a page's parts.
 */
#ifndef DANA_EXTRACTORS_MANUAL_CONTENTS_H
#define DANA_EXTRACTORS_MANUAL_CONTENTS_H

#include "blocks/blocks.h"
#include "dana/page.h"

/* Cuts the name of a list of the page's parts ("Table of contents") where the list is left out, as
 * nothing stands below it. Linear. */
void dana__cut_contents_names(const dana_page *page, dana__blocks *blocks);

#endif
