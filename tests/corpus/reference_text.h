/* The text of HTML as libxml2's parser has it. */
#ifndef TESTS_REFERENCE_TEXT_H
#define TESTS_REFERENCE_TEXT_H

#include "growing_text.h"

#include <stddef.h>

/* Appends the text nodes of a piece of HTML, with a space wherever an element ends words. */
void reference_text(const char *html, size_t length, growing_text *out);

#endif
