#include "warc/writer.h"

#include "documents/coding.h"
#include "warc/digest.h"

#include <stdlib.h>
#include <string.h>

/* A date up to its seconds: "2026-01-31T23:59:59". */
#define DATE_LENGTH 19

/* Appends a field; value NULL: nothing. What would end the line is left out. */
static bool add_field(svc_buffer *out, const char *name, const char *value)
{
    if (value == NULL) {
        return true;
    }
    bool fine = svc_buffer_addf(out, "%s: ", name);
    while (fine && *value != '\0') {
        size_t length = strcspn(value, "\r\n");
        fine = svc_buffer_add(out, value, length);
        value += length + (value[length] != '\0' ? 1 : 0);
    }
    return fine && svc_buffer_add(out, "\r\n", 2);
}

/* WARC 1.0 has no fractions of a second. */
static bool add_date(svc_buffer *out, const char *date)
{
    char whole[DATE_LENGTH + 2];

    if (date == NULL || strlen(date) <= DATE_LENGTH || date[DATE_LENGTH] != '.') {
        return add_field(out, "WARC-Date", date);
    }
    memcpy(whole, date, DATE_LENGTH);
    memcpy(whole + DATE_LENGTH, "Z", 2);
    return add_field(out, "WARC-Date", whole);
}

/* Appends the fields of a block, and the block. Some readers of such files go by the order of
 * lines, which is that of Common Crawl. */
static bool add_block(svc_buffer *out, const char *language, const char *type, const char *block,
                      size_t length)
{
    char digest[SVC_WARC_DIGEST_SIZE];

    svc_warc_digest(block, length, digest);
    return add_field(out, "WARC-Block-Digest", digest) &&
           add_field(out, "WARC-Identified-Content-Language", language) &&
           add_field(out, "Content-Type", type) &&
           svc_buffer_addf(out, "Content-Length: %zu\r\n\r\n", length) &&
           svc_buffer_add(out, block, length) && svc_buffer_add(out, "\r\n\r\n", 4);
}

/* Appends a record, as a gzip member or as it is. The record is freed. */
static bool append(svc_buffer *out, svc_buffer *record, bool fine, bool gzip)
{
    size_t length = 0;
    char *member = NULL;

    if (fine && gzip) {
        member = svc_coding_encode(SVC_GZIP, SVC_EFFORT_ONCE_EACH, record->bytes, record->length,
                                   &length);
        fine = member != NULL && svc_buffer_add(out, member, length);
        free(member);
    } else if (fine) {
        fine = svc_buffer_add(out, record->bytes, record->length);
    }
    svc_buffer_clear(record);
    return fine;
}

bool svc_warc_write_info(svc_buffer *out, const char *software, const char *file_name,
                         const char *date, bool gzip)
{
    char id[SVC_WARC_ID_SIZE];
    svc_buffer block = {.bytes = NULL};
    svc_buffer record = {.bytes = NULL};
    bool fine = add_field(&block, "software", software) &&
                add_field(&block, "format", "WARC File Format 1.0") &&
                add_field(&block, "description", "text of pages, as conversion records") &&
                add_field(&block, "isPartOf", file_name) && add_field(&block, "created", date);

    if (fine) {
        svc_warc_name_id(block.bytes, block.length, id);
    }
    fine = fine && svc_buffer_addf(&record, "WARC/1.0\r\n") &&
           add_field(&record, "WARC-Type", "warcinfo") && add_date(&record, date) &&
           add_field(&record, "WARC-Filename", file_name) &&
           add_field(&record, "WARC-Record-ID", id) &&
           add_block(&record, NULL, "application/warc-fields", block.bytes, block.length);
    svc_buffer_clear(&block);
    return append(out, &record, fine, gzip);
}

/* The id is that of the page and what was made of it. */
static bool name_conversion(const svc_warc_conversion *conversion, char id[SVC_WARC_ID_SIZE])
{
    svc_buffer name = {.bytes = NULL};
    bool fine = svc_buffer_addf(&name, "%s %s %s\n",
                                conversion->refers_to != NULL ? conversion->refers_to : "",
                                conversion->uri != NULL ? conversion->uri : "",
                                conversion->date != NULL ? conversion->date : "") &&
                svc_buffer_add(&name, conversion->text, conversion->length);

    if (fine) {
        svc_warc_name_id(name.bytes, name.length, id);
    }
    svc_buffer_clear(&name);
    return fine;
}

bool svc_warc_write_conversion(svc_buffer *out, const svc_warc_conversion *conversion, bool gzip)
{
    char id[SVC_WARC_ID_SIZE];
    svc_buffer record = {.bytes = NULL};
    bool fine = name_conversion(conversion, id) && svc_buffer_addf(&record, "WARC/1.0\r\n") &&
                add_field(&record, "WARC-Type", "conversion") &&
                add_field(&record, "WARC-Target-URI", conversion->uri) &&
                add_date(&record, conversion->date) && add_field(&record, "WARC-Record-ID", id) &&
                add_field(&record, "WARC-Refers-To", conversion->refers_to) &&
                add_block(&record, conversion->language, "text/plain", conversion->text,
                          conversion->length);

    return append(out, &record, fine, gzip);
}
