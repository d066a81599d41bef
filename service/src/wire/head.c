#include "wire/head.h"

#include "base/text.h"
#include <string.h>
#include <strings.h>

static const svc_fault faults[SVC_FAULTS] = {
    [SVC_FAULT_REQUEST_LINE] = {"invalid-http",
                                "The request line is not method, target and version with one "
                                "space between them."},
    [SVC_FAULT_VERSION] = {"http-version", NULL},
    [SVC_FAULT_TARGET_LENGTH] = {"target-too-long", NULL},
    [SVC_FAULT_TARGET_NUL] = {"invalid-http", "The request's target holds an encoded NUL."},
    [SVC_FAULT_HEAD_LENGTH] = {"head-too-large", NULL},
    [SVC_FAULT_FOLDED] = {"invalid-http", "A header is folded over two lines."},
    [SVC_FAULT_NAME] = {"invalid-http", "A header's name is not well formed."},
    [SVC_FAULT_VALUE] = {"invalid-http", "A header holds a NUL, or a CR that ends no line."},
    [SVC_FAULT_LENGTH] = {"invalid-http", "Content-Length is not a number."},
    [SVC_FAULT_TWO_LENGTHS] = {"invalid-http", "More than one Content-Length."},
    [SVC_FAULT_TWO_HOSTS] = {"invalid-http", "More than one Host."},
    [SVC_FAULT_NO_HOST] = {"invalid-http", "HTTP/1.1 without Host."},
    [SVC_FAULT_HOST] = {"invalid-http", "Host is not a host and a port."},
    [SVC_FAULT_LENGTH_AND_CODING] = {"invalid-http", "Both Content-Length and Transfer-Encoding."},
    [SVC_FAULT_OLD_CODING] = {"invalid-http", "HTTP/1.0 has no Transfer-Encoding."},
    [SVC_FAULT_CODING] = {"not-implemented", "The only transfer coding here is chunked, once."},
};

svc_fault svc_wire_fault(unsigned long id)
{
    return id < SVC_FAULTS ? faults[id] : (svc_fault){NULL, NULL};
}

/* Whether a text is letters and digits of ASCII and marks alone. */
static bool is_of(const char *text, size_t length, const char *marks)
{
    for (size_t i = 0; i < length; i++) {
        char c = text[i];
        bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        if (!letter && !(c >= '0' && c <= '9') && (c == '\0' || strchr(marks, c) == NULL)) {
            return false;
        }
    }
    return true;
}

/* Whether a name is a token (RFC 9110, 5.6.2). */
static bool is_token(const char *name, size_t length)
{
    return length > 0 && is_of(name, length, "!#$%&'*+-.^_`|~");
}

/* The characters of a host and a port (RFC 3986, 3.2.2). */
static bool is_host(const char *text, size_t length)
{
    return is_of(text, length, "-._~%!$&'()*+,;=:[]");
}

/* Whether a target has no byte that ends it for somebody: no space, no control character. */
static bool is_target(const char *target, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        if ((unsigned char)target[i] <= ' ' || target[i] == '\x7f') {
            return false;
        }
    }
    return length > 0;
}

