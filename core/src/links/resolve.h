/*
 * References of a page's tags, resolved.
 */
#ifndef DANA_LINKS_RESOLVE_H
#define DANA_LINKS_RESOLVE_H

#include "dana/page.h"
#include "html/tokenizer.h"

/* Returns whether a URL is http or https. */
bool dana__is_web(dana_view url);

/* Returns whether a tag is a start tag of this name (lower case). */
bool dana__is_start_of(const dana__markup *tag, const char *name);

/*
 * Decodes the raw value of an attribute and resolves it against `base`. out->data is NULL where it
 * is no URL. *out is borrowed from the page. Errors: DANA_TOO_COMPLEX, DANA_NO_MEMORY.
 */
DANA_MUST_USE dana_status dana__resolve_value(dana_page *page, dana_view base, dana_view raw,
                                              dana_view *out, dana_error *err);

/*
 * Decodes the raw value of an attribute and resolves it against `base`; without a base a relative
 * one stays as it is written. out->data is NULL where it is neither that nor http or https. *out is
 * borrowed from the page. Errors: DANA_TOO_COMPLEX, DANA_NO_MEMORY.
 */
DANA_MUST_USE dana_status dana__web_target(dana_page *page, dana_view base, dana_view raw,
                                           dana_view *out, dana_error *err);

/*
 * As dana__web_target, for the href of a start tag; mailto counts, tel where with_tel. out->data is
 * NULL where it has none of those.
 */
DANA_MUST_USE dana_status dana__link_target(dana_page *page, dana_view base, dana_view tag,
                                            bool with_tel, dana_view *out, dana_error *err);

#endif
