/*
 * The lead of an article in a program's data: a member of its own beside the text.
 */
#ifndef DANA_DATA_LEADS_H
#define DANA_DATA_LEADS_H

#include "data/read/tree.h"

/*
 * Finds the string that is the lead of the article whose text is in the value `chosen`: a member of
 * the object with its title that is called one, and with which the text does not begin. *index:
 * DANA__NO_VALUE where there is none. Linear in the object's members. scratch: bytes, written over.
 * Errors: those of dana__string_text.
 */
DANA_MUST_USE dana_status dana__find_lead_text(const dana__tree *tree, uint32_t chosen,
                                               dana_buffer *scratch, uint32_t *index,
                                               dana_error *err);

#endif
