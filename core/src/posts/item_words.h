/*
 * Words that call an element a post or a comment, as rows of data.
 */
#ifndef DANA_POSTS_ITEM_WORDS_H
#define DANA_POSTS_ITEM_WORDS_H

#include "dana/view.h"

/* What an element is called. */
typedef enum { DANA__CALLED_NOTHING, DANA__CALLED_POST, DANA__CALLED_COMMENT } dana__called;

/* What the tokens of a class attribute call an element: a token counts where one of its words is an
 * item and all others say nothing ("comment-item", not "comment-list"). */
dana__called dana__called_by_class(dana_view value);

/* What an id calls an element: the same words, and a number ("post_123", "p123"). */
dana__called dana__called_by_id(dana_view value);

/* What a type of schema.org calls an element. */
dana__called dana__called_by_type(dana_view value);

/* What a custom element's name calls it: by its last word ("x-comment"). */
dana__called dana__called_by_name(dana_view name);

#endif
