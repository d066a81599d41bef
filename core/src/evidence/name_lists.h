/*
 * Lists of names that a page writes as one text.
 */
#ifndef DANA_EVIDENCE_NAME_LISTS_H
#define DANA_EVIDENCE_NAME_LISTS_H

#include "dana/arena.h"
#include "dana/view.h"

#include <stdbool.h>
#include <stddef.h>

/*
 * Splits a cleaned name (dana__clean_name) at commas, semicolons and words such as "and", where
 * each piece is the name of a person by its form: two to five words, none of them with a small
 * first letter or a digit; with "and" alone, three words at most and no word of an organisation.
 * Initials in brackets after a name go. Returns the number of pieces, at most `room`, which is not
 * 0; the text itself is one piece where it is no such list.
 */
size_t dana__split_names(dana_view text, dana_view *pieces, size_t room);

/* Cuts a cleaned name off where what somebody is, for whom they write or how to reach them follows
 * it: "Anna Lee, Staff Writer", "Anna Lee (lee@example.org)". What a reporter is called behind a
 * name in Korean goes, too. Lists with "and" stay. */
dana_view dana__cut_at_role(dana_view text);

/* Returns what stands before the first comma, else the first slash, if that has two words and more,
 * none of them a longer one in small letters: "Anna Lee, pilot of the harbour", "Anna Lee/BAY".
 * Else the text. */
dana_view dana__before_comma(dana_view text);

/* Returns whether a cleaned name is that of a person by its form: two words and more, or a script
 * without blanks between them, no word of an organisation, capitals at its ends. */
bool dana__is_person_name(dana_view name);

/* What stands before a name's only comma: the family name, for all that the name tells alone; what
 * would be one if other names beside it are written so; something else. */
typedef enum { DANA__ORDER_OTHER, DANA__ORDER_UNSURE, DANA__ORDER_FAMILY } dana__order;

/* Returns the order of a name. Sure is one word, with particles before it, and a given name that
 * ends with an initial: "van Dam, Piet B.". */
dana__order dana__order_of(dana_view name);

/*
 * Writes a name whose family name stands first ("Lee, Anna B.") the other way round ("Anna B.
 * Lee"), as catalogues of articles have it: one comma, one to three words before and behind it.
 * *name is replaced by a text of the arena, or left. Errors: DANA_TOO_COMPLEX, DANA_NO_MEMORY.
 */
DANA_MUST_USE dana_status dana__turn_name(dana_arena *arena, dana_view *name, dana_error *err);

#endif
