/*
 * Evidence: one pass over a page that notes whatever may tell its metadata, where it stands.
 */
#ifndef DANA_EVIDENCE_EVIDENCE_H
#define DANA_EVIDENCE_EVIDENCE_H

#include "dana/metadata.h"
#include "evidence/rules.h"
#include "jsonld/jsonld.h"

/* Most hints and parts that are noted; what comes later is left out. Hints: one per 200 bytes and
 * 256 more. */
#define DANA__HINTS_FREE     ((size_t)256)
#define DANA__HINTS_MAX      ((size_t)4096)
#define DANA__BYTES_PER_HINT ((size_t)200)
#define DANA__PARTS_MAX      ((size_t)768)

/* What the way to the page, as it is shown, is worth as its categories. */
#define DANA__WORTH_CRUMBS 50

/* The rules of links that name the way to the page, and of those of a wiki's list of categories. */
extern const char dana__crumbs_rule[];
extern const char dana__categories_rule[];

/* The rule of accounts behind words before a name, which names do not look like ("by gil_m"). */
extern const char dana__account_rule[];

/* The rule of elements that are called after an author and a date at once ("author-date"). */
extern const char dana__dated_rule[];

/* How a hint's text is to be read. */
typedef enum {
    DANA__FORM_VALUE,  /* an attribute's raw value */
    DANA__FORM_INSIDE, /* source bytes inside an element */
    DANA__FORM_TEXT,   /* a text node */
    DANA__FORM_BYLINE, /* a text node that follows words before a name */
} dana__form;

/* Something that may tell a field. piece: number of texts before it, a measure of distance. */
typedef struct {
    dana__about about;
    dana_metadata_source source;
    dana__form form;
    int worth;        /* 0 to 100 */
    const void *rule; /* hints of one rule belong together; NULL: class words */
    dana_view text; /* raw; of a text node without references beyond ASCII: a copy if it had some */
    const char *place; /* where the text stands in the source */
    dana_view extra;   /* raw datetime or content attribute of an element; data NULL: none */
    int32_t part;      /* innermost part around it, -1: none */
    uint32_t piece;
    uint32_t end_piece; /* INSIDE: texts before its end */
    bool running;       /* a link in running text, a byline behind another text of its block */
} dana__hint;

/* A part of the page that its class words or its element set aside, in source bytes. */
typedef struct {
    uint32_t start;
    uint32_t end;
    bool comments;   /* readers' comments */
    bool is_readers; /* a comment, an answer or an item of a list of reviews, says microdata */
    bool is_review;  /* a review, likewise: the page's own, or one of readers */
    bool quote;      /* a quotation, a signature */
    bool is_foot;    /* a footer that no class word sets aside: an article's */
    bool is_footer;  /* a footer of any kind */
    bool is_entrys;  /* a footer that is called that of an article or a post ("entry-footer") */
    bool crumbs;     /* the way to the page through the site */
    bool categories; /* a wiki's list of categories */
    bool linked;     /* of such a list: its first link, which leads to all of them, is behind */
    int32_t around;  /* index of the part around it, -1: none */
} dana__part;

/* What a page says about itself. Memory of the page's arena. */
typedef struct dana__evidence {
    const dana__ld *ld;
    dana_buffer memory; /* of the hints */
    dana__hint *hints;
    size_t hint_count;
    size_t hint_limit;
    dana__part *parts;
    size_t part_count;
    dana_view html_lang;     /* raw; data NULL: none */
    dana_view html_dir;      /* of html, else of body: ltr or rtl in any case */
    uint32_t headline_piece; /* UINT32_MAX: unknown */
    uint32_t headline_at;    /* source byte of the headline, 0: unknown */
    uint32_t heading_piece;  /* of the first h1, likewise */
    uint32_t heading_at;
    uint32_t content_at;    /* source byte of the selection's middle span, 0: unknown */
    uint32_t content_piece; /* where the selection begins; UINT32_MAX: unknown */
    uint32_t content_end;   /* pieces before its end; 0: unknown */
    unsigned orders;        /* of dates of numbers that can be read in one way alone: bits */
} dana__evidence;

/* Returns whether dates of numbers begin with the month: as those of the page do that can be read
 * in one way alone; where there are none, or both, as the language of the page has it. */
bool dana__is_month_first(const dana__evidence *evidence, bool of_language);

/* Returns whether the text of a hint is a copy: it has references in the source, or marks of
 * direction. */
bool dana__is_copied(const dana_page *page, const dana__hint *hint);

/* Returns where the text of a hint stands in the source, in bytes; of a copy, where the text of the
 * page begins that it is a part of. */
uint32_t dana__hint_at(const dana_page *page, const dana__hint *hint);

/* Returns whether a hint stands in a quotation or a signature. */
bool dana__is_quoted(const dana__evidence *evidence, const dana__hint *hint);

/* Returns whether all parts around a hint that are set aside are footers. */
bool dana__is_in_footer(const dana__evidence *evidence, const dana__hint *hint);

/* Returns whether a hint stands in what is called the foot of an article: in the first one behind
 * the headline, if it is behind the middle of the content. */
bool dana__is_in_foot(const dana__evidence *evidence, const dana__hint *hint);

/* Returns whether a hint stands in what microdata calls a comment, an answer or one of several
 * reviews, none of which is what the page is about. */
bool dana__is_readers(const dana__evidence *evidence, const dana__hint *hint);

/* Returns whether a hint stands in a part that is set aside and is no article's foot. */
bool dana__is_beside(const dana__evidence *evidence, const dana__hint *hint);

/* Gives the memory of hints and JSON-LD back before the page dies. */
void dana__release_evidence(dana_page *page, dana__evidence *evidence);

/* Returns whether a hint stands in a part that is set aside and holds neither the headline nor the
 * middle of the content; comments are such a part where `with_comments`. */
bool dana__is_aside(const dana__evidence *evidence, const dana__hint *hint, bool with_comments);

/* Returns the same of a source byte. Slower. */
bool dana__is_aside_at(const dana__evidence *evidence, size_t at, bool with_comments);

#endif
