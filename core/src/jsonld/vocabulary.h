/*
 * schema.org's vocabulary, as far as JSON-LD is read: the members and the types that count.
 */
#ifndef DANA_JSONLD_VOCABULARY_H
#define DANA_JSONLD_VOCABULARY_H

#include "jsonld/jsonld.h"

/* Returns what a member of this name says, DANA__LD_OTHER for others. */
dana__ld_member_kind dana__ld_kind_of(dana_view name);

/* Returns how much a page is about an object of this type: 0 not at all, 4 an article. */
uint8_t dana__ld_rank_of(dana_view type);

/* Returns a type's name: types are named alone or by a URL of the vocabulary. */
dana_view dana__ld_type_name(dana_view type);

#endif
