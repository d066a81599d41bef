/*
 * The encodings of the web (WHATWG Encoding, section 4) as a table, and what the files of this
 * folder share.
 */
#ifndef DANA_DECODE_ENCODINGS_H
#define DANA_DECODE_ENCODINGS_H

#include "dana/decode.h"

#include <stdint.h>
#include <uchar.h>

/* Kinds of decoders. */
typedef enum {
    DANA__UTF8,
    DANA__UTF16LE,
    DANA__UTF16BE,
    DANA__SINGLE_BYTE,
    DANA__MULTI_BYTE,
    DANA__ESCAPED,  /* escape sequences switch between character sets: iso-2022-jp */
    DANA__REPLACED, /* the whole page is one U+FFFD (WHATWG Encoding 14.1) */
} dana__decoder_kind;

/*
 * One row an encoding: enum name, WHATWG's name, kind.
 */
#define DANA__ENCODING_LIST(X)                                                                     \
    X(UTF_8, "utf-8", UTF8)                                                                        \
    X(IBM866, "ibm866", SINGLE_BYTE)                                                               \
    X(ISO_8859_2, "iso-8859-2", SINGLE_BYTE)                                                       \
    X(ISO_8859_3, "iso-8859-3", SINGLE_BYTE)                                                       \
    X(ISO_8859_4, "iso-8859-4", SINGLE_BYTE)                                                       \
    X(ISO_8859_5, "iso-8859-5", SINGLE_BYTE)                                                       \
    X(ISO_8859_6, "iso-8859-6", SINGLE_BYTE)                                                       \
    X(ISO_8859_7, "iso-8859-7", SINGLE_BYTE)                                                       \
    X(ISO_8859_8, "iso-8859-8", SINGLE_BYTE)                                                       \
    X(ISO_8859_8_I, "iso-8859-8-i", SINGLE_BYTE)                                                   \
    X(ISO_8859_10, "iso-8859-10", SINGLE_BYTE)                                                     \
    X(ISO_8859_13, "iso-8859-13", SINGLE_BYTE)                                                     \
    X(ISO_8859_14, "iso-8859-14", SINGLE_BYTE)                                                     \
    X(ISO_8859_15, "iso-8859-15", SINGLE_BYTE)                                                     \
    X(ISO_8859_16, "iso-8859-16", SINGLE_BYTE)                                                     \
    X(KOI8_R, "koi8-r", SINGLE_BYTE)                                                               \
    X(KOI8_U, "koi8-u", SINGLE_BYTE)                                                               \
    X(MACINTOSH, "macintosh", SINGLE_BYTE)                                                         \
    X(WINDOWS_874, "windows-874", SINGLE_BYTE)                                                     \
    X(WINDOWS_1250, "windows-1250", SINGLE_BYTE)                                                   \
    X(WINDOWS_1251, "windows-1251", SINGLE_BYTE)                                                   \
    X(WINDOWS_1252, "windows-1252", SINGLE_BYTE)                                                   \
    X(WINDOWS_1253, "windows-1253", SINGLE_BYTE)                                                   \
    X(WINDOWS_1254, "windows-1254", SINGLE_BYTE)                                                   \
    X(WINDOWS_1255, "windows-1255", SINGLE_BYTE)                                                   \
    X(WINDOWS_1256, "windows-1256", SINGLE_BYTE)                                                   \
    X(WINDOWS_1257, "windows-1257", SINGLE_BYTE)                                                   \
    X(WINDOWS_1258, "windows-1258", SINGLE_BYTE)                                                   \
    X(X_MAC_CYRILLIC, "x-mac-cyrillic", SINGLE_BYTE)                                               \
    X(GBK, "gbk", MULTI_BYTE)                                                                      \
    X(GB18030, "gb18030", MULTI_BYTE)                                                              \
    X(BIG5, "big5", MULTI_BYTE)                                                                    \
    X(EUC_JP, "euc-jp", MULTI_BYTE)                                                                \
    X(ISO_2022_JP, "iso-2022-jp", ESCAPED)                                                         \
    X(SHIFT_JIS, "shift_jis", MULTI_BYTE)                                                          \
    X(EUC_KR, "euc-kr", MULTI_BYTE)                                                                \
    X(REPLACEMENT, "replacement", REPLACED)                                                        \
    X(UTF_16BE, "utf-16be", UTF16BE)                                                               \
    X(UTF_16LE, "utf-16le", UTF16LE)                                                               \
    X(X_USER_DEFINED, "x-user-defined", SINGLE_BYTE)

