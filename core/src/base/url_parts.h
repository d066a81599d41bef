/*
 * The parts of a URL.
 */
#ifndef DANA_BASE_URL_PARTS_H
#define DANA_BASE_URL_PARTS_H

#include "dana/view.h"

#include <stdbool.h>

/* Parts of a URL, as written. has_authority: "//" stood before it. opaque: the path is not
 * hierarchical (mailto:x). merges: a relative path, which continues the folder of the base. */
typedef struct {
    dana_view scheme;
    dana_view authority;
    dana_view path;
    dana_view query;
    dana_view fragment;
    unsigned default_port;
    bool special;
    bool has_authority;
    bool opaque;
    bool has_query;
    bool has_fragment;
    bool merges;
} dana__url_parts;

/* Returns whether a character separates segments of a path. */
static inline bool dana__is_slash(char c, bool special)
{
    return c == '/' || (special && c == '\\');
}

/* Returns a text without its first `length` bytes. */
static inline dana_view dana__skip(dana_view text, size_t length)
{
    return (dana_view){text.data + length, text.length - length};
}

/* Returns the end of an address, behind its last '/' or '#': the name of a file, of a part, of a
 * type. */
static inline dana_view dana__last_name(dana_view address)
{
    size_t at = address.length;

    while (at > 0 && address.data[at - 1] != '/' && address.data[at - 1] != '#') {
        at--;
    }
    return dana__skip(address, at);
}

/* Returns the URL of the page of which a URL, raw or not, names a copy in an archive of the web;
 * the URL itself where it names none. *is_raw, unless NULL: the copy is as the page was, its links
 * are not the archive's. */
dana_view dana__original_url(dana_view url, bool *is_raw);

/* Splits an absolute URL; false where it is none. */
bool dana__split_url(dana_view text, dana__url_parts *url);

/* Splits a reference (base NULL: none). Returns false where it is relative and the base does not
 * help. */
bool dana__split_reference(dana_view text, const dana__url_parts *base, dana__url_parts *url);

#endif
