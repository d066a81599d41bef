/* The lines "Name: value" of a head, of a record as of HTTP. */
#ifndef SVC_WARC_FIELDS_H
#define SVC_WARC_FIELDS_H

#include <stdbool.h>
#include <stddef.h>

/* A field that is looked for, and where its value goes: borrowed from the head; of several fields
 * of the name the last. */
typedef struct {
    const char *name;
    const char **value;
} svc_warc_field;

/*
 * Reads the fields of a head behind its first line, up to a NUL, and changes it: values are without
 * white space around them, and lines that go on (RFC 9112, 5.2) are joined. Lines that are no field
 * count for nothing. fields ends with a NULL name.
 */
void svc_warc_read_fields(char *head, const svc_warc_field *fields);

/* Returns whether a media type ("text/html; charset=x", NULL: none) is of this name. */
bool svc_warc_is_type(const char *media_type, const char *name);

#endif
