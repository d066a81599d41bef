/*
 * A page's address, for what its host and its path say of the headline.
 */
#ifndef DANA_TITLE_RANK_HOST_H
#define DANA_TITLE_RANK_HOST_H

#include "dana/view.h"

#include <stdbool.h>

/*
 * Takes host and slug of an address: the last part of its path that is not empty, up to a
 * dot. Returns false where there is no host; slug is empty where there is no path.
 */
bool dana__split_address(dana_view address, dana_view *host, dana_view *slug);

/* Where a link leads. */
typedef enum {
    DANA__LEADS_ELSEWHERE,
    DANA__LEADS_HOME, /* the first page of a site, or of the part of it that the page is in */
    DANA__LEADS_HERE, /* to the page itself: an anchor of it alone, or the same slug */
} dana__leads;

/* Returns where the address of a link leads, as far as it says so itself. own: the path of the
 * page's address, as it is written; may be empty. Linear. */
dana__leads dana__link_leads(dana_view href, dana_view own);

/* Returns whether a text's ASCII letters and digits, written together, are part of the host. */
bool dana__is_in_host(dana_view host, dana_view text);

#endif
