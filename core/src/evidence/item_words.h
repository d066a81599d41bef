/*
 * Words that call an element a post or a comment, as rows of data.
 */
#ifndef DANA_EVIDENCE_ITEM_WORDS_H
#define DANA_EVIDENCE_ITEM_WORDS_H

#include "dana/view.h"
#include "html/tokenizer.h"

#include <stdbool.h>
#include <stdint.h>

/* What an element is called. */
typedef enum { DANA__CALLED_NOTHING, DANA__CALLED_POST, DANA__CALLED_COMMENT } dana__called;

/* What else words say of an element, as bits. */
enum {
    DANA__ROLE_QUESTION = 1,
    DANA__ROLE_ANSWER = 2,
    DANA__ROLE_ACCEPTED = 4, /* of answers: the one that solved it */
    DANA__ROLE_BODY = 8,     /* nothing but the text that an item's author wrote */
    DANA__ROLE_STATED = 16,  /* JSON-LD has its text */
    DANA__ROLE_INNER = 32,   /* in a body it is the text, beside what names who wrote it */
};

/* What the tokens of a class attribute say of an element. */
typedef struct {
    dana__called called;
    uint8_t roles; /* DANA__ROLE_ bits */
} dana__class_says;

/* Reads a class attribute. A token calls an element something where one of its words is an item and
 * all others say nothing ("comment-item", not "comment-list"). */
dana__class_says dana__read_item_class(dana_view value);

/* The roles that a type of schema.org names: bits. */
uint8_t dana__roles_of_type(dana_view value);

/* The same of a member of schema.org. */
uint8_t dana__roles_of_member(dana_view value);

/* What an id calls an element: the same words, and a number ("post_123", "p123"). */
dana__called dana__called_by_id(dana_view value);

/* The roles that an id of a post names, before its number: bits ("post_message_123"). */
uint8_t dana__roles_of_id(dana_view value);

/* What a type of schema.org calls an element. */
dana__called dana__called_by_type(dana_view value);

/* What a custom element's name calls it: by its last word ("x-comment"). */
dana__called dana__called_by_name(dana_view name);

#endif
