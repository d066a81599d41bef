/*
 * Mails on the page of a thread: reports of debbugs, threads of public-inbox.
 */
#ifndef DANA_POSTS_TALK_MAILS_H
#define DANA_POSTS_TALK_MAILS_H

#include "posts/talk/talk.h"

/* Lists the mails of a page, in its order, each without its head. Memory of the page's arena. *out:
 * NULL where there are none. Linear. Errors: DANA_TOO_COMPLEX, DANA_NO_MEMORY. */
DANA_MUST_USE dana_status dana__find_mails(dana_page *page, dana__talk_comment **out, size_t *count,
                                           dana_error *err);

#endif
