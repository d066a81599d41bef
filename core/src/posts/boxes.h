/*
 * Boxes: the elements of a page that may be items, from one pass with an open-element stack.
 */
#ifndef DANA_POSTS_BOXES_H
#define DANA_POSTS_BOXES_H

#include "dana/arena.h"
#include "dana/page.h"
#include "evidence/item_words.h"
#include "page/listener.h"
#include "posts/tallies.h"

#include <stdbool.h>
#include <stdint.h>

/* What a box is in a list of definitions. */
typedef enum { DANA__IN_NO_LIST, DANA__IN_LIST_TERM, DANA__IN_LIST_DEFINITION } dana__in_list;

/* An element that holds others. Lengths are source bytes. A dt that is called an item ends with its
 * last dd once dana__join_definitions has run, a numbered comment where the next one begins once
 * dana__join_numbered has. */
typedef struct {
    uint32_t start;     /* of its start tag */
    uint32_t inner;     /* after its start tag */
    uint32_t end;       /* after its end tag */
    uint32_t parent;    /* index; its own for the first, the page */
    uint32_t name;      /* of its name; not 0 */
    uint32_t signature; /* of its name and its class without digits; 0: no class */
    uint32_t comments;  /* boxes right inside that are called comments */
    uint32_t text;      /* visible text inside */
    int16_t level;      /* of a reply, by its attributes; -1: they say none */
    bool is_numbered; /* its id is c and a number: a comment where comments are, as in Movable Type
                       */
    uint32_t aside;   /* the last aside element around it, or itself; 0: none */
    uint32_t term;    /* the last dt right inside, 0: none */
    uint8_t called;   /* dana__called */
    uint8_t roles;    /* DANA__ROLE_... */
    uint8_t in_list;  /* dana__in_list */
    bool in_quote;    /* it is a quotation, or stands in one */
    bool in_comments; /* it is called the readers' comments, or stands in such an element */
    bool in_widget;   /* likewise a side bar, a menu, a widget, other pages */
    bool has_author;  /* set by those who look for items */
    bool has_date;
} dana__box;

/* The boxes of a page in the order of the source; boxes[0] is the page. */
typedef struct {
    dana_buffer memory;
    dana__box *boxes;
    size_t count;
    dana__tallies tallies; /* read where there are items (posts/belongings.h) */
    uint32_t comments_in; /* the box around the last heading that is called the readers' comments */
    uint32_t comments_at; /* where that begins; 0: there is none */
    uint32_t tail_end;    /* where the first heading behind the last numbered box begins; 0: none */
    dana_span opening;    /* the text of the post that opens a thread; empty: its markup tells */
} dana__boxes;

/*
 * Makes a listener of a pass that reads a page's boxes, at most one per 160 bytes and 1 024 more;
 * further elements belong to the box around them. Its state belongs to the page's arena. Errors:
 * DANA_TOO_COMPLEX, DANA_NO_MEMORY.
 */
DANA_MUST_USE dana_status dana__boxes_listener(dana_page *page, dana__boxes *out,
                                               dana__listener *listener, dana_error *err);

/* Gives the boxes' memory back before the page dies. */
void dana__release_boxes(dana_page *page, dana__boxes *boxes);

#endif
