/*
 * Markdown and HTML of danad parsed again: Markdown by cmark-gfm, HTML by libxml2.
 */
#ifndef TESTS_CORPUS_READ_FORMATS_H
#define TESTS_CORPUS_READ_FORMATS_H

#include "dana/view.h"
#include "growing_text.h"

#include <stddef.h>

/* The output of a parser for a page in one format. */
typedef struct {
    growing_text words; /* text, blocks parted by spaces */
    growing_text links; /* URLs of links and images, a line each */
    growing_text parts; /* levels of headings, 'r' for a rule, 'c' for a code block */
    size_t emphasis;    /* bytes of text in strong or em, white space left out */
    size_t depth;       /* of strong and em */
    const char *wrong;  /* what is not allowed */
} seen;

/* Parses HTML into *s, which is zeroed before; it must contain only what is allowed. */
void read_html(dana_view html, seen *s);

/* Parses Markdown into *s, which is zeroed before. */
void read_markdown(dana_view markdown, seen *s);

/* Frees what a parser found, and zeroes it. */
void clear_seen(seen *s);

#endif
