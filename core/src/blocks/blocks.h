/*
 * The successor's view of a page: blocks of text and the elements that hold them, from one pass
 * over the source with an open-element stack. No tree: elements stand in document order, each
 * covers a run of blocks and a run of elements.
 */
#ifndef DANA_BLOCKS_BLOCKS_H
#define DANA_BLOCKS_BLOCKS_H

#include "blocks/head.h"
#include "dana/page.h"
#include "dana/scan.h"
#include "dana/view.h"

#include <stdbool.h>

/* What was decided of a block, in the order in which the steps decide. */
typedef enum {
    DANA__DECISION_OUTSIDE,  /* not in the chosen subtree, or cut after the article in it */
    DANA__DECISION_PRUNED,   /* inside an element that a rule prunes; `rule` says which */
    DANA__DECISION_REPEATED, /* the same text stands elsewhere on the page */
    DANA__DECISION_CUT, /* numbers of a listing's lines, the menu and the boxes of a short page, a
                         * heading with nothing below it */
    DANA__DECISION_REFUSED, /* the learned step holds it for no content */
    DANA__DECISION_SUBTREE, /* taken: in the chosen subtree */
    DANA__DECISION_REST,    /* taken: the page has no main subtree, all that is left is content */
    DANA__DECISION_LEARNED, /* taken by the learned step */
} dana__decision;

/* A maximal run of text between borders of block-level elements. Lengths are code points. */
typedef struct {
    uint32_t start;       /* source bytes of its visible text */
    uint32_t end;         /* of that text */
    uint32_t text;        /* characters, white-space runs as one */
    uint32_t link_text;   /* of them inside links */
    uint32_t node;        /* the element that holds it */
    uint32_t hash;        /* of its bytes */
    uint16_t tags;        /* tags since the block before it */
    uint16_t punctuation; /* marks that part clauses and sentences, of any script */
    uint16_t digits;      /* ASCII digits */
    uint16_t links;       /* links that begin in it */
    uint8_t heading;      /* 1 to 6 inside a heading */
    uint8_t decision;     /* dana__decision */
    uint8_t rule;         /* row of the rule that decided, where decision says so */
    uint8_t repeats;      /* blocks of the page with this hash, at most 255 */
    uint32_t copy_of;     /* 1 + index of the block that it is a copy of, 0: none */
    float density;        /* smoothed df */
    float score; /* probability by the learned step, 0 where it was not asked or is a copy */
} dana__block;

/* What the class words of an element and of those around it say, as dana__word_odds. */
typedef struct {
    int16_t sum;      /* of the means of elements with known words */
    int8_t low;       /* of all words; at most 0 */
    int8_t high;      /* at least 0 */
    int8_t nearest;   /* mean of the nearest element with known words, 0: none */
    int8_t outer;     /* of the next one out */
    uint8_t distance; /* elements up to the nearest */
} dana__chain_odds;

/* A recorded element. Sums are code points of the blocks below it. */
typedef struct {
    uint32_t start;       /* source byte of its start tag */
    uint32_t parent;      /* index; its own for the root, 0 */
    uint32_t end;         /* index after its last descendant */
    uint32_t first_block; /* blocks [first_block, end_block) are below it */
    uint32_t end_block;
    uint32_t marks;     /* classes of rules that its tag, class words and attributes match */
    uint64_t inside;    /* kinds of its ancestors and its own: 1 << dana__kind */
    uint32_t all_marks; /* its own and its ancestors' */
    uint32_t text;
    uint32_t non_link_text; /* text outside links */
    float mass;             /* see dana__measure_density */
    uint8_t kind;           /* dana__kind */
    uint8_t pruned;         /* row of the rule that prunes it or an ancestor, 0 for none */
    uint16_t depth;
    uint16_t children; /* recorded ones */
    dana__chain_odds words;
    uint32_t shape;  /* a hash of its kind and class words: siblings of one shape have the same */
    bool holds_main; /* an h1, a main or an article element: set by the rules */
    bool
        is_one_of_posts; /* called a post, as the element of its shape beside it: set for threads */
    bool in_post : 1; /* in an element called a post, not a comment, without the page's h1: by rules
                       */
    bool holds_tabs : 1;  /* a list of tabs: set by the rules */
    bool holds_heads : 1; /* an item with a head that is left out above a text: set behind the
                             learned step */
    uint8_t panels;       /* DANA__PANELS_*: set behind the learned step, of manuals */
} dana__node;

/* Panels of tabs that an element holds: none that is known, one that is hidden, besides one that is
 * taken. */
enum { DANA__PANELS_NONE, DANA__PANELS_HIDDEN, DANA__PANELS_TAKEN };

