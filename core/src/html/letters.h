/*
 * Tags and URLs that tell nothing, by their letters: most have none of the words that somebody
 * looks for, and need not be taken apart.
 */
#ifndef DANA_HTML_LETTERS_H
#define DANA_HTML_LETTERS_H

#include "dana/view.h"
#include "html/markup.h"

#include <stdbool.h>

/* Returns whether a start tag has letters of a count of votes (posts/tallies.c), in any case. */
bool dana__may_count(const dana__markup *tag);

/* Returns whether a URL has letters of a word that leads to people (evidence/rules.c), in any case,
 * or is too short to be asked. */
bool dana__may_lead_to_person(dana_view href);

#endif
