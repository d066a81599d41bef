/*
 * The pool of candidates: it holds each text once, with all the places where it is.
 */
#ifndef DANA_TITLE_RANK_POOL_H
#define DANA_TITLE_RANK_POOL_H

#include "blocks/head.h"
#include "dana/scan.h"
#include "extractors/auto/auto.h"
#include "title/rank/vocabulary.h"

/* Most candidates of a page; later texts are left out. */
#define DANA__CANDIDATES_MAX 192

/* No block: the text is not visible. */
#define DANA__NO_BLOCK UINT32_MAX

/* Where a candidate's text is, a bit each. */
enum {
    DANA__AT_TITLE = 1 << 0,   /* the title element, whole */
    DANA__AT_OG = 1 << 1,      /* og:title, whole */
    DANA__AT_TWITTER = 1 << 2, /* and so on */
    DANA__AT_META = 1 << 3,
    DANA__AT_LD_HEADLINE = 1 << 4,
    DANA__AT_LD_NAME = 1 << 5,
    DANA__AT_CRUMB = 1 << 6,
    DANA__AT_SITE = 1 << 7,
    DANA__AT_TITLE_FIRST = 1 << 8, /* the title's beginning, up to a separator */
    DANA__AT_TITLE_LAST = 1 << 9,  /* its end, from a separator on */
    DANA__AT_TITLE_PART = 1 << 10, /* a segment between two separators */
    DANA__AT_OG_PART = 1 << 11,    /* segments of the others */
    DANA__AT_LD_PART = 1 << 12,
    DANA__AT_HEADING = 1 << 13,      /* a heading, whole */
    DANA__AT_HEADING_UNIT = 1 << 14, /* a text inside a heading */
    DANA__AT_HEADING_PART = 1 << 15, /* a segment of a heading */
    DANA__AT_BLOCK = 1 << 16,        /* a block that is no heading */
    DANA__AT_UNIT = 1 << 17,         /* a text inside a block */
};

/* Where a text is the title's beginning or its end. */
#define DANA__AT_TITLE_ENDS (DANA__AT_TITLE_FIRST | DANA__AT_TITLE_LAST)

/* Where a page says what it is called, but for its title element. */
#define DANA__AT_STATED (DANA__AT_OG | DANA__AT_TWITTER | DANA__AT_META | DANA__AT_LD_HEADLINE)

/* A candidate. span, block and heading are those of its best place: the highest heading, else the
 * first visible text, else the markup that it was first found in. */
typedef struct {
    dana_span span;
    dana_view text;    /* decoded; borrowed from the page */
    uint64_t identity; /* of its text without case and white space */
    uint64_t sense;    /* of its words alone */
    double score;      /* set by the ranking */
    float like;        /* to the page's names; set by dana__rank_measure_page */
    uint32_t places;   /* DANA__AT_* */
    uint32_t origin;   /* of these, what the span is of */
    uint32_t block;    /* index, or DANA__NO_BLOCK */
    uint32_t node;     /* the element that holds it where visible */
    uint32_t visible;  /* how often it is visible */
    uint32_t words;
    uint32_t letters;                  /* code points */
    uint16_t matched[DANA__REF_COUNT]; /* of its words, how many a name holds */
    uint16_t order;                    /* which heading of its level it is, from 0 */
    uint16_t heading_order;            /* which heading of any level */
    uint8_t heading;                   /* 1 to 6, 0 for none */
    uint8_t cut_before;                /* dana__cut: where it is a segment, of the first title */
    uint8_t cut_after;
    uint8_t cut_inside; /* the strongest separator left in it */
    uint8_t segments;   /* of the title that it is cut from; 0: it is not cut */
    bool cut_host;      /* what was cut off beside it is in the host's name */
    uint16_t word_at;   /* its first word in the pool's words */
} dana__candidate;

/* Whether a candidate is a heading that is seen, whole. */
static inline bool dana__is_whole_heading(const dana__candidate *c)
{
    return c->block != DANA__NO_BLOCK && (c->places & DANA__AT_HEADING) != 0;
}

/* All candidates of a page. Memory of the page's arena, until dana__release_candidates; texts stay.
 */
typedef struct {
    dana_page *page;
    const dana_scan *scan;
    const dana__auto_trace *trace;
    dana__candidate *items;
    size_t count;
    uint16_t *slots;       /* by identity: index + 1, 0: empty */
    dana_buffer memory[2]; /* of items and slots */
    dana_buffer words;
    dana_buffer text; /* of the text at hand, used again */
    dana__vocabulary vocabulary;
    dana_view host;                   /* of the page's address, may be empty */
    dana_view path;                   /* of that address, as written; may be empty */
    uint32_t main_block;              /* where the main text begins */
    uint64_t senses[DANA__REF_COUNT]; /* of each name; 0: none */
    uint16_t headings[7];             /* headings of each level */
    size_t shortest_name;             /* code points of the names that texts are compared with */
    size_t longest_name;
    const dana__candidate *title; /* the title, whole; NULL where there is none */
    dana_error *err;
} dana__candidates;

/* Longest text that may be a headline, in code points and in source bytes. */
#define DANA__HEADLINE_LETTERS_MAX 300
#define DANA__HEADLINE_BYTES_MAX   2000

/* Slots by identity; a power of two, over twice the candidates. */
#define DANA__CANDIDATE_SLOTS 512

/* A place where a text is, before it is known whether the text is new. */
typedef struct {
    dana_span span;
    dana_view text;  /* decoded */
    uint32_t places; /* DANA__AT_* */
    uint32_t block;  /* index, or DANA__NO_BLOCK */
    uint8_t heading; /* 1 to 6, 0 for none */
} dana__place;

/*
 * Adds a text, or a place to a known text; what is not seen at its ends is cut off. *out: the
 * candidate, NULL where there is no room, or the text has no word or is too long.
 * Errors: DANA_TOO_COMPLEX, DANA_NO_MEMORY.
 */
DANA_MUST_USE dana_status dana__add_place(dana__candidates *pool, dana__place *p,
                                          dana__candidate **out);

/* Returns the offsets of a part of the source. */
dana_span dana__source_span(const dana__candidates *pool, dana_view raw);

/* Makes the words of a text those of a name too. Errors: DANA_TOO_COMPLEX, DANA_NO_MEMORY. */
DANA_MUST_USE dana_status dana__add_reference(dana__candidates *pool, dana__ref ref,
                                              dana_view text);

#endif
