/*
 * Mails in archives that MHonArc, alone and in Sympa, Pipermail, hypermail and public-inbox make.
 */
#ifndef DANA_EXTRACTORS_THREADS_MAIL_H
#define DANA_EXTRACTORS_THREADS_MAIL_H

#include "blocks/blocks.h"
#include "dana/page.h"

/* Takes the text of a mail, as the archive marks it, and cuts what stands around it but
 * its subject: the head's lines, the mails before and behind. headline: index of a block. Of
 * public-inbox, takes the mails with their heads, and cuts how to search, answer and mirror it. */
void dana__keep_mail(const dana_page *page, dana__blocks *blocks, size_t headline);

/* Returns whether public-inbox made a page, by how it ends. */
bool dana__is_inbox(const dana_page *page);

#endif
