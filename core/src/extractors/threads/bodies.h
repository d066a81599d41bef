/*
 * The texts of a thread's posts, which their markup calls so.
 */
#ifndef DANA_EXTRACTORS_THREADS_BODIES_H
#define DANA_EXTRACTORS_THREADS_BODIES_H

#include "blocks/blocks.h"
#include "dana/page.h"

/* Takes the texts of posts of which the learned step refused all, on pages whose markup or address
 * says that they are threads. Trackers of bugs set posts among tables of states and forms: it does
 * not know these. */
void dana__take_bodies(const dana_page *page, dana__blocks *blocks);

#endif
