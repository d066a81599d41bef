/*
 * Decoding: the bytes of a page in any encoding of the web, as UTF-8. Never loses a document: what
 * is no character becomes U+FFFD, and the rest is read.
 *
 * Source: WHATWG Encoding (labels, decoders) and HTML 13.2.3 (which encoding); deviations below.
 */
#ifndef DANA_DECODE_H
#define DANA_DECODE_H

#include "dana/arena.h"
#include "dana/status.h"
#include "dana/view.h"

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * One row a source: enum name, wire name. In this order of precedence:
 *   BOM         a byte order mark of UTF-8 or UTF-16
 *   HTTP        the label that came with the page
 *   META        a meta element in the first 1024 bytes, or an XML declaration
 *   META_LATE   a meta element in the first 8 KiB (deviation: pages have it, and parsers read it)
 *   UTF8_VALID  nothing declared, and the bytes are valid UTF-8; or the page itself declares a
 * legacy encoding, but is valid UTF-8 with four or more characters beyond ASCII (deviation:
 *               crawlers and editors transcode pages and leave the declaration)
 *   DETECTED    nothing declared: UTF-16 by its zero bytes, else what uchardet takes it for
 *   DEFAULT     nothing found: windows-1252
 */
#define DANA_ENCODING_SOURCE_LIST(X)                                                               \
    X(BOM, "bom")                                                                                  \
    X(HTTP, "http")                                                                                \
    X(META, "meta")                                                                                \
    X(META_LATE, "meta-late")                                                                      \
    X(UTF8_VALID, "utf8-valid")                                                                    \
    X(DETECTED, "detected")                                                                        \
    X(DEFAULT, "default")

/* How an encoding was found. */
typedef enum {
#define DANA_ENCODING_SOURCE_ENUM(name, text) DANA_ENCODING_##name,
    DANA_ENCODING_SOURCE_LIST(DANA_ENCODING_SOURCE_ENUM)
#undef DANA_ENCODING_SOURCE_ENUM
        DANA_ENCODING_SOURCE_COUNT
} dana_encoding_source;

/* Returns the wire name of a source ("meta-late"); static. */
const char *dana_encoding_source_name(dana_encoding_source source);

/* A decoded page. */
typedef struct {
    dana_view text;   /* valid UTF-8 without BOM: in the input where it was UTF-8, else in owned */
    const char *name; /* WHATWG's name in lower case ("windows-1256"); static */
    dana_encoding_source source;
    size_t replacements;      /* U+FFFD written for bytes that are no characters */
    bool mismatch;            /* a label was unknown or overruled, or over 1 % of the characters
                                 are replacements */
    bool encoded_twice;       /* it was UTF-8 encoded twice, and was read back */
    char *owned;              /* NULL: text is in the input */
    dana_allocator allocator; /* what owned came from */
} dana_decoded;

/*
 * Decodes `length` bytes. label (label_length bytes, may be empty) is the charset that came with
 * them, from the page's HTTP header. No more than max_bytes of UTF-8 are made.
 * allocator NULL means malloc. *out is to be freed with dana_decoded_clear, before the bytes are.
 * Errors: DANA_TOO_LARGE, DANA_NO_MEMORY; *out then owns nothing.
 */
DANA_MUST_USE dana_status dana_decode(const char *bytes, size_t length, dana_view label,
                                      size_t max_bytes, const dana_allocator *allocator,
                                      dana_decoded *out, dana_error *err);

/*
 * Tells whether a text (valid UTF-8) is UTF-8 that was encoded twice: its bytes were taken for
 * windows-1252 or ISO-8859-1 and encoded again, so that "you’ll" reads "youâ€™ll". All characters
 * beyond ASCII have to read so, and one of them has to hold a control (U+0080 to U+009F), which no
 * text has, or they are 32 or more. dana_decode reads such pages back where their bytes are valid
 * UTF-8 (deviation from HTML 13.2.3, which shows them as they are).
 */
bool dana_is_encoded_twice(dana_view text);

/* Frees what a decoded page owns. */
void dana_decoded_clear(dana_decoded *decoded);

/* Returns the name of encoding `index` (0-based), static; NULL beyond the last of the 40. */
const char *dana_encoding_at(size_t index);

#ifdef __cplusplus
}
#endif
#endif
