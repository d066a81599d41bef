/*
 * Limits of a page's shape. They are ours, and reported: dana_error.limit names the one exceeded.
 */
#ifndef DANA_LIMITS_H
#define DANA_LIMITS_H

#include "dana/page.h"

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * max_lines and max_nodes hold for every algorithm: the scan enforces them. Nodes are the tags,
 * texts and comments that the scan meets; what it drops whole (a script, a template) is one.
 * max_attributes and max_depth guard algorithms that build a tree, whose parser takes quadratic
 * time or loses content beyond them; the density family answers such pages fully.
 */
typedef struct {
    size_t max_attributes; /* of one tag */
    size_t max_depth;      /* elements open at once, html, head and body not counted */
    size_t max_nodes;
    size_t max_lines;
} dana_limits;

/*
 * Sets the limits of a page; NULL means the defaults: 512, 1024, 1 000 000 and 200 000. To be
 * called before the first work on the page: what was done already is not undone.
 */
void dana_page_set_limits(dana_page *page, const dana_limits *limits);

#ifdef __cplusplus
}
#endif
#endif
