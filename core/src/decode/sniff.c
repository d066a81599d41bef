/*
 * Source: WHATWG MIME Sniffing 6.1 to 6.3 and 7.1 (patterns); those of other formats are of their
 * own documents.
 */
#include "dana/sniff.h"

#include "base/ascii.h"

/* Bytes that are looked at for one that no text has (WHATWG: the resource header has 1445). */
#define HEADER_BYTES ((size_t)1445)

/* A signature: bytes at an offset. */
typedef struct {
    size_t offset;
    const char *bytes;
    size_t length;
    bool is_text; /* such a file is text, or its signature is no beginning of one */
    dana_format format;
} signature;

#define AT(offset, bytes, is_text, name, type)                                                     \
    {                                                                                              \
        offset, bytes, sizeof(bytes) - 1, is_text,                                                 \
        {                                                                                          \
            name, type                                                                             \
        }                                                                                          \
    }

/* The longer one of two that fit goes first. */
static const signature signatures[] = {
    AT(0, "%PDF-", true, "a PDF document", "application/pdf"),
    AT(0, "%!PS-Adobe-", true, "a PostScript document", "application/postscript"),
    AT(0, "{\\rtf", true, "an RTF document", "application/rtf"),
    AT(0, "\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1", true, "an old Office document",
       "application/x-ole-storage"),
    AT(0, "PK\x03\x04", true, "a ZIP archive or Office document", "application/zip"),
    AT(0, "PK\x05\x06", true, "an empty ZIP archive", "application/zip"),
    AT(0, "\x1F\x8B\x08", true, "gzip data", "application/gzip"),
    AT(0, "\x28\xB5\x2F\xFD", true, "Zstandard data", "application/zstd"),
    AT(0, "BZh", false, "bzip2 data", "application/x-bzip2"),
    AT(0, "\xFD\x37\x7A\x58\x5A\x00", true, "xz data", "application/x-xz"),
    AT(0, "7z\xBC\xAF\x27\x1C", true, "a 7-Zip archive", "application/x-7z-compressed"),
    AT(0, "Rar!\x1A\x07", true, "a RAR archive", "application/x-rar-compressed"),
    AT(257, "ustar", false, "a tar archive", "application/x-tar"),
    AT(0, "\x89PNG\r\n\x1A\n", true, "a PNG image", "image/png"),
    AT(0, "\xFF\xD8\xFF", true, "a JPEG image", "image/jpeg"),
    AT(0, "GIF87a", false, "a GIF image", "image/gif"),
    AT(0, "GIF89a", false, "a GIF image", "image/gif"),
    AT(8, "WEBPVP", false, "a WebP image", "image/webp"),
    AT(0, "BM", false, "a BMP image", "image/bmp"),
    AT(0, "\x00\x00\x01\x00", true, "an icon", "image/x-icon"),
    AT(0, "\x00\x00\x02\x00", true, "a cursor", "image/x-icon"),
    AT(0, "II*\x00", true, "a TIFF image", "image/tiff"),
    AT(0, "MM\x00*", true, "a TIFF image", "image/tiff"),
    AT(0, "8BPS", false, "a Photoshop image", "image/vnd.adobe.photoshop"),
    AT(0, "\x00\x00\x00\x0CJXL \r\n\x87\n", true, "a JPEG XL image", "image/jxl"),
    AT(0, "\x00\x00\x00\x0CjP  \r\n\x87\n", true, "a JPEG 2000 image", "image/jp2"),
    AT(4, "ftypavif", false, "an AVIF image", "image/avif"),
    AT(4, "ftyphei", false, "a HEIF image", "image/heif"),
    AT(4, "ftyp", false, "MP4 video", "video/mp4"),
    AT(0, "\x1A\x45\xDF\xA3", true, "WebM video", "video/webm"),
    AT(8, "AVI ", false, "AVI video", "video/avi"),
    AT(0, "FLV\x01", true, "Flash video", "video/x-flv"),
    AT(0, "\x00\x00\x01\xBA", true, "MPEG video", "video/mpeg"),
    AT(8, "WAVE", false, "WAVE audio", "audio/wave"),
    AT(0, "OggS\x00", true, "Ogg audio or video", "application/ogg"),
    AT(0, "ID3", false, "MP3 audio", "audio/mpeg"),
    AT(0, "\xFF\xFB", false, "MP3 audio", "audio/mpeg"),
    AT(0, "fLaC", false, "FLAC audio", "audio/flac"),
    AT(8, "AIFF", false, "AIFF audio", "audio/aiff"),
    AT(0, "MThd\x00\x00\x00\x06", true, "MIDI audio", "audio/midi"),
    AT(0, "wOFF", false, "a font", "font/woff"),
    AT(0, "wOF2", false, "a font", "font/woff2"),
    AT(0, "OTTO", false, "a font", "font/otf"),
    AT(0, "ttcf", false, "a collection of fonts", "font/collection"),
    AT(0, "\x00\x01\x00\x00", true, "a font", "font/ttf"),
    AT(0,
       "\x7F"
       "ELF",
       true, "a program", "application/x-elf"),
    AT(0,
       "\x00"
       "asm",
       true, "a WebAssembly program", "application/wasm"),
    AT(0, "SQLite format 3\x00", true, "a SQLite database", "application/vnd.sqlite3"),
};

/* Whether bytes have one that no text has: control characters that neither format text nor switch
 * character sets. UTF-16 and UTF-32 have NUL; who comes here begins with a signature. */
static bool has_binary_byte(dana_view bytes)
{
    size_t length = bytes.length < HEADER_BYTES ? bytes.length : HEADER_BYTES;

    for (size_t i = 0; i < length; i++) {
        unsigned char byte = (unsigned char)bytes.data[i];

        if (byte <= 0x08 || byte == 0x0B || (byte >= 0x0E && byte <= 0x1A) ||
            (byte >= 0x1C && byte <= 0x1F)) {
            return true;
        }
    }
    return false;
}

/* Containers whose kind stands further on. */
static bool has_container(const signature *s, dana_view bytes)
{
    const char *container = strcmp(s->bytes, "AIFF") == 0 ? "FORM" : "RIFF";

    return s->offset != 8 || memcmp(bytes.data, container, 4) == 0;
}

const dana_format *dana_sniff(dana_view bytes)
{
    for (size_t i = 0; i < DANA__COUNT(signatures); i++) {
        const signature *s = &signatures[i];

        if (bytes.length >= s->offset + s->length &&
            memcmp(bytes.data + s->offset, s->bytes, s->length) == 0 && has_container(s, bytes) &&
            (s->is_text || has_binary_byte(bytes))) {
            return &s->format;
        }
    }
    return NULL;
}
