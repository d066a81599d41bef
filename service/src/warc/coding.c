#include "warc/coding.h"

#include "base/text.h"
#include "codings/decoder.h"

/* The verdict over a body that did not come to its end: what it gave, if anything, is kept. */
static svc_warc_decoding cut_off(const svc_buffer *out)
{
    return out->length > 0 ? SVC_WARC_DECODED : SVC_WARC_BAD_CODING;
}

/* Whether bytes look like markup: what a browser would see of a page. */
static bool is_markup(const char *body, size_t length)
{
    size_t at = length >= 3 && memcmp(body, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;

    while (at < length && strchr(" \t\r\n\f", body[at]) != NULL && body[at] != '\0') {
        at++;
    }
    return at < length && body[at] == '<';
}

/* The verdict over a body that is no whole stream of its coding. */
static svc_warc_decoding judge_rest(const svc_coding *coding, bool broken, const char *body,
                                    size_t length, svc_buffer *out)
{
    if (!svc_coding_has_signature(coding) && is_markup(body, length)) {
        out->length = 0;
        return SVC_WARC_AS_IT_IS;
    }
    return broken && !svc_coding_has_sums(coding) ? SVC_WARC_BAD_CODING : cut_off(out);
}

static svc_warc_decoding decode(const svc_coding *coding, const char *body, size_t length,
                                size_t max, svc_buffer *out)
{
    if (!svc_coding_begins(coding, body, length)) {
        return SVC_WARC_AS_IT_IS;
    }
    svc_decoder *decoder = svc_decoder_new(coding);
    if (decoder == NULL) {
        return SVC_WARC_NO_MEMORY;
    }
    svc_coding_status status = svc_decoder_take(decoder, body, length, max, out);
    bool whole = svc_decoder_is_whole(decoder);
    svc_decoder_free(decoder);
    if (status == SVC_CODING_TOO_LARGE) {
        return SVC_WARC_TOO_LARGE;
    }
    if (status == SVC_CODING_NO_MEMORY) {
        return SVC_WARC_NO_MEMORY;
    }
    return status == SVC_CODING_FINE && whole
               ? SVC_WARC_DECODED
               : judge_rest(coding, status == SVC_CODING_BROKEN, body, length, out);
}

/* Reads the size of a chunk. Returns how many digits it has; 0: none, or too many. */
static size_t read_size(const char *text, size_t length, size_t *size)
{
    static const char hexadecimal[] = "0123456789abcdefABCDEF";
    size_t digits = 0;

    *size = 0;
    for (; digits < length; digits++) {
        const char *found = memchr(hexadecimal, text[digits], sizeof hexadecimal - 1);
        if (found == NULL) {
            break;
        }
        size_t value = (size_t)(found - hexadecimal);
        *size = *size * 16 + (value < 16 ? value : value - 6);
        if (digits == 15) {
            return 0;
        }
    }
    return digits;
}

/*
 * Reads the line before a chunk at *at, and moves behind it. Returns false where it is none. *size:
 * of the chunk; 0: it is the last, or the line does not end.
 */
static bool read_chunk_line(const char *body, size_t length, size_t *at, size_t *size)
{
    size_t digits = read_size(body + *at, length - *at, size);
    const char *feed = memchr(body + *at, '\n', length - *at);
    bool goes_on = *at + digits < length;

    if (digits == 0 || (goes_on && strchr("; \t\r\n", body[*at + digits]) == NULL) ||
        (feed == NULL && *at == 0)) {
        return false;
    }
    *size = feed != NULL ? *size : 0;
    *at = feed != NULL ? (size_t)(feed - body) + 1 : length;
    return true;
}

/* The first chunk's line tells whether there are chunks. */
static svc_warc_decoding decode_chunks(const char *body, size_t length, size_t max, svc_buffer *out)
{
    size_t at = 0;
    size_t size = 1;

    while (at < length && size > 0) {
        bool first = at == 0;
        if (!read_chunk_line(body, length, &at, &size)) {
            return first ? SVC_WARC_AS_IT_IS : cut_off(out);
        }
        size_t there = size < length - at ? size : length - at;
        if (there > max - out->length) {
            return SVC_WARC_TOO_LARGE;
        }
        if (!svc_buffer_add(out, body + at, there)) {
            return SVC_WARC_NO_MEMORY;
        }
        at += there;
        at += at < length && body[at] == '\r' ? 1 : 0;
        at += at < length && body[at] == '\n' ? 1 : 0;
    }
    return SVC_WARC_DECODED;
}

svc_warc_decoding svc_warc_decode(const char *name, size_t name_length, const char *body,
                                  size_t length, size_t max, svc_buffer *out)
{
    const svc_coding *coding = svc_coding_find(name, name_length);

    if (coding != NULL) {
        return decode(coding, body, length, max, out);
    }
    if (svc_text_equals(name, name_length, "chunked")) {
        return decode_chunks(body, length, max, out);
    }
    return svc_coding_is_none(name, name_length) || is_markup(body, length)
               ? SVC_WARC_AS_IT_IS
               : SVC_WARC_UNKNOWN_CODING;
}
