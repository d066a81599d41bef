/*
 * schema.org's vocabulary, as far as JSON-LD is read: the members and the types that count.
 */
#ifndef DANA_JSONLD_VOCABULARY_H
#define DANA_JSONLD_VOCABULARY_H

#include "dana/view.h"

#include <stdint.h>

/* Members by what they say. */
typedef enum {
    DANA__LD_OTHER,
    DANA__LD_TYPE,
    DANA__LD_ID,
    DANA__LD_GRAPH, /* what holds objects of the page itself: @graph, mainEntity, ... */
    DANA__LD_NAME,
    DANA__LD_HEADLINE,
    DANA__LD_AUTHOR,
    DANA__LD_PUBLISHED,
    DANA__LD_MODIFIED,
    DANA__LD_DESCRIPTION,
    DANA__LD_IMAGE,
    DANA__LD_URL,
    DANA__LD_PUBLISHER,
    DANA__LD_SITE, /* what it belongs to: isPartOf, provider */
    DANA__LD_ITEM, /* an element of a list, or what it refers to */
    DANA__LD_LANGUAGE,
    DANA__LD_SUBTITLE,
    DANA__LD_KEYWORDS,
    DANA__LD_SECTION,
    DANA__LD_LICENSE,
    DANA__LD_VIDEO,
    DANA__LD_EMBED, /* the URL of a player */
    DANA__LD_TEXT,  /* what its author wrote */
    DANA__LD_BODY,  /* the text of an article */
    DANA__LD_VOTES,
    DANA__LD_ACCEPTED,    /* the answer that solved a question */
    DANA__LD_STATISTIC,   /* how often readers did something with it */
    DANA__LD_INTERACTION, /* what they did */
    DANA__LD_COUNT,
    DANA__LD_INGREDIENT, /* of a recipe */
} dana__ld_member_kind;

/* Returns what a member of this name says, DANA__LD_OTHER for others. */
dana__ld_member_kind dana__ld_kind_of(dana_view name);

/* Returns how much a page is about an object of this type: 0 not at all, 4 an article. */
uint8_t dana__ld_rank_of(dana_view type);

/* Returns a type's name: types are named alone or by a URL of the vocabulary. */
dana_view dana__ld_type_name(dana_view type);

#endif
