#include "http/framing.h"

#include <string.h>
#include <strings.h>

/* Whether a name is a token (RFC 9110, 5.6.2). */
static bool is_token(const char *name, size_t length)
{
    static const char marks[] = "!#$%&'*+-.^_`|~";

    for (size_t i = 0; i < length; i++) {
        char c = name[i];
        bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        if (!letter && !(c >= '0' && c <= '9') && (c == '\0' || strchr(marks, c) == NULL)) {
            return false;
        }
    }
    return length > 0;
}

typedef enum { CONTENT_LENGTH, TRANSFER_ENCODING, HOST, OTHER } framing_header;

static const char *const names[] = {"Content-Length", "Transfer-Encoding", "Host"};

static framing_header recognise(const char *name, size_t length)
{
    for (int i = CONTENT_LENGTH; i < OTHER; i++) {
        if (strlen(names[i]) == length && strncasecmp(name, names[i], length) == 0) {
            return (framing_header)i;
        }
    }
    return OTHER;
}

/*
 * Of a folded line (RFC 9112, 5.2) libmicrohttpd 0.9.75 appends what follows to the name instead of
 * the value: "Transfer-Encoding:\r\n chunked" is a header Transfer-Encodingchunked, and not
 * chunked. Nobody names a header like this.
 */
static bool begins_like_framing(const char *name, size_t length)
{
    for (int i = CONTENT_LENGTH; i < HOST; i++) {
        size_t framing_length = strlen(names[i]);
        if (length > framing_length && strncasecmp(name, names[i], framing_length) == 0) {
            return true;
        }
    }
    return false;
}

void svc_framing_note(svc_framing *framing, const char *name, size_t name_length, const char *value,
                      size_t value_length)
{
    framing_header header = recognise(name, name_length);

    framing->misspelled = framing->misspelled || !is_token(name, name_length) ||
                          begins_like_framing(name, name_length);
    if (header == OTHER) {
        return;
    }
    framing->content_length += header == CONTENT_LENGTH;
    framing->host += header == HOST;
    if (header == TRANSFER_ENCODING) {
        framing->transfer_encoding++;
        framing->chunked = value_length == 7 && strncasecmp(value, "chunked", 7) == 0;
    }
}

svc_fault svc_framing_judge(const svc_framing *framing, const char *version)
{
    bool http_1_1 = strcmp(version, "HTTP/1.1") == 0;

    if (framing->misspelled) {
        return (svc_fault){"invalid-http",
                           "A header's name that is not well formed, or a folded header."};
    }
    if (framing->content_length > 0 && framing->transfer_encoding > 0) {
        return (svc_fault){"invalid-http", "Both Content-Length and Transfer-Encoding."};
    }
    if (framing->content_length > 1) {
        return (svc_fault){"invalid-http", "More than one Content-Length."};
    }
    if (framing->host > 1) {
        return (svc_fault){"invalid-http", "More than one Host."};
    }
    if (http_1_1 && framing->host == 0) {
        return (svc_fault){"invalid-http", "HTTP/1.1 without Host."};
    }
    if (framing->transfer_encoding > 1 || (framing->transfer_encoding == 1 && !framing->chunked)) {
        return (svc_fault){"not-implemented", "The only transfer coding here is chunked."};
    }
    return (svc_fault){NULL, NULL};
}

static enum MHD_Result note_header(void *arg, enum MHD_ValueKind kind, const char *key,
                                   size_t key_length, const char *value, size_t value_length)
{
    (void)kind;
    if (key != NULL) {
        svc_framing_note(arg, key, key_length, value != NULL ? value : "",
                         value != NULL ? value_length : 0);
    }
    return MHD_YES;
}

bool svc_framing_path_is_cut(const char *target)
{
    const char *end = target + strcspn(target, "?");

    for (const char *at = strchr(target, '%'); at != NULL && at < end; at = strchr(at + 1, '%')) {
        if (at[1] == '0' && at[2] == '0') {
            return true;
        }
    }
    return false;
}

svc_fault svc_framing_head(struct MHD_Connection *connection, const char *version)
{
    svc_framing framing = {0};

    MHD_get_connection_values_n(connection, MHD_HEADER_KIND, note_header, &framing);
    return svc_framing_judge(&framing, version);
}
