/*
 * Items: which boxes are posts and comments, and what belongs to each.
 */
#ifndef DANA_POSTS_ITEMS_H
#define DANA_POSTS_ITEMS_H

#include "dana/posts.h"
#include "metadata/search.h"
#include "posts/boxes.h"

/* An item; parent is an index, -1 for none. Hints are indices into the evidence, -1 for none. */
typedef struct {
    uint32_t start;
    uint32_t inner; /* after its start tag */
    uint32_t end;
    uint32_t box;
    int32_t parent;
    uint32_t text; /* of its own, in bytes */
    uint8_t called;
    bool dropped;
    bool is_aside;       /* in a part that is set aside */
    bool in_comments;    /* in an element that is called the readers' comments */
    uint8_t roles;       /* DANA__ROLE_... */
    uint8_t votes_worth; /* 0: no votes are known */
    int16_t level;       /* of a reply, -1: unknown */
    int32_t votes;
    dana_span body; /* the element of its text; empty: none is known */
    dana_span head; /* of it, what is none of the text */
    uint32_t body_text;
    uint16_t children;
    int32_t stated; /* of the page's statements about its items, -1: none */
    int32_t author; /* hint */
    int32_t date;   /* hint */
    bool is_dated;  /* `when` is known without a hint */
    dana_view name;
    dana__date when;
    int author_worth;
    int date_worth;
} dana__item;

/* The items of a page, in the order of the source. */
typedef struct {
    dana__item *items;
    size_t count;
} dana__items;

/* Lists the boxes that are called items by now, with their own authors and dates; what is around
 * them or the body of one is marked as dropped. Errors: DANA_TOO_COMPLEX, DANA_NO_MEMORY. */
DANA_MUST_USE dana_status dana__list_items(const dana__search *search, const dana__boxes *boxes,
                                           dana__items *out);

/* Gives an item what the hints in a part of the source tell, where that is better than what it has.
 * Errors: as dana__list_items. */
DANA_MUST_USE dana_status dana__take_hints_between(const dana__search *search, uint32_t from,
                                                   uint32_t to, dana__item *item);

/* Drops an item: what is inside belongs to the item around it. */
void dana__drop_item(dana__items *list, dana__item *item);

#endif
