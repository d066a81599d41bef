/*
 * What a page's markup calls it: meta elements, links and JSON-LD, as spans of the source.
 */
#ifndef DANA_BLOCKS_HEAD_H
#define DANA_BLOCKS_HEAD_H

#include "dana/page.h"
#include "dana/view.h"
#include "html/tokenizer.h"

#include <stdbool.h>

/* Most entries that are kept of a page; later ones are dropped. */
#define DANA__HEAD_MAX 32

/* Most descriptions that are kept. */
#define DANA__DESCRIPTIONS_MAX 4

/* What an entry is. */
typedef enum {
    DANA__HEAD_OG,          /* og:title */
    DANA__HEAD_TWITTER,     /* twitter:title */
    DANA__HEAD_META,        /* title, dc.title, citation_title, itemprop headline */
    DANA__HEAD_LD_HEADLINE, /* JSON-LD: headline of what the page is about */
    DANA__HEAD_LD_NAME,     /* JSON-LD: its name */
    DANA__HEAD_CRUMB,       /* JSON-LD: the last name of the breadcrumbs */
    DANA__HEAD_SITE,        /* og:site_name, application-name, JSON-LD: publisher, web site */
    DANA__HEAD_ADDRESS,     /* canonical link, og:url */
    DANA__HEAD_JSON,        /* the content of a JSON-LD script, which dana__head_names reads */
    DANA__HEAD_DESCRIPTION, /* description, og:description, twitter:description: of no entry */
} dana__head_source;

/* An entry: raw source bytes, with character references or JSON's escapes. */
typedef struct {
    dana_span span;
    dana__head_source source;
    bool is_json;
} dana__head_entry;

/* The entries of a page in document order; all zero at its beginning. What describes the page is
 * no name of it, and stands apart: raw source bytes as well. */
typedef struct {
    dana__head_entry entries[DANA__HEAD_MAX];
    size_t count;
    dana_span descriptions[DANA__DESCRIPTIONS_MAX];
    size_t description_count;
} dana__head;

/* The raw attributes of a meta element that say something; data NULL: it has none of the name. */
typedef struct {
    dana_view content;
    dana_view value;
    dana_view property;
    dana_view name;
    dana_view itemprop;
} dana__meta;

/* Reads a meta element's start tag. */
dana__meta dana__read_meta(const dana__markup *tag);

/* Takes what a meta element says. base: where the page's source begins. */
void dana__head_meta(dana__head *head, const char *base, const dana__meta *meta);

/* Takes the address of a link element's start tag, where it is the canonical one. */
void dana__head_link(dana__head *head, const char *base, dana_view tag);

/* Notes a JSON-LD script's content. */
void dana__head_json(dana__head *head, const char *base, dana_view content);

/*
 * Lists what a page is called: the entries of `head`, and in the place of each script the names in
 * it. Linear. Errors: DANA_TOO_COMPLEX, DANA_NO_MEMORY.
 */
DANA_MUST_USE dana_status dana__head_names(dana_page *page, const dana__head *head, dana__head *out,
                                           dana_error *err);

/*
 * Decodes raw text of an entry: JSON's escapes where is_json, then character references;
 * white-space runs become one space. *out borrows from the buffer (of bytes), whose contents are
 * overwritten. Errors: DANA_TOO_COMPLEX, DANA_NO_MEMORY.
 */
DANA_MUST_USE dana_status dana__head_text(dana_page *page, dana_view raw, bool is_json,
                                          dana_buffer *buffer, dana_view *out, dana_error *err);

#endif
