/*
 * An extraction: a page with all that was found in it, for those who write an answer of it.
 */
#ifndef API_ANSWER_EXTRACTION_H
#define API_ANSWER_EXTRACTION_H

#include "api/api.h"
#include "dana/extract.h"
#include "dana/headline.h"
#include "dana/language.h"
#include "dana/metadata.h"
#include "dana/posts.h"
#include "request/extract_request.h"
#include "request/offsets.h"

#include <jansson.h>

/* Everything an answer is made of; all borrowed. err: why a derivation by core failed. */
typedef struct {
    const char *id;
    const char *version;
    const api__extract_request *request;
    const api_fetched *fetched;   /* NULL: the page came with the request */
    const api_rendered *rendered; /* what was rendered, or why not; NULL: nothing was to be */
    bool lacks_renderer;          /* the page should be rendered, and cannot be */
    size_t input_bytes;           /* of the page before it was decoded */
    api__document document;
    dana_page *page;
    dana_result result;
    const dana_range *ranges; /* of the result, once the JSON answer is begun */
    size_t range_count;
    dana_headline headline;   /* of the answer; algorithm NULL where it was not run */
    dana_headline background; /* what metadata and posts are found with; the same */
    unsigned parts;           /* what the answer holds, as include's bits */
    dana_view text;           /* the selected text; the picture where one was drawn */
    dana_view markdown;       /* where parts hold it */
    dana_view html;           /* where parts hold it; a fragment */
    dana_view base;           /* URL of the page, for its relative links; empty where unknown */
    bool has_posts;
    dana_posts posts; /* where has_posts */
    bool has_language;
    dana_language language; /* where has_language */
    api__line_cursor lines; /* of the page's source, for offsets in their order */
    double queue_ms;
    double stage_ms[API_STAGE_COUNT]; /* API_STAGE_NOT_RUN where a stage was not run */
    double total_ms;                  /* until the answer is written */
    dana_error err;
} api__extraction;

/* Returns whether the answer holds one of the parts, as include's bits. */
bool api__includes(const api__extraction *extraction, unsigned parts);

/* Returns whether the boxes of the page are known. */
bool api__has_boxes(const api__extraction *extraction);

/* Returns whether the page is the rendered one. */
bool api__is_rendered(const api__extraction *extraction);

/* Returns the address that the document was read from, borrowed; empty: unknown. */
dana_view api__document_url(const api__extraction *extraction);

/*
 * Finds the page's own base, to resolve its relative links with. Errors: DANA_TOO_COMPLEX,
 * DANA_NO_MEMORY, DANA_CANCELLED.
 */
DANA_MUST_USE dana_status api__find_base(api__extraction *extraction);

/* Runs the headline method of the request. Errors: as dana_find_headline. */
DANA_MUST_USE dana_status api__find_headline(api__extraction *extraction, dana_headline *out);

/*
 * Fills what core finds metadata and posts with; the headline is found for it where the answer does
 * not include one. Errors: as dana_find_headline.
 */
DANA_MUST_USE dana_status api__metadata_input(api__extraction *extraction,
                                              dana_metadata_input *input);

/* Finds the posts and comments of the page in extraction->posts, once. Errors: as
 * dana_find_posts. */
DANA_MUST_USE dana_status api__find_posts(api__extraction *extraction);

/* Finds the text of the page's title element; data is NULL where it has none. Errors: as
 * dana_render_span. */
DANA_MUST_USE dana_status api__title(api__extraction *extraction, dana_view *title);

/* Finds the headline's text where it is in the source; data is NULL where there is none. Errors: as
 * dana_render_span. */
DANA_MUST_USE dana_status api__headline_text(api__extraction *extraction, dana_view *text);

/* Returns the language of the page and where it is known from; the tag is empty where it is not
 * known. */
dana_language api__language(api__extraction *extraction);

/* Returns "ltr" or "rtl": what the page declares, else what its content is; NULL: unknown. */
const char *api__direction(const api__extraction *extraction);

/* Returns a cursor at the source's begin that counts in the unit of the request. */
api__offset_cursor api__new_cursor(const api__extraction *extraction);

/* Returns the text that max_text_chars leaves. */
dana_view api__limited_text(const api__extraction *extraction);

/* Returns whether max_text_chars cuts the text that was asked for. */
bool api__is_truncated(const api__extraction *extraction);

#endif
