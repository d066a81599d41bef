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

/* Splits an absolute URL; false where it is none. */
bool dana__split_url(dana_view text, dana__url_parts *url);

/* Splits a reference (base NULL: none). Returns false where it is relative and the base does not
 * help. */
bool dana__split_reference(dana_view text, const dana__url_parts *base, dana__url_parts *url);

#endif
