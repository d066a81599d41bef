/*
 * Pages of hosts of code: a document below the list of a repository's files, files of code.
 */
#ifndef DANA_EXTRACTORS_MANUAL_REPOSITORY_H
#define DANA_EXTRACTORS_MANUAL_REPOSITORY_H

#include "blocks/blocks.h"
#include "dana/page.h"

/*
 * Where one element of the page is called a document, and text of it is taken: cuts the rows and
 * short lines before it, but the page's title. Takes what the learned step refused in elements
 * that are called files of code. Linear.
 */
void dana__keep_repository(const dana_page *page, dana__blocks *blocks, size_t headline);

#endif
