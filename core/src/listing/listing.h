/*
 * Code as highlighters mark it up: which elements are listings without being a pre, which are
 * lines.
 */
#ifndef DANA_LISTING_LISTING_H
#define DANA_LISTING_LISTING_H

#include "html/tokenizer.h"
#include "listing/class_words.h"

#include <stdbool.h>

/* The sets of class words of which a listing has one. */
#define DANA__LISTING_CLASSES                                                                      \
    ((unsigned)DANA__CLASS_LISTING | DANA__CLASS_EDITOR | DANA__CLASS_FRAGMENT | DANA__CLASS_DIFF)

/* Tells whether a start tag of a block begins a listing that is no pre: an editor, a table of
 * lines. */
bool dana__is_listing(const dana__markup *tag);

/*
 * Tells whether the start tag of a code, samp or tt element begins a paragraph of nothing but lines
 * of code: it stands first, br elements part its lines, and what comes behind its end tag is a
 * block's tag. It reads the source up to the end tag, or the next such element: linear for a page.
 */
bool dana__is_code_paragraph(const dana__markup *tag, const char *source, const char *end);

/* Tells whether a start tag inside a listing begins a line of its own. */
bool dana__is_code_line(const dana__markup *tag);

#endif
