/*
 * Posts that no class word calls so, told by the elements of their texts ("post-body").
 */
#ifndef DANA_POSTS_BODIES_H
#define DANA_POSTS_BODIES_H

#include "posts/boxes.h"

/*
 * Calls posts what is around several bodies of one class, each the largest box with one of them.
 * is_thread: the page is one; else most of them must hold an author or a date (boxes know that).
 * Returns whether there are any. Linear. *status: DANA_TOO_COMPLEX, DANA_NO_MEMORY.
 */
bool dana__call_bodies(dana_page *page, dana__boxes *boxes, bool is_thread, dana_status *status,
                       dana_error *err);

#endif
