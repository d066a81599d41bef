/*
 * Posts and comments: the items of forums, blogs and comment sections, each with its author, date
 * and text (thesis 7.2.2).
 */
#ifndef DANA_POSTS_H
#define DANA_POSTS_H

#include "dana/metadata.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Most items of a page; later ones are left out. */
#define DANA_POSTS_MAX 1000

/* What an item is: of the page's own (a forum's post, a blog's entry), or a reader's comment. */
typedef enum { DANA_ITEM_POST, DANA_ITEM_COMMENT } dana_item_kind;

/* The part that an item plays on a page of questions and answers. */
typedef enum { DANA_ROLE_NONE, DANA_ROLE_QUESTION, DANA_ROLE_ANSWER } dana_post_role;

/* An item. Views are borrowed from the page; data NULL where unknown. */
typedef struct {
    dana_item_kind kind;
    dana_post_role role;
    bool is_accepted; /* the answer that solved the question */
    bool has_votes;
    int32_t votes; /* where has_votes: points, votes or likes, as the page counts them */
    dana_view author;
    dana_view date; /* ISO 8601, as dana_metadata has it */
    dana_view
        text; /* rendered as dana_render_plain does, without author, date, votes and replies */
    dana_span span;          /* its element, replies inside it included */
    const dana_span *ranges; /* its own part of the source: the element without replies inside */
    size_t range_count;
    int32_t parent; /* index of the item it replies to, as nesting or levels show; -1: none */
    uint32_t depth; /* 0: it replies to none */
} dana_post;

/* The items of a page, in the order of the source. Borrowed from the page. */
typedef struct {
    const dana_post *items;
    size_t count;
} dana_posts;

/*
 * Finds the posts and comments of a page: elements that class words, ids or microdata call one;
 * where there are none, sibling elements of one signature most of which hold a date and an author.
 * No words of the page's language take part but those before names. A page without items has none.
 * Linear in the page's length. Errors: DANA_TOO_COMPLEX, DANA_NO_MEMORY, DANA_CANCELLED.
 */
DANA_MUST_USE dana_status dana_find_posts(dana_page *page, const dana_metadata_input *input,
                                          dana_posts *out, dana_error *err);

/*
 * Takes the comments of a page (dana_find_posts) into the selection of a result, with author and
 * date, or out of it. Out go the elements of comments, and what else an element holds that is
 * called their section. Where selectors chose the content (dana_page_select), none is taken in;
 * content from data stays. Errors: DANA_TOO_COMPLEX, DANA_NO_MEMORY, DANA_CANCELLED.
 */
DANA_MUST_USE dana_status dana_set_comments(dana_page *page, const dana_posts *posts, bool take,
                                            dana_result *result, dana_error *err);

#ifdef __cplusplus
}
#endif
#endif
