#include "bulk/warc_line.h"

#include "base/text.h"

#include <inttypes.h>

/* The longest URL that the API reads; a longer one is none. */
#define URL_MAX_BYTES ((size_t)8192)
/* A byte of a JSON string takes at most so many. */
#define ESCAPED_MAX ((size_t)6)

/* Appends a string as JSON; NULL as null. */
static bool add_json(svc_buffer *out, const char *text)
{
    svc_text escaped;

    if (text == NULL) {
        return svc_buffer_add(out, "null", 4);
    }
    size_t room = ESCAPED_MAX * strlen(text) + 3;
    if (!svc_buffer_reserve(out, room)) {
        return false;
    }
    svc_text_init(&escaped, out->bytes + out->length, room);
    svc_text_add_json(&escaped, text);
    out->length += escaped.length;
    return true;
}

/* Appends "NAME":VALUE, with what stands before it. */
static bool add_member(svc_buffer *out, const char *before, const char *text)
{
    return svc_buffer_addf(out, "%s", before) && add_json(out, text);
}

/* RFC 3987, 3.1: a URL in ASCII, what is no ASCII by its bytes. */
static bool add_url(svc_buffer *out, const char *url)
{
    bool fine = svc_buffer_add(out, "", 0);

    for (; fine && *url != '\0'; url++) {
        unsigned char byte = (unsigned char)*url;
        fine = byte > ' ' && byte < 0x7f ? svc_buffer_add(out, url, 1)
                                         : svc_buffer_addf(out, "%%%02X", byte);
    }
    return fine;
}

bool svc_warc_request(const svc_warc_page *page, svc_buffer *item, svc_buffer *url)
{
    bool fine = add_url(url, page->head.uri != NULL ? page->head.uri : "");

    if (fine && url->length > URL_MAX_BYTES) {
        url->length = 0;
        url->bytes[0] = '\0';
    }
    return fine && add_member(item, "{\"id\":", page->head.id) &&
           add_member(item, ",\"url\":", url->bytes) && svc_buffer_add(item, "}", 1);
}

bool svc_warc_line(const svc_warc_page *page, const char *file, svc_buffer *out)
{
    const svc_warc_head *head = &page->head;

    return add_member(out, "{\"warc\":{\"file\":", file) &&
           svc_buffer_addf(out, ",\"offset\":%" PRIu64, head->offset) &&
           add_member(out, ",\"type\":", head->type) && add_member(out, ",\"url\":", head->uri) &&
           add_member(out, ",\"date\":", head->date) &&
           add_member(out, ",\"truncated\":", head->truncated) &&
           (page->status > 0 ? svc_buffer_addf(out, ",\"http_status\":%d},", page->status)
                             : svc_buffer_addf(out, ",\"http_status\":null},"));
}
