/*
 * What texts are that differ in case and white space alone, as one number.
 */
#ifndef DANA_TITLE_IDENTITY_H
#define DANA_TITLE_IDENTITY_H

#include "dana/view.h"

#include <stdint.h>

/* Returns a hash of a decoded text that texts share which dana_same_text takes for the same one;
 * white space around them counts nothing. */
uint64_t dana__text_identity(dana_view text);

#endif
