/* Records of a WARC file that is written: warcinfo, and conversions as Common Crawl's WET files
 * have them. */
#ifndef SVC_WARC_WRITER_H
#define SVC_WARC_WRITER_H

#include "base/buffer.h"

#include <stddef.h>

/* The text of a page. Strings are borrowed; NULL: the field is left out. */
typedef struct {
    const char *refers_to; /* id of the record with the page */
    const char *uri;
    const char *date; /* when the page was taken; a fraction of a second is left out, as in 1.0 */
    const char *language; /* ISO 639-3 */
    const char *text;     /* UTF-8 */
    size_t length;
} svc_warc_conversion;

/*
 * Appends the record that begins a file: who made it (software), what it is called (NULL: nothing)
 * and when (date). gzip: as a member of its own. Returns false where memory is out.
 */
bool svc_warc_write_info(svc_buffer *out, const char *software, const char *file_name,
                         const char *date, bool gzip);

/* Appends a conversion record. As svc_warc_write_info. */
bool svc_warc_write_conversion(svc_buffer *out, const svc_warc_conversion *conversion, bool gzip);

#endif
