#include "warc/page.h"

#include "base/text.h"
#include "warc/coding.h"
#include "warc/fields.h"

#include <errno.h>
#include <stdlib.h>

/* Longest head of HTTP, and how much of a block is read to look for its end. */
#define HTTP_HEAD_MAX ((uint64_t)64 * 1024)
#define HTTP_STEP     ((uint64_t)8 * 1024)
/* Most codings, one over the other. */
#define CODINGS_MAX 4

void svc_warc_page_clear(svc_warc_page *page)
{
    svc_warc_head_clear(&page->head);
    svc_buffer_clear(&page->block);
    free(page->http);
    *page = (svc_warc_page){.http = NULL};
}

/* Returns the length of a head with the empty line behind it; 0: it does not end here. */
static size_t head_length(const char *text, size_t length)
{
    size_t at = 0;

    while (at < length) {
        const char *feed = memchr(text + at, '\n', length - at);
        if (feed == NULL) {
            return 0;
        }
        size_t next = (size_t)(feed - text) + 1;
        if (next - at == 1 || (next - at == 2 && text[at] == '\r')) {
            return next;
        }
        at = next;
    }
    return 0;
}

/* "HTTP/1.1 200 OK" */
static int read_status(const char *line)
{
    size_t version = strcspn(line, " \t\r\n");

    return (int)strtol(line + version + strspn(line + version, " \t"), NULL, 10);
}

/* Reads the head of HTTP at the begin of the block. NONE: its values are there. */
static svc_warc_skip read_http(svc_warc_page *page, size_t length)
{
    const svc_warc_field fields[] = {{"Content-Type", &page->content_type},
                                     {"Content-Encoding", &page->content_coding},
                                     {"Transfer-Encoding", &page->transfer_coding},
                                     {NULL, NULL}};

    page->http = strndup(page->block.bytes, length);
    if (page->http == NULL) {
        return SVC_WARC_SKIP_NO_MEMORY;
    }
    page->body_at = length;
    page->status = read_status(page->http);
    svc_warc_read_fields(page->http, fields);
    return page->status >= 200 && page->status <= 299 ? SVC_WARC_SKIP_NONE
                                                      : SVC_WARC_SKIP_HTTP_STATUS;
}

/* Reads the block up to the end of the head of HTTP, and the head. *skip: what is to be said. */
static svc_warc_step take_http(svc_warc_reader *reader, svc_warc_page *page, svc_warc_skip *skip)
{
    svc_buffer *block = &page->block;
    size_t length = 0;

    do {
        size_t before = block->length;
        svc_warc_step step = svc_warc_read_block(reader, block, HTTP_STEP);
        if (step != SVC_WARC_FOUND) {
            return step;
        }
        bool is_http = block->length >= 5 && memcmp(block->bytes, "HTTP/", 5) == 0;
        if (!is_http || block->length == before || block->length > HTTP_HEAD_MAX) {
            *skip = SVC_WARC_SKIP_NO_HTTP_HEAD;
            return SVC_WARC_FOUND;
        }
        length = head_length(block->bytes, block->length);
    } while (length == 0);
    *skip = read_http(page, length);
    return SVC_WARC_FOUND;
}

static bool is_html(const char *type)
{
    return svc_warc_is_type(type, "text/html") || svc_warc_is_type(type, "application/xhtml+xml");
}

/* A page by its media type; where there is none, by what the writer of the archive found, or by its
 * first bytes, later. */
static svc_warc_skip judge_type(const svc_warc_page *page)
{
    const char *type = page->content_type;
    const char *identified = page->head.identified_type;

    if (type != NULL && *type != '\0') {
        return is_html(type) ? SVC_WARC_SKIP_NONE : SVC_WARC_SKIP_NOT_HTML;
    }
    return identified == NULL || is_html(identified) ? SVC_WARC_SKIP_NONE : SVC_WARC_SKIP_NOT_HTML;
}

/* What the head of a record says. */
static svc_warc_skip judge_record(const svc_warc_page *page, svc_warc_type type)
{
    const char *segment = page->head.segment;

    if (type == SVC_WARC_REVISIT) {
        return SVC_WARC_SKIP_REVISITED;
    }
    if (segment != NULL || type == SVC_WARC_CONTINUATION) {
        return SVC_WARC_SKIP_SEGMENT;
    }
    if (type == SVC_WARC_RESPONSE) {
        bool is_dns = svc_warc_is_type(page->head.content_type, "text/dns");
        return is_dns ? SVC_WARC_SKIP_NOT_HTML : SVC_WARC_SKIP_NONE;
    }
    return judge_type(page);
}

/* Reads a record as far as it must be read. *skip NONE: it is all there, and may be a page. */
static svc_warc_step read_page(svc_warc_reader *reader, svc_warc_type type, size_t max_bytes,
                               svc_warc_page *page, svc_warc_skip *skip)
{
    svc_warc_step step = SVC_WARC_FOUND;

    page->content_type = type == SVC_WARC_RESPONSE ? NULL : page->head.content_type;
    *skip = judge_record(page, type);
    if (*skip == SVC_WARC_SKIP_NONE && type == SVC_WARC_RESPONSE) {
        step = take_http(reader, page, skip);
        *skip = *skip == SVC_WARC_SKIP_NONE ? judge_type(page) : *skip;
    }
    if (step != SVC_WARC_FOUND || *skip != SVC_WARC_SKIP_NONE) {
        return step;
    }
    if (page->head.length - page->body_at > max_bytes) {
        *skip = SVC_WARC_SKIP_TOO_LARGE;
    } else if (page->head.length == page->body_at) {
        *skip = SVC_WARC_SKIP_EMPTY;
    } else {
        step = svc_warc_read_block(reader, &page->block, page->head.length);
    }
    return step;
}