/* The encodings, in the table's order. */
typedef enum {
#define DANA__ENCODING_ENUM(id, name, kind) DANA__##id,
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

/* What stands for bytes that are no character. */
#define DANA__REPLACEMENT_CHARACTER 0xFFFDu

/* Writes U+FFFD and counts it. */
void dana__write_replacement(dana__output *out);

/* Writes a character; 0 is none: U+FFFD. */
void dana__write_character(uint32_t character, dana__output *out);

/*
 * Writes the character of a lead and a trail byte, 0 for none. Returns how many bytes were taken: a
 * trail byte of ASCII that makes no character is read again, so that no '<' is lost.
 */
size_t dana__write_pair(uint32_t character, unsigned char trail, dana__output *out);

/*
 * Decoders: all of bytes[0..length) into `out`, which has room for DANA__GROWTH times as much and
 * three bytes more. This one takes what is not valid UTF-8, a maximal subpart at a time.
 */
void dana__decode_utf8(const char *bytes, size_t length, dana__output *out);

/* UTF-16; a surrogate without its partner, and half a unit at the end, are errors. */
void dana__decode_utf16(const char *bytes, size_t length, bool big_endian, dana__output *out);

/* A byte a character: the encodings of kind DANA__SINGLE_BYTE. */
void dana__decode_single_byte(const char *bytes, size_t length, dana__encoding encoding,
                              dana__output *out);

/* Returns the byte of a code point beyond ASCII in windows-1252; 0: it has none. */
unsigned dana__windows_1252_byte(uint32_t code_point);

/* One or more bytes a character: the encodings of kind DANA__MULTI_BYTE. */
void dana__decode_multi_byte(const char *bytes, size_t length, dana__encoding encoding,
                             dana__output *out);

/* iso-2022-jp. */
void dana__decode_iso_2022_jp(const char *bytes, size_t length, dana__output *out);

/*
 * Reads the character at p, of which `left` bytes (1 or more) are there; the first is not ASCII.
 * Writes it, or one U+FFFD, and returns how many bytes were taken, at least 1.
 */
typedef size_t dana__reader(const unsigned char *p, size_t left, dana__output *out);

/* gb18030 and gbk (WHATWG Encoding 10.2.1). */
size_t dana__read_gb18030(const unsigned char *p, size_t left, dana__output *out);

/* big5 (WHATWG Encoding 11.1.1). */
size_t dana__read_big5(const unsigned char *p, size_t left, dana__output *out);

/* euc-jp (WHATWG Encoding 12.1.1). */
size_t dana__read_euc_jp(const unsigned char *p, size_t left, dana__output *out);

/* shift_jis (WHATWG Encoding 12.3.1). */
size_t dana__read_shift_jis(const unsigned char *p, size_t left, dana__output *out);

/* The character in row and cell (0 to 93 each) of JIS X 0208; 0 for none. */
uint32_t dana__jis0208(unsigned row, unsigned cell);

/*
 * Looks for a declaration in the first `length` bytes of a page (HTML 13.2.3.2, "prescan a byte
 * stream"; also "get an XML encoding"). Returns the encoding that it means for a page of bytes:
 * UTF-16 is utf-8 and x-user-defined is windows-1252; DANA__NO_ENCODING where there is none.
 * *unknown is set where a label was met that is none.
 */
dana__encoding dana__prescan(const char *bytes, size_t length, bool *unknown);

/* Recognises UTF-16 without a byte order mark by its zero bytes; else DANA__NO_ENCODING. */
dana__encoding dana__detect_utf16(const char *bytes, size_t length);

/*
 * Guesses the encoding of bytes that declare none and are not UTF-8; DANA__NO_ENCODING: no idea.
 * Returns false where memory is out.
 */
bool dana__detect(const char *bytes, size_t length, dana__encoding *out);

#endif
