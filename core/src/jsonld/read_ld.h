/*
 * Reads JSON-LD: each script of a page once, whoever asks for it first.
 */
#ifndef DANA_JSONLD_READ_LD_H
#define DANA_JSONLD_READ_LD_H

#include "dana/page.h"
#include "jsonld/jsonld.h"

/* Returns whether a script's start tag says that it holds JSON-LD. */
bool dana__is_json_ld(dana_view tag);

/*
 * Reads the content of a script of the page, borrowed from its source, unless it was read before.
 * *out: its objects in what dana__ld_of returns. Linear. Errors: DANA_TOO_COMPLEX, DANA_NO_MEMORY.
 */
DANA_MUST_USE dana_status dana__read_ld(dana_page *page, dana_view script, dana__ld_range *out,
                                        dana_error *err);

/* Returns what was read of a page's scripts so far; empty where nothing was. */
const dana__ld *dana__ld_of(const dana_page *page);

#endif
