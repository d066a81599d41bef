#include "request/document.h"

#include "dana/page.h"
#include "dana/text.h"

#include <string.h>

#define REPLACEMENT        "\xEF\xBF\xBD"
#define REPLACEMENT_LENGTH 3

/* By the first byte, which is rare: memmem() looks at each. */
static size_t count_replacements(const char *text, size_t length)
{
    const char *end = text + length;
    size_t count = 0;

    for (;;) {
        text = memchr(text, REPLACEMENT[0], (size_t)(end - text));
        if (text == NULL) {
            return count;
        }
        count += (size_t)(end - text) >= REPLACEMENT_LENGTH &&
                 memcmp(text, REPLACEMENT, REPLACEMENT_LENGTH) == 0;
        text++;
    }
}

static void read_text(const api__page *page, api__document *out)
{
    *out = (api__document){.text = dana_without_bom((dana_view){page->bytes, page->length}),
                           .encoding = "utf-8",
                           .source = "json",
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
        out->fallback = decoded->source == DANA_ENCODING_DEFAULT;
    }
    return status;
}

void api__document_clear(api__document *document)
{
    dana_decoded_clear(&document->decoded);
}
