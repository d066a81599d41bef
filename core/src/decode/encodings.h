/*
 * The encodings of the web (WHATWG Encoding, section 4) as a table, and what the files of this
 * folder share.
 */
#ifndef DANA_DECODE_ENCODINGS_H
#define DANA_DECODE_ENCODINGS_H

#include "dana/decode.h"

#include <stdint.h>

/* Kinds of decoders. */
typedef enum {
    DANA__UTF8,
    DANA__UTF16LE,
    DANA__UTF16BE,
    DANA__SINGLE_BYTE,
    DANA__MULTI_BYTE,
    DANA__REPLACED, /* the whole page is one U+FFFD (WHATWG Encoding 14.1) */
} dana__decoder_kind;

/*
 * One row an encoding: enum name, WHATWG's name, kind, ICU's converter. The converters are those
 * that agree best with WHATWG's indexes; ICU's of the same name as gbk, shift_jis and euc-kr do
 * not. NULL: a table of our own (iso-8859-16, which ICU lacks; x-user-defined).
 */
#define DANA__ENCODING_LIST(X)                                                                     \
    X(UTF_8, "utf-8", UTF8, NULL)                                                                  \
    X(IBM866, "ibm866", SINGLE_BYTE, "ibm866")                                                     \
    X(ISO_8859_2, "iso-8859-2", SINGLE_BYTE, "ISO-8859-2")                                         \
    X(ISO_8859_3, "iso-8859-3", SINGLE_BYTE, "ISO-8859-3")                                         \
    X(ISO_8859_4, "iso-8859-4", SINGLE_BYTE, "ISO-8859-4")                                         \
    X(ISO_8859_5, "iso-8859-5", SINGLE_BYTE, "ISO-8859-5")                                         \
    X(ISO_8859_6, "iso-8859-6", SINGLE_BYTE, "ISO-8859-6")                                         \
    X(ISO_8859_7, "iso-8859-7", SINGLE_BYTE, "ISO-8859-7")                                         \
    X(ISO_8859_8, "iso-8859-8", SINGLE_BYTE, "ISO-8859-8")                                         \
    X(ISO_8859_8_I, "iso-8859-8-i", SINGLE_BYTE, "ISO-8859-8")                                     \
    X(ISO_8859_10, "iso-8859-10", SINGLE_BYTE, "ISO-8859-10")                                      \
    X(ISO_8859_13, "iso-8859-13", SINGLE_BYTE, "ISO-8859-13")                                      \
    X(ISO_8859_14, "iso-8859-14", SINGLE_BYTE, "ISO-8859-14")                                      \
    X(ISO_8859_15, "iso-8859-15", SINGLE_BYTE, "ISO-8859-15")                                      \
    X(ISO_8859_16, "iso-8859-16", SINGLE_BYTE, NULL)                                               \
    X(KOI8_R, "koi8-r", SINGLE_BYTE, "KOI8-R")                                                     \
    X(KOI8_U, "koi8-u", SINGLE_BYTE, "KOI8-U")                                                     \
    X(MACINTOSH, "macintosh", SINGLE_BYTE, "macintosh")                                            \
    X(WINDOWS_874, "windows-874", SINGLE_BYTE, "windows-874")                                      \
    X(WINDOWS_1250, "windows-1250", SINGLE_BYTE, "windows-1250")                                   \
    X(WINDOWS_1251, "windows-1251", SINGLE_BYTE, "windows-1251")                                   \
    X(WINDOWS_1252, "windows-1252", SINGLE_BYTE, "windows-1252")                                   \
    X(WINDOWS_1253, "windows-1253", SINGLE_BYTE, "windows-1253")                                   \
    X(WINDOWS_1254, "windows-1254", SINGLE_BYTE, "windows-1254")                                   \
    X(WINDOWS_1255, "windows-1255", SINGLE_BYTE, "windows-1255")                                   \
    X(WINDOWS_1256, "windows-1256", SINGLE_BYTE, "windows-1256")                                   \
    X(WINDOWS_1257, "windows-1257", SINGLE_BYTE, "windows-1257")                                   \
    X(WINDOWS_1258, "windows-1258", SINGLE_BYTE, "windows-1258")                                   \
    X(X_MAC_CYRILLIC, "x-mac-cyrillic", SINGLE_BYTE, "x-mac-cyrillic")                             \
    X(GBK, "gbk", MULTI_BYTE, "gb18030")                                                           \
    X(GB18030, "gb18030", MULTI_BYTE, "gb18030")                                                   \
    X(BIG5, "big5", MULTI_BYTE, "Big5-HKSCS")                                                      \
    X(EUC_JP, "euc-jp", MULTI_BYTE, "EUC-JP")                                                      \
    X(ISO_2022_JP, "iso-2022-jp", MULTI_BYTE, "ISO-2022-JP")                                       \
    X(SHIFT_JIS, "shift_jis", MULTI_BYTE, "cp932")                                                 \
    X(EUC_KR, "euc-kr", MULTI_BYTE, "windows-949")                                                 \
    X(REPLACEMENT, "replacement", REPLACED, NULL)                                                  \
    X(UTF_16BE, "utf-16be", UTF16BE, NULL)                                                         \
    X(UTF_16LE, "utf-16le", UTF16LE, NULL)                                                         \
    X(X_USER_DEFINED, "x-user-defined", SINGLE_BYTE, NULL)

