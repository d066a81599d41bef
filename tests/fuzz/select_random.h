/* Random selectors, made of what a page's elements have, and written as CSS. */
#ifndef TESTS_SELECT_RANDOM_H
#define TESTS_SELECT_RANDOM_H

#include "select_reference.h"

#include <stddef.h>

/* Makes a random selector, mostly one that some element of the tree matches. */
void reference_random(const reference_tree *tree, reference_selector *out);

/* Writes a selector as CSS into room bytes, NUL-terminated. */
void reference_write(const reference_selector *selector, char *out, size_t room);

#endif
