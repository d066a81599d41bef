/* The tree that libxml2 builds of a page, as a reference. */
#ifndef TESTS_HTML_TREE_H
#define TESTS_HTML_TREE_H

#include <libxml/HTMLparser.h>
#include <stdbool.h>
#include <stddef.h>

/* Parses HTML in UTF-8 without messages. Returns a tree to free with xmlFreeDoc, or NULL. */
htmlDocPtr parse_tree(const char *html, size_t length);

/* Whether an element's text is no content, as the preprocessing of the algorithms drops it. */
bool is_dropped(const xmlNode *node);

#endif
