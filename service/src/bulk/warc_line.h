/* The JSON of a page of a WARC file: what the API is asked, and what a line says of its record. */
#ifndef SVC_BULK_WARC_LINE_H
#define SVC_BULK_WARC_LINE_H

#include "warc/page.h"

/*
 * Writes the item of a batch that asks for a page: its id and URL, and the URL itself, in ASCII.
 * Both buffers are empty before, and to be cleared. Returns false where memory is out.
 */
bool svc_warc_request(const svc_warc_page *page, svc_buffer *item, svc_buffer *url);

/*
 * Appends the begin of a page's line, {"warc":{...}, to be followed by a result without its first
 * brace. file NULL: standard input. Returns false where memory is out.
 */
bool svc_warc_line(const svc_warc_page *page, const char *file, svc_buffer *out);

#endif
