/*
 * Shells: pages whose text comes by scripts, once a browser has run them.
 */
#ifndef DANA_DATA_SHELL_H
#define DANA_DATA_SHELL_H

#include "dana/scan.h"
#include "page/page.h"

#include <stdbool.h>

/*
 * Judges whether a page needs a browser for its text. scan: of the page. Linear; only pages of
 * little text are read. Errors: DANA_TOO_COMPLEX, DANA_CANCELLED.
 */
DANA_MUST_USE dana_status dana__is_shell(dana_page *page, const dana_scan *scan, bool *shell,
                                         dana_error *err);

#endif
