#include "dana/decode.h"

#include "dana/text.h"
#include "decode/encodings.h"
#include "decode/twice.h"

#include <stdlib.h>
#include <string.h>

/* Where a meta element should stand (HTML 4.2.5.4), and where we still look for one. */
#define META_BYTES      ((size_t)1024)
#define META_LATE_BYTES ((size_t)8 * 1024)
/* One replacement in so many characters, and a declared encoding does not fit. */
#define MISFIT_SHARE 100
/* So many characters of several bytes, all of them well-formed UTF-8, and a page is UTF-8 whatever
 * it declares. One or two may be a legacy text's by chance: GBK's two characters of "Unicom". */
#define SURE_CHARACTERS 4

static const struct {
    const char *name;
    dana__decoder_kind kind;
} encodings[] = {
#define ENCODING_ROW(id, name, kind) {name, DANA__##kind},
    DANA__ENCODING_LIST(ENCODING_ROW)
#undef ENCODING_ROW
};

static const char *const source_names[] = {
#define SOURCE_ROW(id, name) name,
    DANA_ENCODING_SOURCE_LIST(SOURCE_ROW)
#undef SOURCE_ROW
};

static const struct {
    const char *bytes;
    size_t length;
    dana__encoding encoding;
} marks[] = {
    {"\xEF\xBB\xBF", 3, DANA__UTF_8},
    {"\xFE\xFF", 2, DANA__UTF_16BE},
    {"\xFF\xFE", 2, DANA__UTF_16LE},
};

/* A choice of encoding. */
typedef struct {
    dana__encoding encoding;
    dana_encoding_source source;
    size_t mark_length; /* of the byte order mark */
    bool mismatch;
    bool is_utf8;   /* already known to be valid */
    bool no_memory; /* to choose one */
} choice;

const char *dana_encoding_source_name(dana_encoding_source source)
{
    return source_names[source];
}

const char *dana_encoding_at(size_t index)
{
    return index < DANA__NO_ENCODING ? encodings[index].name : NULL;
}

static bool find_mark(const char *bytes, size_t length, choice *chosen)
{
    for (size_t i = 0; i < sizeof(marks) / sizeof(marks[0]); i++) {
        if (length >= marks[i].length && memcmp(bytes, marks[i].bytes, marks[i].length) == 0) {
            chosen->encoding = marks[i].encoding;
            chosen->mark_length = marks[i].length;
            chosen->source = DANA_ENCODING_BOM;
            return true;
        }
    }
    return false;
}

static bool find_meta(const char *bytes, size_t length, choice *chosen)
{
    size_t early = length < META_BYTES ? length : META_BYTES;
    size_t late = length < META_LATE_BYTES ? length : META_LATE_BYTES;

    chosen->source = DANA_ENCODING_META;
    chosen->encoding = dana__prescan(bytes, early, &chosen->mismatch);
    if (chosen->encoding == DANA__NO_ENCODING && late > early) {
        chosen->source = DANA_ENCODING_META_LATE;
        chosen->encoding = dana__prescan(bytes, late, &chosen->mismatch);
    }
    return chosen->encoding != DANA__NO_ENCODING;
}

/* Whether bytes are UTF-8 beyond doubt: valid, and with characters that ASCII has not. */
static bool is_surely_utf8(const char *bytes, size_t length)
{
    size_t characters = 0;

    for (size_t i = 0; i < length && characters < SURE_CHARACTERS; i++) {
        characters += (unsigned char)bytes[i] >= 0xC2;
    }
    return characters == SURE_CHARACTERS && dana_utf8_valid_length(bytes, length) == length;
}

/*
 * Deviation from HTML 13.2.3.2: a page that declares a legacy encoding in itself and is UTF-8 is
 * read as UTF-8. Crawlers and editors save pages anew and leave their declaration.
 */
static void overrule_meta(const char *bytes, size_t length, choice *chosen)
{
    dana__decoder_kind kind = encodings[chosen->encoding].kind;

    if ((kind == DANA__SINGLE_BYTE || kind == DANA__MULTI_BYTE || kind == DANA__ESCAPED) &&
        is_surely_utf8(bytes, length)) {
        *chosen = (choice){.encoding = DANA__UTF_8,
                           .source = DANA_ENCODING_UTF8_VALID,
                           .mismatch = true,
                           .is_utf8 = true};
    }
}

/* Nothing is declared: the bytes themselves have to tell. */
static void guess(const char *bytes, size_t length, choice *chosen)
{
    chosen->source = DANA_ENCODING_DETECTED;
    chosen->encoding = dana__detect_utf16(bytes, length); /* its zero bytes are valid UTF-8, too */
    if (chosen->encoding != DANA__NO_ENCODING) {
        return;
    }
    chosen->is_utf8 = dana_utf8_valid_length(bytes, length) == length;
    if (chosen->is_utf8) {
        chosen->source = DANA_ENCODING_UTF8_VALID;
        chosen->encoding = DANA__UTF_8;
        return;
    }
    chosen->no_memory = !dana__detect(bytes, length, &chosen->encoding);
    if (chosen->encoding == DANA__NO_ENCODING) {
        chosen->source = DANA_ENCODING_DEFAULT;
        chosen->encoding = DANA__WINDOWS_1252;
    }
}