static bool may_be_page(svc_warc_type type)
{
    return type <= SVC_WARC_REVISIT || type == SVC_WARC_CONTINUATION;
}

svc_warc_step svc_warc_next_page(svc_warc_reader *reader, size_t max_bytes, svc_warc_tally *tally,
                                 svc_warc_page *page)
{
    for (;;) {
        *page = (svc_warc_page){.http = NULL};
        svc_warc_step step = svc_warc_next(reader, &page->head);
        if (step != SVC_WARC_FOUND) {
            return step;
        }
        svc_warc_type type = svc_warc_type_of(page->head.type);
        svc_warc_skip skip = SVC_WARC_SKIP_NONE;
        bool wanted = may_be_page(type);
        tally->types[type]++;
        step = wanted ? read_page(reader, type, max_bytes, page, &skip) : SVC_WARC_FOUND;
        bool whole = wanted && skip == SVC_WARC_SKIP_NONE;
        if (step == SVC_WARC_FOUND) {
            step = svc_warc_finish(reader, whole ? &page->block : NULL);
        }
        if (step == SVC_WARC_FOUND && whole) {
            return step;
        }
        tally->skipped[skip] += step == SVC_WARC_FOUND && wanted ? 1 : 0;
        svc_warc_page_clear(page);
        if (step == SVC_WARC_STOPPED || step == SVC_WARC_FAILED) {
            return step;
        }
    }
}

/* A body on its way through the codings. */
typedef struct {
    const char *body;
    size_t length;
    size_t max_bytes;
    svc_buffer *decoded; /* what it borrows from, if anything */
} decoding;

/* Undoes one coding. */
static svc_warc_skip undo(decoding *d, const char *name, size_t name_length)
{
    static const svc_warc_skip skips[] = {[SVC_WARC_DECODED] = SVC_WARC_SKIP_NONE,
                                          [SVC_WARC_AS_IT_IS] = SVC_WARC_SKIP_NONE,
                                          [SVC_WARC_BAD_CODING] = SVC_WARC_SKIP_BROKEN_CODING,
                                          [SVC_WARC_TOO_LARGE] = SVC_WARC_SKIP_TOO_LARGE,
                                          [SVC_WARC_UNKNOWN_CODING] = SVC_WARC_SKIP_UNKNOWN,
                                          [SVC_WARC_NO_MEMORY] = SVC_WARC_SKIP_NO_MEMORY};
    svc_buffer next = {.bytes = NULL};
    svc_warc_decoding result = svc_warc_decode(name, name_length, d->body, d->length, d->max_bytes,
                                               &next);

    if (result != SVC_WARC_DECODED) {
        svc_buffer_clear(&next);
        return skips[result];
    }
    svc_buffer_clear(d->decoded);
    *d->decoded = next;
    d->body = next.bytes != NULL ? next.bytes : "";
    d->length = next.length;
    return SVC_WARC_SKIP_NONE;
}

/* Undoes the codings of a list, from the last to the first. */
static svc_warc_skip undo_list(decoding *d, const char *list)
{
    svc_warc_skip skip = SVC_WARC_SKIP_NONE;
    size_t end = list != NULL ? strlen(list) : 0;

    for (int i = 0; end > 0 && skip == SVC_WARC_SKIP_NONE; i++) {
        size_t start = end;
        while (start > 0 && strchr(", \t", list[start - 1]) == NULL) {
            start--;
        }
        if (start < end) {
            skip = i < 2 * CODINGS_MAX ? undo(d, list + start, end - start) : SVC_WARC_SKIP_UNKNOWN;
        }
        end = start > 0 ? start - 1 : 0;
    }
    return skip;
}

/* Whether the first byte that is no white space, nor of a byte order mark, begins markup; a page in
 * UTF-16 has a NUL before or behind it. */
static bool begins_markup(const char *body, size_t length)
{
    static const char passed[] = " \t\r\n\f\xEF\xBB\xBF\xFE\xFF";
    size_t at = 0;

    while (at < length && (body[at] == '\0' || strchr(passed, body[at]) != NULL)) {
        at++;
    }
    return at < length && body[at] == '<';
}

svc_warc_skip svc_warc_page_decode(const svc_warc_page *page, size_t max_bytes, svc_buffer *decoded,
                                   const char **body, size_t *length)
{
    decoding d = {page->block.bytes + page->body_at, page->block.length - page->body_at, max_bytes,
                  decoded};
    svc_warc_skip skip = undo_list(&d, page->transfer_coding);

    if (skip == SVC_WARC_SKIP_NONE) {
        skip = undo_list(&d, page->content_coding);
    }
    *body = d.body;
    *length = d.length;
    if (skip == SVC_WARC_SKIP_NONE && d.length == 0) {
        return SVC_WARC_SKIP_EMPTY;
    }
    bool typed = is_html(page->content_type) || is_html(page->head.identified_type);
    if (skip == SVC_WARC_SKIP_NONE && !typed && !begins_markup(d.body, d.length)) {
        return SVC_WARC_SKIP_NOT_HTML;
    }
    return skip;
}
