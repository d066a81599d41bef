/*
 * Signs that are links inside the page: that of a heading to itself ("#", "¶"), the arrow of a note
 * back to its mark; the link of a heading that edits its section; signs of programs: "[source]"
 * behind a declaration, "[-]" that folds a comment, the empty box of a recipe's ingredient, the
 * prompts of a notebook's cells, the letters that Word sets for bullets, the bullets that LaTeXML
 * and others set on a line of their own. They are no text of the page.
 */
#ifndef DANA_TEXT_PERMALINK_H
#define DANA_TEXT_PERMALINK_H

#include "dana/scan.h"
#include "dana/view.h"

#include <stdbool.h>

/* Longest source of such a sign: two references. */
#define DANA__PERMALINK_MAX 20

/* Returns whether a tag begins what is no text for Word: the sign or number of an item, written for
 * those who know no lists ("mso-list:Ignore"). */
bool dana__is_ignored_list(dana_view tag);

/* Returns whether a unit of a scan is such a sign, outside headings an arrow; or a link that edits
 * a heading's section, in the heading or right behind it, or a bracket around one. */
bool dana__is_permalink(dana_view source, const dana_scan *scan, const dana_unit *unit);

#endif
