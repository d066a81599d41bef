/*
 * People: links that lead to them, names in two parts, who sent a mail.
 */
#ifndef DANA_EVIDENCE_PEOPLE_H
#define DANA_EVIDENCE_PEOPLE_H

#include "evidence/hint_attributes.h"
#include "evidence/hint_walk.h"

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

/* Notes who sent a mail: "From: Anna Lee <anna@...>", the label perhaps in an element of its own.
 */
void dana__note_sender(dana__hint_walk *w, dana_view text);

/* Notes who wrote the mail that a link answers: archives name them right before it. */
void dana__note_answered(dana__hint_walk *w, dana_view href);

/* Notes an element as a part that a reader wrote, if its microdata says that it is a review, a
 * comment or an answer: what stands in it names who wrote that. */
void dana__note_readers(dana__hint_walk *w, const dana__markup *tag,
                        const dana__hint_attributes *a);

#endif
