/*
 * People: links that lead to them, names in two parts.
 */
#ifndef DANA_EVIDENCE_PEOPLE_H
#define DANA_EVIDENCE_PEOPLE_H

#include "dana/view.h"

/* Whom a link leads to. */
typedef enum {
    DANA__PERSON_NONE,
    DANA__PERSON_NEAR,   /* something about people: /end-user-fees, /member-thanks */
    DANA__PERSON_USER,   /* somebody: /users/7, /@ann */
    DANA__PERSON_AUTHOR, /* somebody who writes there: /authors/ann-lee */
} dana__person;

/* Returns whom a link leads to, as its path or query says. */
dana__person dana__leads_to_person(dana_view href);

/* Returns a text, a given name, together with the family name in the next element, as DocBook and
 * hCard set them; where there is none the text alone. end: of the element around both. */
dana_view dana__with_family_name(dana_view text, const char *end);

#endif
