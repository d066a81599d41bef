/*
 * The language of a page: what it declares, checked by its content; else what the content is
 * written in.
 */
#ifndef DANA_LANGUAGE_H
#define DANA_LANGUAGE_H

#include "dana/page.h"
#include "dana/result.h"
#include "dana/view.h"

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/* One row a source: enum name, wire name. In this order of precedence:
 *   HTML      the attribute lang or xml:lang of the html or body element
 *   HEADER    a meta element that stands for the header Content-Language
 *   META      another meta element
 *   JSON_LD   inLanguage of what the page is about
 *   DETECTED  the content: nothing is declared, or it is plainly another language */
#define DANA_LANGUAGE_SOURCE_LIST(X)                                                               \
    X(HTML, "html")                                                                                \
    X(HEADER, "content-language")                                                                  \
    X(META, "meta")                                                                                \
    X(JSON_LD, "json-ld")                                                                          \
    X(DETECTED, "detected")

/* Where a language is known from. */
typedef enum {
#define DANA_LANGUAGE_SOURCE_ENUM(name, text) DANA_LANGUAGE_##name,
    DANA_LANGUAGE_SOURCE_LIST(DANA_LANGUAGE_SOURCE_ENUM)
#undef DANA_LANGUAGE_SOURCE_ENUM
        DANA_LANGUAGE_SOURCE_COUNT
} dana_language_source;

/* A language. tag: as the page writes it, or a tag of BCP 47; empty: not known. */
typedef struct {
    dana_view tag;
    dana_language_source source;
} dana_language;

/* Returns the wire name of a source ("json-ld"); static. */
const char *dana_language_source_name(dana_language_source source);

/* Bytes of a text that tell its language; reading more changes less than .2 % of the answers. */
#define DANA_DETECT_BYTES ((size_t)1000)

/*
 * Detects what a text (valid UTF-8) is written in, from its first DANA_DETECT_BYTES. Returns a tag
 * of BCP 47 ("en", "zh-Hant"), static; NULL where the text is short, mixed or no language. share:
 * the percent of the text that is in it, of the languages in Arabic script that are told by letters
 * of their own (ps, ckb, sd, ug) that of its letters which are of this script; -1 where memory is
 * out.
 */
const char *dana_detect_language(dana_view text, int *share);

/*
 * Sets *tag to the language that a text is written in (static) where it counts more than the
 * declared one (empty: none is), else to an empty view: nothing is declared, or a longer text is
 * plainly in another language, as with templates that declare their own. The page remembers what
 * it was asked last. Errors: DANA_NO_MEMORY.
 */
DANA_MUST_USE dana_status dana_detected_instead(dana_page *page, dana_view declared, dana_view text,
                                                dana_view *tag, dana_error *err);

/*
 * Finds the language of a page. scan: of the page. text: its content. A declaration that a longer
 * content contradicts is a template's, and does not count. *out borrows from the page.
 * Errors: DANA_TOO_COMPLEX, DANA_NO_MEMORY, DANA_CANCELLED.
 */
DANA_MUST_USE dana_status dana_find_language(dana_page *page, const dana_scan *scan, dana_view text,
                                             dana_language *out, dana_error *err);

#ifdef __cplusplus
}
#endif
#endif
