#include "base/foreign.h"
#include "decode/encodings.h"
#include "html/content.h"
#include "html/tokenizer.h"

#include <string.h>
#include <strings.h>
#include <uchardet.h>

/* Bytes looked at: a page tells its encoding early. */
#define LOOK_BYTES ((size_t)64 * 1024)
/* Bytes looked at for UTF-16. */
#define ZERO_BYTES 128

/*
 * uchardet's names that are no labels, or better read otherwise: small letters are the same bytes
 * in Mac Cyrillic, which it names for short Russian texts and the web does not use.
 */
static const struct {
    const char *name;
    dana__encoding encoding;
} other_names[] = {
    {"UHC", DANA__EUC_KR},
    {"MAC-CYRILLIC", DANA__WINDOWS_1251},
    {"JOHAB", DANA__NO_ENCODING},
};

/* A page begins with markup: in UTF-16 most bytes at even places are zero, or most at odd ones. */
dana__encoding dana__detect_utf16(const char *bytes, size_t length)
{
    size_t zeros[2] = {0, 0};
    size_t looked = length < ZERO_BYTES ? length : ZERO_BYTES;

    for (size_t i = 0; i < looked; i++) {
        zeros[i & 1] += bytes[i] == '\0';
    }
    bool big_endian = zeros[0] * 4 > looked;
    bool little_endian = zeros[1] * 4 > looked;

    if (looked < 4 || big_endian == little_endian) {
        return DANA__NO_ENCODING;
    }
    return big_endian ? DANA__UTF_16BE : DANA__UTF_16LE;
}

/* Hands the text between the tags to the detector, so that markup does not drown it. */
static int feed(uchardet_t detector, const char *bytes, size_t length)
{
    const char *p = bytes;
    dana_view text;

    while (dana__next_text(&p, bytes + length, true, &text)) {
        if (uchardet_handle_data(detector, text.data, text.length) != 0) {
            return 1;
        }
    }
    return 0;
}

static dana__encoding encoding_called(const char *name)
{
    for (size_t i = 0; i < sizeof(other_names) / sizeof(other_names[0]); i++) {
        if (strcasecmp(other_names[i].name, name) == 0) {
            return other_names[i].encoding;
        }
    }
    dana__encoding encoding = dana__encoding_of_label(name, strlen(name));

    /* Not UTF-8: the bytes are known not to be. A page that only looks like one is not given up. */
    return encoding == DANA__REPLACEMENT || encoding == DANA__UTF_8 ? DANA__NO_ENCODING : encoding;
}

/* What is asked of the library, and its answer. */
typedef struct {
    const char *bytes;
    size_t length;
    dana__encoding encoding;
    bool no_memory;
} question;

static void ask(void *arg)
{
    question *q = arg;
    uchardet_t detector = uchardet_new();

    q->no_memory = detector == NULL;
    if (detector == NULL) {
        return;
    }
    q->no_memory = feed(detector, q->bytes, q->length) != 0; /* its only error */
    if (!q->no_memory) {
        uchardet_data_end(detector);
        q->encoding = encoding_called(uchardet_get_charset(detector));
    }
    uchardet_delete(detector);
}

bool dana__detect(const char *bytes, size_t length, dana__encoding *out)
{
    question q = {.bytes = bytes,
                  .length = length < LOOK_BYTES ? length : LOOK_BYTES,
                  .encoding = DANA__NO_ENCODING};
    bool done = dana__call_foreign(ask, &q) && !q.no_memory;

    *out = q.encoding;
    return done;
}