/* In the order of precedence of dana/decode.h. */
static choice choose(const char *bytes, size_t length, dana_view label)
{
    choice chosen = {.source = DANA_ENCODING_HTTP};
    dana__encoding declared = dana__encoding_of_label(label.data, label.length);

    if (find_mark(bytes, length, &chosen)) {
        chosen.mismatch = label.length > 0 && declared != chosen.encoding;
        return chosen;
    }
    chosen.encoding = declared;
    if (declared != DANA__NO_ENCODING) {
        return chosen;
    }
    chosen.mismatch = label.length > 0;
    if (find_meta(bytes, length, &chosen)) {
        overrule_meta(bytes, length, &chosen);
    } else {
        guess(bytes, length, &chosen);
    }
    return chosen;
}

static void decode_into(const char *bytes, size_t length, dana__encoding encoding,
                        dana__output *out)
{
    switch (encodings[encoding].kind) {
    case DANA__UTF8:
        dana__decode_utf8(bytes, length, out);
        break;
    case DANA__UTF16LE:
    case DANA__UTF16BE:
        dana__decode_utf16(bytes, length, encoding == DANA__UTF_16BE, out);
        break;
    case DANA__SINGLE_BYTE:
        dana__decode_single_byte(bytes, length, encoding, out);
        break;
    case DANA__MULTI_BYTE:
        dana__decode_multi_byte(bytes, length, encoding, out);
        break;
    case DANA__ESCAPED:
        dana__decode_iso_2022_jp(bytes, length, out);
        break;
    case DANA__REPLACED:
        dana__write_replacement(out);
        break;
    }
}

/* Decodes into memory of its own: as much as the worst case needs, the rest is given back. */
static dana_status convert(const char *bytes, size_t length, dana__encoding encoding,
                           size_t max_bytes, dana_decoded *out, dana_error *err)
{
    const dana_allocator *a = &out->allocator;
    dana__output text = {.capacity = length * DANA__GROWTH + DANA__GROWTH};

    text.data = a->allocate(text.capacity, a->context);
    if (text.data == NULL) {
        return dana_error_set(err, DANA_NO_MEMORY, 0, "no memory for %zu bytes", text.capacity);
    }
    decode_into(bytes, length, encoding, &text);
    if (text.length > max_bytes) {
        a->release(text.data, a->context);
        return dana_error_set_limit(err, DANA_TOO_LARGE, 0, "bytes", max_bytes,
                                    "the page is %zu bytes of UTF-8", text.length);
    }
    char *fitting = a->resize(text.data, text.length + 1, a->context);

    out->owned = fitting != NULL ? fitting : text.data;
    out->text = (dana_view){out->owned, text.length};
    out->replacements = text.replacements;
    return DANA_OK;
}

/* Valid UTF-8 is the page's text as it stands, unless it was encoded twice. */
static dana_status take_utf8(dana_view text, dana_decoded *out, dana_error *err)
{
    const dana_allocator *a = &out->allocator;

    out->text = text;
    out->encoded_twice = dana_is_encoded_twice(text);
    if (!out->encoded_twice) {
        return DANA_OK;
    }
    out->owned = a->allocate(text.length, a->context);
    if (out->owned == NULL) {
        return dana_error_set(err, DANA_NO_MEMORY, 0, "no memory for %zu bytes", text.length);
    }
    out->text = dana_without_bom((dana_view){out->owned, dana__undo_twice(text, out->owned)});
    return DANA_OK;
}

static bool misfits(const dana_decoded *decoded)
{
    return decoded->replacements > dana_count_code_points(decoded->text) / MISFIT_SHARE;
}

dana_status dana_decode(const char *bytes, size_t length, dana_view label, size_t max_bytes,
                        const dana_allocator *allocator, dana_decoded *out, dana_error *err)
{
    choice chosen = choose(bytes, length, label);

    *out = (dana_decoded){.name = encodings[chosen.encoding].name,
                          .source = chosen.source,
                          .mismatch = chosen.mismatch,
                          .allocator = dana_allocator_or_default(allocator)};
    if (chosen.no_memory) {
        return dana_error_set(err, DANA_NO_MEMORY, 0, "no memory to detect the encoding");
    }
    bytes += chosen.mark_length;
    length -= chosen.mark_length;
    if (length > max_bytes) {
        return dana_error_set_limit(err, DANA_TOO_LARGE, 0, "bytes", max_bytes,
                                    "the page is %zu bytes", length);
    }
    if (chosen.is_utf8 ||
        (chosen.encoding == DANA__UTF_8 && dana_utf8_valid_length(bytes, length) == length)) {
        return take_utf8((dana_view){bytes, length}, out, err);
    }
    dana_status status = convert(bytes, length, chosen.encoding, max_bytes, out, err);

    if (status == DANA_OK && out->replacements > 0) {
        out->mismatch = out->mismatch || misfits(out);
    }
    return status;
}

void dana_decoded_clear(dana_decoded *decoded)
{
    if (decoded->owned != NULL) {
        decoded->allocator.release(decoded->owned, decoded->allocator.context);
    }
    decoded->owned = NULL;
}
