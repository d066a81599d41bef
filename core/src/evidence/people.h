/*
 * Links that lead to people.
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

#endif
