/* What is no page by its first bytes, and what only begins like it. */
#include "unit.h"

#include "dana/sniff.h"

#include <string.h>

static void formats_are_told_by_their_first_bytes(void **state)
{
    static const struct {
        dana_view bytes;
        const char *type;
    } rows[] = {
        {BYTES("%PDF-1.7\n%"), "application/pdf"},
        {BYTES("{\\rtf1\\ansi hello}"), "application/rtf"},
        {BYTES("PK\x03\x04\x14\0\0\0"), "application/zip"},
        {BYTES("\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1\0"), "application/x-ole-storage"},
        {BYTES("\x1F\x8B\x08\0\0"), "application/gzip"},
        {BYTES("\x28\xB5\x2F\xFD\x04"), "application/zstd"},
        {BYTES("\x89PNG\r\n\x1A\n\0\0\0\rIHDR"), "image/png"},
        {BYTES("\xFF\xD8\xFF\xE0\0\x10JFIF"), "image/jpeg"},
        {BYTES("GIF89a\x01\0\x01\0"), "image/gif"},
        {BYTES("RIFF\x24\0\0\0WEBPVP8 "), "image/webp"},
        {BYTES("RIFF\x24\0\0\0WAVEfmt "), "audio/wave"},
        {BYTES("FORM\0\0\0\x24"
               "AIFF"),
         "audio/aiff"},
        {BYTES("BM\x36\0\0\0"), "image/bmp"},
        {BYTES("\0\0\0\x1C"
               "ftypavif\0\0\0\0"),
         "image/avif"},
        {BYTES("\0\0\0\x18"
               "ftypmp42\0\0\0\0"),
         "video/mp4"},
        {BYTES("\x1A\x45\xDF\xA3\x01"), "video/webm"},
        {BYTES("OggS\0\x02"), "application/ogg"},
        {BYTES("ID3\x03\0\0"), "audio/mpeg"},
        {BYTES("wOF2\0\x01\0\0"), "font/woff2"},
        {BYTES("\0\x01\0\0\0\x0F"), "font/ttf"},
        {BYTES("\x7F"
               "ELF\x02\x01"),
         "application/x-elf"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        const dana_format *format = dana_sniff(rows[i].bytes);

        assert_non_null(format);
        assert_string_equal(format->type, rows[i].type);
    }
}

static void text_is_no_other_format(void **state)
{
    static const dana_view rows[] = {
        BYTES(""),
        BYTES("<"),
        BYTES("%PDF"),
        BYTES("<!doctype html><p>%PDF-1.7"),
        BYTES(" %PDF-1.7"),
        BYTES("BMW sells cars.\r\n\tMany of them.\f"),
        BYTES("GIF89a is a format of images."),
        BYTES("ID3 tags hold titles."),
        BYTES("OTTO lives here."),
        BYTES("RIFF    WEBPVP is what such a file begins with."),
        BYTES("PK, a band"),
        BYTES("\xFF\xFE<\0p\0>\0"),
        BYTES("\0<\0p\0>"),
        BYTES("<\0p\0>\0"),
        BYTES("\x1B$B$3$s"),
        BYTES("\xFF\xFB\xE5 \xF0\xF1\xF2"),
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        assert_null(dana_sniff(rows[i]));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(formats_are_told_by_their_first_bytes),
        cmocka_unit_test(text_is_no_other_format),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
