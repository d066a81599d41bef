#include "base/utf8.h"
#include "decode/encodings.h"

#include <string.h>
#include <unicode/ucnv.h>
#include <unicode/ucnv_cb.h>
#include <unicode/utf16.h>

/* UTF-16 units converted at a time. */
#define PIVOT_UNITS 1024

static const UChar replacement = 0xFFFD;
static const UChar euro = 0x20AC;

/* What the callback needs. */
typedef struct {
    dana__output *out;
    bool is_gb;
} errors;

/* The one byte that GB 18030 leaves out and WHATWG reads (Encoding 10.2.1): windows-936's euro. */
static bool is_euro(const errors *e, const char *bytes, int32_t length)
{
    return e->is_gb && length == 1 && (unsigned char)bytes[0] == 0x80;
}

/* A UConverterToUCallback: bytes that are no character become U+FFFD and are counted. */
static void replace(const void *context, UConverterToUnicodeArgs *arguments, const char *bytes,
                    int32_t length, UConverterCallbackReason reason, UErrorCode *status)
{
    const errors *e = context;

    if (reason > UCNV_IRREGULAR) {
        return;
    }
    *status = U_ZERO_ERROR;
    if (is_euro(e, bytes, length)) {
        ucnv_cbToUWriteUChars(arguments, &euro, 1, 0, status);
        return;
    }
    ucnv_cbToUWriteUChars(arguments, &replacement, 1, 0, status);
    e->out->replacements++;
}

/* Appends UTF-16 as UTF-8. Returns the lead surrogate that waits for the next units, or 0. */
static UChar append_units(const UChar *units, size_t count, UChar lead, dana__output *out)
{
    for (size_t i = 0; i < count; i++) {
        UChar unit = units[i];

        if (U16_IS_LEAD(unit)) {
            lead = unit;
            continue;
        }
        uint32_t character = U16_IS_TRAIL(unit) ? (uint32_t)U16_GET_SUPPLEMENTARY(lead, unit)
                                                : unit;

        out->length += dana__utf8_encode(character, out->data + out->length);
    }
    return lead;
}

static UErrorCode convert(UConverter *converter, const char *bytes, size_t length,
                          dana__output *out)
{
    UChar pivot[PIVOT_UNITS];
    UErrorCode status = U_BUFFER_OVERFLOW_ERROR;
    const char *end = bytes + length;
    UChar lead = 0;

    while (status == U_BUFFER_OVERFLOW_ERROR) {
        UChar *to = pivot;

        status = U_ZERO_ERROR;
        ucnv_toUnicode(converter, &to, pivot + PIVOT_UNITS, &bytes, end, NULL, 1, &status);
        lead = append_units(pivot, (size_t)(to - pivot), lead, out);
    }
    return status;
}

dana_status dana__decode_multi_byte(const char *bytes, size_t length, const char *converter_name,
                                    dana__output *out, dana_error *err)
{
    errors context = {out, strcmp(converter_name, "gb18030") == 0};
    UErrorCode status = U_ZERO_ERROR;
    UConverter *converter = ucnv_open(converter_name, &status);

    if (U_SUCCESS(status)) {
        ucnv_setToUCallBack(converter, replace, &context, NULL, NULL, &status);
    }
    if (U_SUCCESS(status)) {
        status = convert(converter, bytes, length, out);
    }
    ucnv_close(converter);
    if (U_FAILURE(status)) {
        return dana_error_set(err, DANA_NO_MEMORY, 0, "%s: %s", converter_name,
                              u_errorName(status));
    }
    return DANA_OK;
}