/* libmicrohttpd ends decoded names and paths at a NUL; others would see another target. */
static svc_fault_id judge_target(const char *target, size_t length)
{
    unsigned parameters = 1;

    for (size_t i = 0; i < length; i++) {
        parameters += target[i] == '&';
        if (length - i >= 3 && memcmp(target + i, "%00", 3) == 0) {
            return SVC_FAULT_TARGET_NUL;
        }
    }
    return parameters > SVC_WIRE_PARAMETERS_MAX ? SVC_FAULT_TARGET_LENGTH : SVC_FAULT_NONE;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static svc_fault_id judge_version(svc_wire_head *head, const char *version, size_t length)
{
    if (length != 8 || memcmp(version, "HTTP/", 5) != 0 || !is_digit(version[5]) ||
        version[6] != '.' || !is_digit(version[7])) {
        return SVC_FAULT_REQUEST_LINE;
    }
    head->http_1_1 = version[7] == '1';
    return version[5] == '1' && version[7] <= '1' ? SVC_FAULT_NONE : SVC_FAULT_VERSION;
}

/*
 * The target as an origin server is asked for it. A client that takes the server for a proxy names
 * the whole URL (RFC 9112, 3.2.2), of which only path and query count here.
 */
static const char *skip_origin(const char *target, const char *end)
{
    static const char *const schemes[] = {"http://", "https://"};
    size_t length = (size_t)(end - target);

    for (size_t i = 0; i < sizeof schemes / sizeof schemes[0]; i++) {
        size_t scheme = strlen(schemes[i]);
        if (length > scheme && strncasecmp(target, schemes[i], scheme) == 0) {
            const char *path = memchr(target + scheme, '/', length - scheme);
            return path != NULL && path > target + scheme &&
                           is_host(target + scheme, (size_t)(path - target) - scheme)
                       ? path
                       : target;
        }
    }
    return target;
}

svc_fault_id svc_wire_request_line(svc_wire_head *head, const char *line, size_t length,
                                   svc_buffer *out)
{
    const char *end = line + length;
    const char *target = memchr(line, ' ', length);
    const char *version = memrchr(line, ' ', length);

    if (target == NULL || target == version || !is_token(line, (size_t)(target - line)) ||
        !is_target(target + 1, (size_t)(version - target) - 1)) {
        return SVC_FAULT_REQUEST_LINE;
    }
    svc_fault_id fault = judge_version(head, version + 1, (size_t)(end - version) - 1);
    if (fault == SVC_FAULT_NONE) {
        fault = judge_target(target + 1, (size_t)(version - target) - 1);
    }
    if (fault == SVC_FAULT_NONE) {
        const char *path = skip_origin(target + 1, version);
        svc_buffer_add(out, line, (size_t)(target + 1 - line));
        svc_buffer_add(out, path, (size_t)(end - path));
        svc_buffer_add(out, "\r\n", 2);
    }
    return fault;
}

static svc_fault_id note_length(svc_wire_head *head, const char *value, size_t length)
{
    if (head->has_length) {
        return SVC_FAULT_TWO_LENGTHS;
    }
    head->has_length = true;
    for (size_t i = 0; i < length; i++) {
        if (!is_digit(value[i])) {
            return SVC_FAULT_LENGTH;
        }
        head->length = head->length > SVC_WIRE_LENGTH_MAX / 10
                           ? SVC_WIRE_LENGTH_MAX
                           : head->length * 10 + (unsigned long long)(value[i] - '0');
    }
    return length == 0 ? SVC_FAULT_LENGTH : SVC_FAULT_NONE;
}

static svc_fault_id note_coding(svc_wire_head *head, const char *value, size_t length)
{
    head->foreign_coding = head->foreign_coding || head->coded ||
                           !svc_text_equals(value, length, "chunked");
    head->coded = true;
    return SVC_FAULT_NONE; /* at the end of the head: it may be folded, which is worse */
}

static svc_fault_id note_host(svc_wire_head *head, const char *value, size_t length)
{
    if (head->has_host) {
        return SVC_FAULT_TWO_HOSTS;
    }
    head->has_host = true;
    /* Empty is allowed (RFC 9110, 7.2). */
    return is_host(value, length) ? SVC_FAULT_NONE : SVC_FAULT_HOST;
}

static bool begins_with(const char *value, size_t length, const char *name)
{
    size_t name_length = strlen(name);

    return length >= name_length && svc_text_equals(value, name_length, name);
}

static svc_fault_id note_type(svc_wire_head *head, const char *value, size_t length)
{
    head->lines = begins_with(value, length, "application/x-ndjson");
    head->json = begins_with(value, length, "application/json");
    return SVC_FAULT_NONE;
}

/* The fields that say where a request ends, whom it is for, and whether its body may be held. */
static const struct {
    const char *name;
    svc_fault_id (*note)(svc_wire_head *head, const char *value, size_t length);
} noted[] = {{"Content-Length", note_length},
             {"Transfer-Encoding", note_coding},
             {"Host", note_host},
             {"Content-Type", note_type}};

static svc_fault_id note_field(svc_wire_head *head, const char *name, size_t name_length,
                               const char *value, size_t value_length)
{
    for (size_t i = 0; i < sizeof noted / sizeof noted[0]; i++) {
        if (svc_text_equals(name, name_length, noted[i].name)) {
            return noted[i].note(head, value, value_length);
        }
    }
    return SVC_FAULT_NONE;
}

static void put_field(const char *name, size_t name_length, const char *value, size_t value_length,
                      svc_buffer *out)
{
    /* Cookies play no role here, and libmicrohttpd would take them apart. How the body is framed is
     * told at the end of the head. */
    if (svc_text_equals(name, name_length, "Cookie") ||
        svc_text_equals(name, name_length, "Content-Length")) {
        return;
    }
    svc_buffer_add(out, name, name_length);
    svc_buffer_add(out, ": ", 2);
    svc_buffer_add(out, value, value_length);
    svc_buffer_add(out, "\r\n", 2);
}

svc_fault_id svc_wire_field_line(svc_wire_head *head, const char *line, size_t length,
                                 svc_buffer *out)
{
    const char *end = line + length;
    const char *colon = memchr(line, ':', length);

    if (length > 0 && svc_is_blank(line[0])) {
        return SVC_FAULT_FOLDED;
    }
    if (memchr(line, '\0', length) != NULL || memchr(line, '\r', length) != NULL) {
        return SVC_FAULT_VALUE;
    }
    if (colon == NULL || !is_token(line, (size_t)(colon - line))) {
        return SVC_FAULT_NAME;
    }
    if (++head->fields > SVC_WIRE_FIELDS_MAX) {
        return SVC_FAULT_HEAD_LENGTH;
    }
    const char *value = colon + 1;
    while (value < end && svc_is_blank(*value)) {
        value++;
    }
    while (end > value && svc_is_blank(end[-1])) {
        end--;
    }
    size_t name_length = (size_t)(colon - line);
    size_t value_length = (size_t)(end - value);
    svc_fault_id fault = note_field(head, line, name_length, value, value_length);
    if (fault == SVC_FAULT_NONE) {
        put_field(line, name_length, value, value_length, out);
    }
    return fault;
}

svc_fault_id svc_wire_head_end(const svc_wire_head *head)
{
    if (head->has_length && head->coded) {
        return SVC_FAULT_LENGTH_AND_CODING;
    }
    if (head->http_1_1 && !head->has_host) {
        return SVC_FAULT_NO_HOST;
    }
    if (head->coded && !head->http_1_1) {
        return SVC_FAULT_OLD_CODING;
    }
    return head->foreign_coding ? SVC_FAULT_CODING : SVC_FAULT_NONE;
}
