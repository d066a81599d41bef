/*
 * Links, images and other media of the selected content; the page's base and canonical URL.
 */
#ifndef DANA_LINKS_H
#define DANA_LINKS_H

#include "dana/page.h"
#include "dana/result.h"
#include "dana/view.h"

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A link: an anchor some text of which is selected. Borrowed from the page. */
typedef struct {
    dana_view href; /* absolute; as written where the page's URL is unknown */
    dana_view text; /* as dana_render_text renders it, its newlines as spaces */
    dana_view rel;  /* raw; empty where there is none */
    dana_span span; /* the anchor, from its start tag on, without its end tag */
} dana_link;

/* An image. Borrowed from the page. */
typedef struct {
    dana_view src;     /* absolute; as written where the page's URL is unknown */
    dana_view alt;     /* references decoded, trimmed; empty where there is none */
    dana_view caption; /* its text on one line; empty where there is none */
    dana_span span;    /* its tag */
} dana_image;

/* What a medium that is no picture is. */
typedef enum {
    DANA_MEDIA_VIDEO,
    DANA_MEDIA_AUDIO,
    DANA_MEDIA_EMBED, /* a post of another site */
} dana_media_kind;

/* A video, a sound, or a post of another site inside the content. Borrowed from the page. */
typedef struct {
    dana_media_kind kind;
    dana_view url;        /* where a reader can see or hear it: a page, else src */
    dana_view src;        /* of the file or the player's frame */
    const char *provider; /* name of the player's service; NULL: a file; static */
    dana_view title;      /* as its tag names it; empty where it does not */
    dana_view caption;    /* as that of an image */
    dana_span span;       /* its start tag */
} dana_media;

/*
 * Lists the links of a result in document order, duplicates kept: http, https, mailto and tel.
 * base (absolute, see dana_page_base) makes them absolute; without a base a relative link stays as
 * it is written. What is no URL is left out. Under Filter 1 anchors are no content: the list is
 * empty. *out holds *count links, borrowed from the page. Errors: DANA_TOO_COMPLEX, DANA_NO_MEMORY,
 * DANA_CANCELLED.
 */
DANA_MUST_USE dana_status dana_result_links(dana_page *page, const dana_result *result,
                                            dana_view base, const dana_link **out, size_t *count,
                                            dana_error *err);

/*
 * Lists the images of a result in document order; one with the source and alt of an earlier one is
 * left out. An image belongs to the selection where it stands inside it, between its texts, or
 * between the headline and the text, and is no part of a teaser, an advertisement, a box of links;
 * counting pixels and portraits of authors never do. Its source is what a script would load
 * (data-src and the like), else src, else the largest sensible candidate of srcset or of a source
 * element; placeholders do not count. The image of a noscript element counts where no other image
 * stands for it.
 * *out holds *count images, borrowed from the page. Errors: as dana_result_links.
 */
DANA_MUST_USE dana_status dana_result_images(dana_page *page, const dana_result *result,
                                             dana_view base, const dana_image **out, size_t *count,
                                             dana_error *err);

/*
 * Lists the other media that belong to a selection as images do: video and audio elements, and the
 * frames and elements of known players. Frames of other sites are none.
 * *out holds *count media, borrowed from the page. Errors: as dana_result_links.
 */
DANA_MUST_USE dana_status dana_result_media(dana_page *page, const dana_result *result,
                                            dana_view base, const dana_media **out, size_t *count,
                                            dana_error *err);

/*
 * Gives a result whose selection holds the captions of its images and media, too: the text that
 * Markdown and HTML have. *out is borrowed from the page. Errors: as dana_result_links.
 */
DANA_MUST_USE dana_status dana_result_with_captions(dana_page *page, const dana_result *result,
                                                    dana_view base, dana_result *out,
                                                    dana_error *err);

/*
 * Gives the URL that the page's references are relative to: its first <base href>, resolved
 * against `document` (the document's URL; empty: unknown) and counting where it is http or https;
 * else `document`. Where that is unknown the page's canonical URL stands for it, else its og:url,
 * where they are absolute. *out is borrowed from the page or is `document`; empty: nothing tells
 * it. Errors: as dana_result_links.
 */
DANA_MUST_USE dana_status dana_page_base(dana_page *page, dana_view document, dana_view *out,
                                         dana_error *err);

/* Returns whether a link or an image of the page was given as it is written, as its URL is unknown.
 */
bool dana_page_left_relative(const dana_page *page);

/*
 * Gives the first <link rel=canonical>'s href, resolved against `base`; out->data is NULL where
 * there is none that is http or https. *out is borrowed from the page. Errors: as
 * dana_result_links.
 */
DANA_MUST_USE dana_status dana_page_canonical(dana_page *page, dana_view base, dana_view *out,
                                              dana_error *err);

#ifdef __cplusplus
}
#endif
#endif
