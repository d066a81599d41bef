/*
 * Pieces of markup, as the tokenizer and the tape tell of them.
 */
#ifndef DANA_HTML_MARKUP_H
#define DANA_HTML_MARKUP_H

#include "dana/view.h"
#include "html/elements.h"

#include <stdbool.h>

/* Kinds of markup, and the text between. */
typedef enum {
    DANA__START_TAG,
    DANA__END_TAG,
    DANA__DOCTYPE,
    DANA__COMMENT, /* comments, and what HTML turns into one: <?x>, </ x>, <!x>, CDATA */
    DANA__CUT_TAG, /* a tag that the source's end cuts off */
    DANA__TEXT,    /* see page/pass.h: what is read as markup is never one */
} dana__markup_kind;

/* What is known of a tag's attributes from the look for its end. Nothing, where one is not written
 * as most are: name="value" after one blank. */
enum {
    DANA__SEEN = 1 << 0, /* all of them are; each of the next ones stands for one attribute */
    DANA__SEEN_CLASS = 1 << 1,
    DANA__SEEN_ID = 1 << 2,
    DANA__SEEN_HREF = 1 << 3,
    DANA__SEEN_NAME = 1 << 4,
    DANA__SEEN_OTHER = 1 << 5, /* perhaps role, style, hidden, aria-hidden, itemprop or itemtype */
    DANA__SEEN_ASCII = 1 << 6, /* no byte behind the tag's name is beyond ASCII */
};

/* A piece of markup [start, end). Tags only: name, flags, and name_text, where the name stands;
 * row: of its name among the elements, where it has flags; is_bare: it has nothing but a name;
 * is_plain: its class is known to have no word of the sets of listing/class_words.h; seen:
 * DANA__SEEN bits, of which those of class and id say that their raw values are set. Texts only:
 * is_blank: it is known to be white space alone; a text of a tape is not looked at. */
typedef struct {
    dana__markup_kind kind;
    const char *start;
    const char *end;
    const char *name_text;
    dana__name name;
    unsigned flags;
    uint8_t row;
    bool is_bare;
    bool is_plain;
    bool is_blank;
    uint8_t seen;
    dana_view class_value;
    dana_view id;
} dana__markup;

/* Returns a tag's source. */
static inline dana_view dana__tag_view(const dana__markup *tag)
{
    return (dana_view){tag->start, (size_t)(tag->end - tag->start)};
}

#endif
