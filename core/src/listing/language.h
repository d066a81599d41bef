/*
 * The language that the tags of a listing name.
 */
#ifndef DANA_LISTING_LANGUAGE_H
#define DANA_LISTING_LANGUAGE_H

#include "dana/view.h"

#include <stdbool.h>

/*
 * Finds the language that a tag names ("language-c", "brush: js", data-lang). is_code: the tag is
 * that of a pre or of code in it; else it stands around one, and more is asked of it. Borrowed;
 * empty where there is none.
 */
dana_view dana__code_language(dana_view tag, bool is_code);

/* Tells whether a text is the name of a language, in any case: "JavaScript", "C++". */
bool dana__is_language_name(dana_view text);

#endif
