#include "documents/etag.h"

#include "base/sha256.h"

#include <stdio.h>
#include <string.h>

#define TAG_BYTES 16

void svc_etag_make(char out[SVC_ETAG_SIZE], const char *bytes, size_t length, const char *coding)
{
    unsigned char digest[SVC_SHA256_SIZE];
    char hex[2 * TAG_BYTES + 1];

    svc_sha256(bytes, length, digest);
    for (size_t i = 0; i < TAG_BYTES; i++) {
        snprintf(hex + 2 * i, 3, "%02x", digest[i]);
    }
    svc_etag_of(out, hex, coding);
}

void svc_etag_of(char out[SVC_ETAG_SIZE], const char *digest, const char *coding)
{
    snprintf(out, SVC_ETAG_SIZE, "\"%.*s%s%.8s\"", 2 * TAG_BYTES, digest, coding != NULL ? "-" : "",
             coding != NULL ? coding : "");
}

/* The opaque tag of a list's next element, with its quotes; its end. NULL at the list's end. */
static const char *next_tag(const char **list)
{
    const char *tag = *list + strspn(*list, ", \t");

    if (strncmp(tag, "W/", 2) == 0) {
        tag += 2;
    }
    const char *end = *tag == '"' ? strchr(tag + 1, '"') : NULL;
    if (end == NULL) {
        return NULL;
    }
    *list = end + 1;
    return tag;
}

bool svc_etag_matches(const char *if_none_match, const char *etag)
{
    if (if_none_match == NULL) {
        return false;
    }
    if (strcmp(if_none_match, "*") == 0) {
        return true;
    }
    for (;;) {
        const char *tag = next_tag(&if_none_match);
        if (tag == NULL) {
            return false;
        }
        if ((size_t)(if_none_match - tag) == strlen(etag) && memcmp(tag, etag, strlen(etag)) == 0) {
            return true;
        }
    }
}
