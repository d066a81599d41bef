/*
 * What JSON-LD states of items: questions, answers and comments with their texts. They are found
 * again on the page by the first letters of these.
 */
#ifndef DANA_POSTS_STATED_H
#define DANA_POSTS_STATED_H

#include "dana/posts.h"
#include "metadata/search.h"
#include "posts/boxes.h"

/* Most statements of a page; later ones are left out. */
#define DANA__STATED_MAX 256

/* A statement. */
typedef struct {
    uint64_t key;     /* of the first letters of its text */
    uint32_t object;  /* of the JSON-LD */
    uint32_t letters; /* of its text, in bytes */
    uint32_t at;      /* source bytes of its text on the page */
    uint32_t end;
    uint8_t roles; /* DANA__ROLE_... */
    bool is_comment;
} dana__stated;

/* The statements whose texts stand on the page, in the order of the source. */
typedef struct {
    dana__stated *list;
    size_t count;
} dana__stated_list;

/* Finds the statements of a page and their places. Linear. Errors: DANA_TOO_COMPLEX,
 * DANA_NO_MEMORY. */
DANA_MUST_USE dana_status dana__find_stated(const dana__search *search, dana__stated_list *out);

/* Calls the boxes around the places items, where no markup does: the largest around each that holds
 * no other and is not much more than its text. Errors: as dana__find_stated. */
DANA_MUST_USE dana_status dana__call_stated(const dana__search *search,
                                            const dana__stated_list *stated, dana__boxes *boxes);

/* Adds what a statement tells of a post to what the page shows of it. Errors: as
 * dana__find_stated. */
DANA_MUST_USE dana_status dana__add_stated(const dana__search *search, const dana__stated *stated,
                                           dana_post *post);

#endif
