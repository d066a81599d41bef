/* The sections "metadata" and "posts" of a spec case. */
#ifndef TESTS_TELL_METADATA_H
#define TESTS_TELL_METADATA_H

#include "dana/metadata.h"
#include "dana/posts.h"

#include <stdbool.h>

/*
 * Writes a page's metadata as "field|source|value" lines, unknown fields left out: author,
 * published, modified, language, direction, site, excerpt, canonical, image, then subtitles as
 * "h2|source|text", those under the headline as "dek|source|text", then tag, category, keyword,
 * license, next, video; "none" if nothing is known.
 * Returns false on failure.
 */
bool tell_metadata(dana_page *page, const dana_metadata_input *input, char *out, size_t room);

/*
 * Writes a page's posts and comments as "post 0|author|date|text" lines: the kind, the depth, and
 * what is known, newlines of the text as " / "; "none" if there are none. Returns false on failure.
 */
bool tell_posts(dana_page *page, const dana_metadata_input *input, char *out, size_t room);

#endif
