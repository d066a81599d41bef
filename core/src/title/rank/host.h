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

/* Returns whether a text's ASCII letters and digits, written together, are part of the host. */
bool dana__is_in_host(dana_view host, dana_view text);

#endif
