#include "documents/coding.h"

#include "base/text.h"

#include <ctype.h>
#include <libdeflate.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <zstd.h>

/* Qualities are thousandths; what is not named has none. */
#define NOT_NAMED (-1)
#define FULL      1000

static const char *const names[SVC_CODINGS] = {"identity", "gzip", "zstd"};

/* Compression levels by effort, chosen with tests/bench/bench_coding: see service/README.md. */
static const int gzip_levels[] = {4, 9};
static const int zstd_levels[] = {3, 9};

/* Qualities that a header gives. */
typedef struct {
    int named[SVC_CODINGS];
    int star;
} qualities;

/* RFC 9110, 12.4.2: weight. Returns thousandths; 0 where it is malformed. */
static int read_weight(const char *text, size_t length)
{
    int value = 0;
    int unit = FULL;

    if (length == 0 || (text[0] != '0' && text[0] != '1') || (length > 1 && text[1] != '.') ||
        length > 5) {
        return 0;
    }
    value = (text[0] - '0') * FULL;
    for (size_t i = 2; i < length; i++) {
        if (!isdigit((unsigned char)text[i])) {
            return 0;
        }
        unit /= 10;
        value += (text[i] - '0') * unit;
    }
    return value <= FULL ? value : 0;
}

/* The weight among the parameters of an element, [text, text + length). */
static int find_weight(const char *text, size_t length)
{
    size_t i = 0;

    while (i < length && strchr("; \t", text[i]) != NULL) {
        i++;
    }
    if (i == length) {
        return FULL;
    }
    if (length - i < 2 || tolower((unsigned char)text[i]) != 'q' || text[i + 1] != '=') {
        return 0;
    }
    i += 2;
    size_t end = i;
    while (end < length && strchr("; \t", text[end]) == NULL) {
        end++;
    }
    return read_weight(text + i, end - i);
}

static void note_element(qualities *q, const char *text, size_t length)
{
    size_t name = 0;

    while (name < length && strchr("; \t", text[name]) == NULL) {
        name++;
    }
    int weight = find_weight(text + name, length - name);
    if (svc_text_equals(text, name, "*")) {
        q->star = weight;
    }
    for (size_t i = 0; i < SVC_CODINGS; i++) {
        if (svc_text_equals(text, name, names[i]) ||
            (i == SVC_GZIP && svc_text_equals(text, name, "x-gzip"))) {
            q->named[i] = weight;
        }
    }
}

static qualities read_header(const char *text)
{
    qualities q = {{NOT_NAMED, NOT_NAMED, NOT_NAMED}, NOT_NAMED};

    while (*text != '\0') {
        text += strspn(text, ", \t");
        size_t length = strcspn(text, ",");
        note_element(&q, text, length);
        text += length;
    }
    return q;
}

svc_accepted svc_coding_accepted(const char *accept_encoding)
{
    svc_accepted accepted = {SVC_IDENTITY, false};

    if (accept_encoding == NULL) {
        return accepted;
    }
    qualities q = read_header(accept_encoding);
    if (q.named[SVC_GZIP] == NOT_NAMED) {
        q.named[SVC_GZIP] = q.star;
    }
    if (q.named[SVC_IDENTITY] == NOT_NAMED) {
        q.named[SVC_IDENTITY] = q.star;
    }
    accepted.identity_refused = q.named[SVC_IDENTITY] == 0;
    int best = q.named[SVC_IDENTITY] > 0 ? q.named[SVC_IDENTITY] : 1;
    for (size_t i = SVC_GZIP; i < SVC_CODINGS; i++) {
        if (q.named[i] >= best) {
            best = q.named[i];
            accepted.best = (svc_coding)i;
        }
    }
    accepted.identity_refused = accepted.identity_refused && accepted.best != SVC_IDENTITY;
    return accepted;
}

const char *svc_coding_name(svc_coding coding)
{
    return names[coding];
}

static char *encode_gzip(int level, const char *body, size_t length, size_t *out_length)
{
    struct libdeflate_compressor *compressor = libdeflate_alloc_compressor(level);

    if (compressor == NULL) {
        return NULL;
    }
    size_t most = libdeflate_gzip_compress_bound(compressor, length);
    char *out = malloc(most);
    *out_length = out != NULL ? libdeflate_gzip_compress(compressor, body, length, out, most) : 0;
    libdeflate_free_compressor(compressor);
    if (*out_length == 0) {
        free(out);
        return NULL;
    }
    return out;
}

static char *encode_zstd(int level, const char *body, size_t length, size_t *out_length)
{
    size_t most = ZSTD_compressBound(length);
    char *out = malloc(most);

    if (out == NULL) {
        return NULL;
    }
    *out_length = ZSTD_compress(out, most, body, length, level);
    if (ZSTD_isError(*out_length)) {
        free(out);
        return NULL;
    }
    return out;
}

char *svc_coding_encode(svc_coding coding, svc_effort effort, const char *body, size_t length,
                        size_t *out_length)
{
    if (coding == SVC_GZIP) {
        return encode_gzip(gzip_levels[effort], body, length, out_length);
    }
    return encode_zstd(zstd_levels[effort], body, length, out_length);
}
