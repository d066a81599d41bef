/*
 * The attributes of a tag that evidence is read from, all in one look.
 */
#ifndef DANA_EVIDENCE_HINT_ATTRIBUTES_H
#define DANA_EVIDENCE_HINT_ATTRIBUTES_H

#include "dana/view.h"
#include "evidence/rules.h"
#include "html/tokenizer.h"

/* The attributes of a tag that may be evidence, trimmed; data NULL where there are none. */
typedef struct {
    dana_view class;
    dana_view id;
    dana_view itemprop;
    dana_view itemtype;
    dana_view property;
    dana_view name;
    dana_view content;
    dana_view value;
    dana_view rel;
    dana_view href;
    dana_view datetime;
    dana_view title;
    dana_view lang;
    dana_view xml_lang;
    dana_view dir;
    dana_view http_equiv;
    dana_view type;
    dana_view test_id;
    dana_view stamp;
    dana_view tip;
    dana_view user; /* forums: whose name a link shows */
} dana__hint_attributes;

/* Reads them; of two of one name the first counts. end: of the source. */
void dana__read_hint_attributes(const dana__markup *tag, const char *end,
                                dana__hint_attributes *out);

/* Returns whether an id spells a text: that of a heading, or of a function with its arguments, as
 * manuals of programs have it ("byName(String)"). */
bool dana__is_spelled(const dana__markup *tag, dana_view id);

/* Adds what an element's id tells. Where that names an author, and the element is for screen
 * readers alone, it is the label of another one: nothing is added. */
void dana__add_id_points(dana__points_memo *memo, const dana__hint_attributes *a,
                         dana__points *points);

/* Returns the row of the first of some members of microdata or RDFa that has one ("dc:date
 * dc:created"); NULL where none has. */
const dana__name_rule *dana__rule_of_members(dana_view names);

#endif