/* What the head and the markup say about a page as a whole. */
enum {
    DANA__HINT_ARTICLE = 1 << 0, /* og:type, JSON-LD or article elements name an article */
    DANA__HINT_FORUM = 1 << 1,   /* a forum's generator, or JSON-LD of a discussion */
    DANA__HINT_PRODUCT = 1 << 2,
    DANA__HINT_LISTING = 1 << 3, /* JSON-LD of a collection, a list, a search */
    DANA__HINT_LIVE = 1 << 4,    /* JSON-LD of a report that goes on */
    DANA__HINT_THREAD = 1 << 5,  /* microdata of a discussion, or an address of a forum; the learned
                                    step does not know it */
    DANA__HINT_OFFER = 1 << 6,   /* a price or stock in the head, JSON-LD of a product's variants;
                                    nor this */
    DANA__HINT_MANUAL = 1 << 7,  /* an address of documentation, a generator of it; nor this */
    DANA__HINT_ARCHIVE = 1 << 8, /* a body that is called a list of posts; nor this */
    DANA__HINT_NEWS = 1 << 9,    /* JSON-LD of a news article; nor this */
    DANA__HINT_BOARD = 1 << 10,  /* while a page is read: an address of a forum, */
    DANA__HINT_TOPIC = 1 << 11,  /* and one that other pages may have, too */
    DANA__HINT_WIKI = 1 << 12,   /* a wiki's generator, or what it calls the text; the learned step
                                    does not know it */
    DANA__HINT_REPOSITORY = 1 << 13, /* what hosts of code call a document or a file; nor this */
    DANA__HINT_FRONT = 1 << 14,  /* all addresses that the head names are a site's own; nor this */
    DANA__HINT_INNER = 1 << 15,  /* while a page is read: one that is not */
    DANA__HINT_RECIPE = 1 << 16, /* microdata of a recipe; the learned step does not know it */
    DANA__HINT_JOB = 1 << 17,    /* JSON-LD of a job; nor this */
    DANA__HINT_GOODS = 1 << 18,  /* og:type of several products, as Shopify has it; nor this */
    DANA__HINT_RATED = 1 << 19,  /* JSON-LD of what others rate: an app, a hotel; nor this */
};

/* The blocks of a page. Memory of the page's arena, until dana__release_blocks. */
typedef struct dana__blocks {
    dana_buffer memory[2]; /* of blocks and nodes */
    dana__block *blocks;
    size_t block_count;
    bool merged;       /* the last block holds all text beyond the limit */
    dana__node *nodes; /* nodes[0] is the page */
    size_t node_count;
    unsigned hints;
    unsigned article_count; /* article elements */
    bool all_comments;      /* the page is nothing but comments: set by the rules */
    bool is_gallery;        /* most of the page's text is captions of figures: set by the rules */
    bool has_replies; /* a thread, whose comments outside posts are replies: set by the rules */
    bool is_dated;    /* a day stands beside the headline: set behind the learned step */
    const uint8_t *settled_by; /* of each block: 1 + row of the rule behind the learned step that
                                  changed it last, 0: none did; NULL where it is not recorded */
    uint32_t text;             /* code points of all blocks */
    uint32_t non_link_text;    /* of them outside links */
    uint32_t noscript_text;    /* code points inside noscript elements that were skipped */
    uint32_t wide_text;        /* code points of the blocks that begin with an ideograph, kana or
                                  Hangul */
    uint64_t kinds;            /* of the elements: 1 << dana__kind */
    uint32_t marks;            /* that elements have, or had before a rule took them */
    dana_span title;           /* text of the title element */
    dana__head head;           /* what the markup calls the page */
} dana__blocks;

/*
 * Reserves all records of a page: one block and one element per 160 source bytes and 1 024 more,
 * that is .8 bytes per source byte and 120 KiB, or max_records of each where that is fewer and not
 * 0. *limit is that number; out holds the page's own element alone. Errors: DANA_TOO_COMPLEX,
 * DANA_NO_MEMORY.
 */
DANA_MUST_USE dana_status dana__reserve_blocks(dana_page *page, size_t max_records,
                                               dana__blocks *out, size_t *limit, dana_error *err);

/* Adds up text from the blocks to their elements, from the last element to the first, and what
 * elements there are. source: where the blocks are from. */
void dana__sum_nodes(dana__blocks *out, const char *source);

/* Gives the blocks' unused room back; they may move. */
void dana__trim_blocks(dana_page *page, dana__blocks *blocks);

/* Gives the blocks' memory back before the page dies. */
void dana__release_blocks(dana_page *page, dana__blocks *blocks);

/* Returns the start tag of a recorded element, from '<' to '>'; not of the page, nodes[0]. */
dana_view dana__start_tag_of(const dana_page *page, const dana__node *node);

/* Returns whether a block is content by what was decided so far. */
static inline bool dana__is_taken(const dana__block *block)
{
    return block->decision >= DANA__DECISION_SUBTREE;
}

/* Returns whether a block is left out by no rule: the learned step refused it, or it stands outside
 * the chosen part. */
static inline bool dana__is_out(const dana__block *block)
{
    return block->rule == 0 &&
           (block->decision == DANA__DECISION_REFUSED || block->decision == DANA__DECISION_OUTSIDE);
}

/* Returns the code points of a block outside links. */
static inline uint32_t dana__text_outside_links(const dana__block *block)
{
    return block->text - block->link_text;
}

/* Returns whether a page has elements of one of these kinds: 1 << dana__kind bits. */
static inline bool dana__has_kind(const dana__blocks *blocks, uint64_t kinds)
{
    return (blocks->kinds & kinds) != 0;
}

/* Returns whether a page has elements with one of these marks. */
static inline bool dana__has_mark(const dana__blocks *blocks, uint32_t marks)
{
    return (blocks->marks & marks) != 0;
}

/* Returns the code points outside links that are taken of the blocks [first, end). */
uint64_t dana__taken_text(const dana__blocks *blocks, size_t first, size_t end);

/* Returns 1 + the index of the last block before `end` that is taken; 0: there is none. */
size_t dana__last_taken(const dana__blocks *blocks, size_t end);

/* Hands the marks of elements on to those inside, once some were cleared. */
void dana__spread_marks(dana__blocks *blocks);

/* Returns whether an element lies inside one of these kinds (or is one): 1 << dana__kind bits. */
static inline bool dana__is_inside(const dana__node *node, uint64_t kinds)
{
    return (node->inside & kinds) != 0;
}

#endif