/* The encodings, in the table's order. */
typedef enum {
#define DANA__ENCODING_ENUM(id, name, kind, converter) DANA__##id,
    DANA__ENCODING_LIST(DANA__ENCODING_ENUM)
#undef DANA__ENCODING_ENUM
        DANA__NO_ENCODING /* none of them, and their number */
} dana__encoding;

/* Returns the encoding of a label, DANA__NO_ENCODING for an unknown one. */
dana__encoding dana__encoding_of_label(const char *label, size_t length);

/* Text being made: `data` has room for `capacity` bytes. */
typedef struct {
    char *data;
    size_t length;
    size_t capacity;
    size_t replacements;
} dana__output;

/* Most bytes of UTF-8 that one byte of input becomes, and of the one character after its end. */
#define DANA__GROWTH 3

/* Writes U+FFFD and counts it. */
void dana__write_replacement(dana__output *out);

/*
 * Decoders: all of bytes[0..length) into `out`, which has room for DANA__GROWTH times as much and
 * three bytes more. This one takes what is not valid UTF-8, a maximal subpart at a time.
 */
void dana__decode_utf8(const char *bytes, size_t length, dana__output *out);

/* UTF-16; a surrogate without its partner, and half a unit at the end, are errors. */
void dana__decode_utf16(const char *bytes, size_t length, bool big_endian, dana__output *out);

/*
 * A byte a character. converter NULL: encoding is iso-8859-16 or x-user-defined.
 * Errors: DANA_NO_MEMORY.
 */
DANA_MUST_USE dana_status dana__decode_single_byte(const char *bytes, size_t length,
                                                   dana__encoding encoding, const char *converter,
                                                   dana__output *out, dana_error *err);

/* One or more bytes a character, by ICU's converter. Errors: DANA_NO_MEMORY. */
DANA_MUST_USE dana_status dana__decode_multi_byte(const char *bytes, size_t length,
                                                  const char *converter, dana__output *out,
                                                  dana_error *err);

/*
 * Looks for a declaration in the first `length` bytes of a page (HTML 13.2.3.2, "prescan a byte
 * stream"; also "get an XML encoding"). Returns the encoding that it means for a page of bytes:
 * UTF-16 is utf-8 and x-user-defined is windows-1252; DANA__NO_ENCODING where there is none.
 * *unknown is set where a label was met that is none.
 */
dana__encoding dana__prescan(const char *bytes, size_t length, bool *unknown);

/* Recognises UTF-16 without a byte order mark by its zero bytes; else DANA__NO_ENCODING. */
dana__encoding dana__detect_utf16(const char *bytes, size_t length);

/* Guesses the encoding of bytes that declare none and are not UTF-8; DANA__NO_ENCODING: no idea. */
dana__encoding dana__detect(const char *bytes, size_t length);

#endif
