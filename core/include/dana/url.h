/*
 * URLs: references made absolute as browsers do.
 *
 * Source: WHATWG URL Standard (URL parsing); RFC 3986 5.2 where both agree.
 */
#ifndef DANA_URL_H
#define DANA_URL_H

#include "dana/arena.h"
#include "dana/status.h"
#include "dana/view.h"

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Longest base URL that references are resolved against, in bytes: a longer one counts as none. */
#define DANA_URL_BASE_MAX ((size_t)8192)

/*
 * Resolves a reference (UTF-8, references decoded) against an absolute base URL; an empty base is
 * none. Tabs and newlines are removed, the ends trimmed, backslashes are slashes in http, https,
 * ws, wss, ftp and file, dot segments (also written %2e) go, default ports go, scheme and ASCII
 * letters of the host are lower-cased, what may not stand in a part is percent-encoded as UTF-8.
 * deviation: a host beyond ASCII stays as it is (no IDNA), nor are numbers read as IPv4 addresses
 * or percent escapes decoded in a host; drive letters of file URLs mean nothing.
 * *out is in the arena; out->data is NULL where the result is no URL (a relative reference without
 * a base, a port or host that cannot be). Linear in both lengths.
 * Errors: DANA_TOO_COMPLEX, DANA_NO_MEMORY.
 */
DANA_MUST_USE dana_status dana_url_resolve(dana_arena *arena, dana_view base, dana_view reference,
                                           dana_view *out, dana_error *err);

/*
 * Gives a relative reference as it stands, for a page whose URL is unknown: tabs and newlines
 * removed, the ends trimmed, backslashes as slashes, what may not stand in a URL percent-encoded.
 * out->data is NULL where the reference is empty or names a scheme ("javascript:"). *out is in the
 * arena. Errors: DANA_TOO_COMPLEX, DANA_NO_MEMORY.
 */
DANA_MUST_USE dana_status dana_url_relative(dana_arena *arena, dana_view reference, dana_view *out,
                                            dana_error *err);

/* Tells whether an absolute URL has this scheme ("https", lower case). */
bool dana_url_has_scheme(dana_view url, const char *scheme);

#ifdef __cplusplus
}
#endif
#endif
