/*
 * What the names of members say. Names of programs are English in any country, but for that of a
 * lead: no list of words of a language of readers is behind the others.
 */
#ifndef DANA_DATA_READ_KEYS_H
#define DANA_DATA_READ_KEYS_H

#include "dana/view.h"

/* Meanings of a name. */
typedef enum {
    DANA__MEANS_NOTHING,
    DANA__MEANS_BODY,      /* the text itself, or a part of it */
    DANA__MEANS_ITEMS,     /* a list that is a part of it: ingredients, steps */
    DANA__MEANS_TEASER,    /* a short form of the text, or about it */
    DANA__MEANS_LEAD,      /* the same, and readers see it above the text */
    DANA__MEANS_TITLE,     /* a heading */
    DANA__MEANS_NAME,      /* a name of anything */
    DANA__MEANS_OTHER,     /* text that is no part of an article: menus, other articles, messages */
    DANA__MEANS_ID,        /* what programs call something; of an object it says nothing */
    DANA__MEANS_TYPE,      /* what kind of block an object is */
    DANA__MEANS_LEVEL,     /* the level of a heading */
    DANA__MEANS_URL,       /* an address */
    DANA__MEANS_ALT,       /* what is said of a picture */
    DANA__MEANS_AUTHOR,    /* who wrote it */
    DANA__MEANS_PUBLISHED, /* when */
    DANA__MEANS_MODIFIED,  /* when it was changed */
} dana__meaning;

/* Kinds of blocks, by the value of a member that means the type. */
typedef enum {
    DANA__BLOCK_UNKNOWN,
    DANA__BLOCK_INLINE,    /* a part of a paragraph */
    DANA__BLOCK_PARAGRAPH, /* text, of any form */
    DANA__BLOCK_HEADING,
    DANA__BLOCK_ITEM,
    DANA__BLOCK_LIST,
    DANA__BLOCK_ORDERED,
    DANA__BLOCK_QUOTE,
    DANA__BLOCK_CODE,
    DANA__BLOCK_IMAGE,
    DANA__BLOCK_OTHER, /* advertisements, embeds, links to other articles */
} dana__block_kind;

/* Returns what a raw name says. */
dana__meaning dana__meaning_of(dana_view key);

/* Returns the kind that the value of a type names; *level: that of a heading where it has a digit
 * ("h3"), else 0. */
dana__block_kind dana__block_kind_of(dana_view value, unsigned *level);

/* Names that were read last, with what they say: objects of a list have the same ones. Cleared, it
 * has none. */
#define DANA__KNOWN_NAMES 64

typedef struct {
    struct {
        const char *text;
        uint32_t length;
        dana__meaning means;
    } names[DANA__KNOWN_NAMES];
} dana__known_names;

/* As dana__meaning_of; the text of each name stays while `known` is asked. */
dana__meaning dana__meaning_known(dana__known_names *known, dana_view key);

#endif
