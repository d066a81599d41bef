#include "request/document.h"

#include "dana/page.h"
#include "dana/text.h"

#include <string.h>

#define REPLACEMENT        "\xEF\xBF\xBD"
#define REPLACEMENT_LENGTH 3

/* By the first byte, which is rare: memmem() looks at each. */
static size_t count_replacements(const char *text, size_t length)
{
    size_t count = 0;

    for (size_t at = 0; at < length; at++) {
        const char *found = memchr(text + at, REPLACEMENT[0], length - at);

        if (found == NULL) {
            break;
        }
        at = (size_t)(found - text);
        count += length - at >= REPLACEMENT_LENGTH &&
                 memcmp(found, REPLACEMENT, REPLACEMENT_LENGTH) == 0;
    }
    return count;
}

static void read_text(const api__page *page, api__document *out)
{
    *out = (api__document){
        .text = dana_without_bom((dana_view){page->bytes, page->length}),
        .encoding = "utf-8",
        .source = page->is_rendered ? "rendered" : "json",
        .encoded_twice = dana_is_encoded_twice((dana_view){page->bytes, page->length}),
        .replaced_elsewhere = count_replacements(page->bytes, page->length)};
}

dana_status api__document_read(const api__page *page, api__document *out, dana_error *err)
{
    if (page->is_text) {
        read_text(page, out);
        return DANA_OK;
    }
    dana_decoded *decoded = &out->decoded;

    *out = (api__document){.encoding = NULL};
    dana_status status = dana_decode(page->bytes, page->length, page->charset, DANA_SOURCE_MAX,
                                     NULL, decoded, err);

    if (status == DANA_OK) {
        out->text = decoded->text;
        out->encoding = decoded->name;
        out->source = dana_encoding_source_name(decoded->source);
        out->replacements = decoded->replacements;
        out->mismatch = decoded->mismatch;
        out->read_back = decoded->encoded_twice;
        out->fallback = decoded->source == DANA_ENCODING_DEFAULT;
    }
    return status;
}

const dana_format *api__document_format(const api__page *page)
{
    return dana_sniff((dana_view){page->bytes, page->length});
}

void api__document_clear(api__document *document)
{
    dana_decoded_clear(&document->decoded);
}
