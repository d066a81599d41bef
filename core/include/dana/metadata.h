/*
 * Metadata: what a page says about itself, from JSON-LD, meta elements, microdata and the visible
 * page, each with its source (thesis 7.2: author, headline, subtitles and date are a page's most
 * important components).
 */
#ifndef DANA_METADATA_H
#define DANA_METADATA_H

#include "dana/page.h"
#include "dana/result.h"
#include "dana/view.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Most authors and subtitles that are listed. */
#define DANA_AUTHORS_MAX   16
#define DANA_SUBTITLES_MAX 64

/* Most tags, categories and keywords that are listed, each. */
#define DANA_TERMS_MAX 32

/* Where a value comes from. */
typedef enum {
    DANA_METADATA_JSON_LD,
    DANA_METADATA_META,      /* a meta element */
    DANA_METADATA_MICRODATA, /* itemprop, RDFa's property */
    DANA_METADATA_VISIBLE,   /* text of the page and its class words */
    DANA_METADATA_HTML,      /* an attribute of html or body, the title element */
    DANA_METADATA_LINK,      /* a link element */
    DANA_METADATA_URL,       /* the page's own URL */
    DANA_METADATA_DETECTED,  /* the language that the text is written in */
    DANA_METADATA_STATE,     /* the state of a program, where the content is from there */
    DANA_METADATA_SOURCE_COUNT
} dana_metadata_source;

/* Returns the wire name of a source ("json-ld"); static. */
const char *dana_metadata_source_name(dana_metadata_source source);

/* A value and its source; value.data is NULL where it is not known. Borrowed from the page. */
typedef struct {
    dana_view value;
    dana_metadata_source source;
} dana_metadata_field;

/* A heading inside the selected content, or the lines under the headline (level 0). */
typedef struct {
    dana_view text;
    unsigned level; /* 1 to 6, 0 for the lines under the headline */
    dana_metadata_source source;
} dana_subtitle;

/* Short texts of one source. */
typedef struct {
    dana_view values[DANA_TERMS_MAX];
    size_t count;
    dana_metadata_source source; /* where count > 0 */
} dana_metadata_terms;

/* What a page says about itself. Everything is borrowed from the page. */
typedef struct {
    dana_view authors[DANA_AUTHORS_MAX];
    size_t author_count;
    dana_metadata_source author_source; /* of all authors */
    dana_metadata_field published; /* ISO 8601: a date, with time and zone where they are given */
    dana_metadata_field modified;  /* likewise */
    dana_metadata_field language;  /* BCP 47 */
    dana_metadata_field direction; /* "ltr" or "rtl" */
    dana_metadata_field site_name;
    dana_metadata_field excerpt;       /* at most 300 code points */
    dana_metadata_field canonical_url; /* absolute */
    dana_metadata_field image;         /* absolute URL of the main image */
    dana_subtitle subtitles[DANA_SUBTITLES_MAX];
    size_t subtitle_count;
    dana_metadata_terms tags;       /* that the author gave the page */
    dana_metadata_terms categories; /* sections of the site that it lies in, the widest first */
    dana_metadata_terms keywords;   /* for search engines */
    dana_metadata_field license;    /* absolute URL, else the licence's name */
    dana_metadata_field next_page;  /* absolute URL: the page goes on there, or its list does */
    dana_metadata_field video;      /* absolute URL of the main video, or of its player */
} dana_metadata;

/*
 * What is known already. url: of the document (empty: unknown). result: an extraction of the page.
 * text: that result's text by dana_render_text. headline: where it stands (start == end: unknown,
 * the first h1 stands for it). posts_follow: dana_find_posts is called with the same input after
 * dana_find_metadata, and needs no pass over the page for what both need.
 */
typedef struct {
    dana_view url;
    const dana_result *result;
    dana_view text;
    dana_span headline;
    bool posts_follow;
} dana_metadata_input;

/*
 * Finds a page's metadata. Linear in the page's length, memory of the page's arena, some 100 KiB.
 * Errors: DANA_TOO_COMPLEX, DANA_NO_MEMORY, DANA_CANCELLED.
 */
DANA_MUST_USE dana_status dana_find_metadata(dana_page *page, const dana_metadata_input *input,
                                             dana_metadata *out, dana_error *err);

#ifdef __cplusplus
}
#endif
#endif
