/* Bytes to UTF-8: the choice of the encoding, and the output of its decoder. */
#include "unit.h"

#include "dana/decode.h"
#include "dana/text.h"
#include "decode/encodings.h"

#define NO_LIMIT ((size_t)1 << 30)
#define FFFD     "\xEF\xBF\xBD"

static dana_decoded decode_labelled(const char *bytes, size_t length, const char *label)
{
    dana_decoded decoded;
    dana_view view = {label, strlen(label)};

    assert_int_equal(dana_decode(bytes, length, view, NO_LIMIT, NULL, &decoded, NULL), DANA_OK);
    assert_int_equal(dana_utf8_valid_length(decoded.text.data, decoded.text.length),
                     decoded.text.length);
    return decoded;
}

static void assert_text(const dana_decoded *decoded, const char *text)
{
    assert_int_equal(decoded->text.length, strlen(text));
    assert_memory_equal(decoded->text.data, text, decoded->text.length);
}

/* WHATWG's name of the encoding that a label stands for; NULL: it is unknown. */
static const char *name_of_label(const char *label, size_t length)
{
    return dana_encoding_at(dana__encoding_of_label(label, length));
}

static const char *name_of(const char *label)
{
    return name_of_label(label, strlen(label));
}

static void labels_are_those_of_whatwg(void **state)
{
    static const char *const rows[][2] = {
        {"utf8", "utf-8"},
        {" UTF-8\n", "utf-8"},
        {"Latin1", "windows-1252"},
        {"us-ascii", "windows-1252"},
        {"iso-8859-9", "windows-1254"},
        {"gb2312", "gbk"},
        {"x-sjis", "shift_jis"},
        {"ks_c_5601-1987", "euc-kr"},
        {"x-cp1256", "windows-1256"},
        {"logical", "iso-8859-8-i"},
        {"utf-16", "utf-16le"},
        {"hz-gb-2312", "replacement"},
        {"866", "ibm866"},
        {"l9", "iso-8859-15"},
        {"x-x-big5", "big5"},
        {"cseucpkdfmtjapanese", "euc-jp"},
    };
    size_t count = 0;

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        assert_string_equal(name_of(rows[i][0]), rows[i][1]);
    }
    assert_null(name_of("utf-7"));
    assert_null(name_of(""));
    assert_null(name_of("windows-12566"));
    assert_null(name_of("cseucpkdfmtjapanesee"));
    assert_null(name_of_label("utf-8\0x", 7));
    for (; dana_encoding_at(count) != NULL; count++) {
        assert_string_equal(name_of(dana_encoding_at(count)), dana_encoding_at(count));
    }
    assert_int_equal(count, 40);
}

/* The encoding that is chosen for a page of bytes. */
typedef struct {
    const char *what;
    const char *label;
    const char *bytes;
    const char *name;
    dana_encoding_source source;
    bool mismatch;
    const char *text; /* NULL: not looked at */
} page_row;

#define META_LABEL(label) "<meta charset=" label ">"

static const page_row pages[] = {
    /* Characters that libxml2 2.9.14 alone would lose. */
    {"meta behind the title", "", "<title>\xCE\xC8\xD1</title>" META_LABEL("windows-1256"),
     "windows-1256", DANA_ENCODING_META, false,
     "<title>\xD8\xAE\xD8\xA8\xD8\xB1</title>" META_LABEL("windows-1256")},
    {"http-equiv behind the title", "",
     "<title>\xCE\xC8\xD1</title><meta http-equiv=Content-Type content='text/html; "
     "charset=windows-1256'>",
     "windows-1256", DANA_ENCODING_META, false, NULL},
    {"a mark wins over meta", "", "\xEF\xBB\xBF" META_LABEL("windows-1256") "\xD8\xAE", "utf-8",
     DANA_ENCODING_BOM, false, META_LABEL("windows-1256") "\xD8\xAE"},
    {"a mark wins over a label", "windows-1256", "\xEF\xBB\xBF\xD8\xAE", "utf-8", DANA_ENCODING_BOM,
     true, "\xD8\xAE"},
    {"latin1 is windows-1252", "iso-8859-1", "\x93q\x94 \x80", "windows-1252", DANA_ENCODING_HTTP,
     false, "\xE2\x80\x9Cq\xE2\x80\x9D \xE2\x82\xAC"},
    {"gb2312 is gbk", "gb2312", "<p>\xE9\x46\xD6\xEC</p>", "gbk", DANA_ENCODING_HTTP, false,
     "<p>\xE9\x95\x95\xE6\x9C\xB1</p>"},
    {"shift_jis is windows-31j", "shift_jis", "\x87\x40\x81\x60", "shift_jis", DANA_ENCODING_HTTP,
     false, "\xE2\x91\xA0\xEF\xBD\x9E"},
    {"euc-kr is windows-949", "euc-kr", "\x8C\x63\xB0\xA1", "euc-kr", DANA_ENCODING_HTTP, false,
     "\xEB\x98\xA0\xEA\xB0\x80"},
    {"a trail byte of ASCII is read again", "shift_jis", "\x85\x40<", "shift_jis",
     DANA_ENCODING_HTTP, true, FFFD "@<"},
    {"euc-kr has user's characters not", "euc-kr", "\xC9\xA1\xFE\xA1", "euc-kr", DANA_ENCODING_HTTP,
     true, FFFD FFFD},
    {"two characters of one pair", "big5", "\x88\x62\x88\x63", "big5", DANA_ENCODING_HTTP, false,
     "\xC3\x8A\xCC\x84\xE1\xBA\xBE"},
    {"gbk's A3A0 is a wide space", "gbk", "\xA3\xA0\x80", "gbk", DANA_ENCODING_HTTP, false,
     "\xE3\x80\x80\xE2\x82\xAC"},
    {"a lead byte of no character", "euc-jp", "\x8E\xE0\x8F\xA2\xAF", "euc-jp", DANA_ENCODING_HTTP,
     true, FFFD "\xCB\x98"},
    {"four bytes", "gb18030", "\x84\x31\xA4\x37\x90\x30\x81\x30", "gb18030", DANA_ENCODING_HTTP,
     false, FFFD "\xF0\x90\x80\x80"},
    {"four bytes that end", "gb18030", "a\x81\x30\x81", "gb18030", DANA_ENCODING_HTTP, true,
     "a" FFFD},
    {"four bytes that break off", "gb18030", "\x81\x30<a", "gb18030", DANA_ENCODING_HTTP, true,
     FFFD "0<a"},
    {"two escapes hide what they enclose", "iso-2022-jp", "\x1B(B\x1B(Ja\x1B$B$\"\x1B(B<",
     "iso-2022-jp", DANA_ENCODING_HTTP, true, FFFD "a\xE3\x81\x82<"},
    {"an escape after half a character is not eaten", "iso-2022-jp", "\x1B$B$\"\x30\x1B(Ba",
     "iso-2022-jp", DANA_ENCODING_HTTP, true, "\xE3\x81\x82" FFFD "a"},
    {"half a character at the end", "iso-2022-jp", "\x1B$B$\"\x30", "iso-2022-jp",
     DANA_ENCODING_HTTP, true, "\xE3\x81\x82" FFFD},
    {"what is no half of a character", "iso-2022-jp", "\x1B$B\x1F$\"\x1B(Ba", "iso-2022-jp",
     DANA_ENCODING_HTTP, true,
     FFFD "\xE3\x81\x82"
          "a"},
    {"an undefined byte of windows-1252", "windows-1252", "<title>a\x81</title><p>b",
     "windows-1252", DANA_ENCODING_HTTP, false, "<title>a\xC2\x81</title><p>b"},
    {"a sequence that breaks off is one fault", "utf-8",
     "\xE1\xBF<\xF1\xBF\xBF<\xE1\x80<\xED\x9F<\xF4\x8F\xBF", "utf-8", DANA_ENCODING_HTTP, true,
     FFFD "<" FFFD "<" FFFD "<" FFFD "<" FFFD},
    {"a byte that may not follow is a fault of its own", "utf-8",
     "\xE0\x9F<\xED\xA0<\xF0\x8F<\xF4\x90<\xE1\xC0<", "utf-8", DANA_ENCODING_HTTP, true,
     FFFD FFFD "<" FFFD FFFD "<" FFFD FFFD "<" FFFD FFFD "<" FFFD FFFD "<"},
    {"one bad byte in UTF-8", "utf-8", "na\xC3\xAFve \xFF hopes", "utf-8", DANA_ENCODING_HTTP, true,
     "na\xC3\xAFve " FFFD " hopes"},
    {"a label wins over meta", "utf-8", META_LABEL("windows-1256") "\xD8\xAE", "utf-8",
     DANA_ENCODING_HTTP, false, NULL},
    /* Declarations. */
    {"quoted", "", "<meta charset=\"koi8-r\">\xC1", "koi8-r", DANA_ENCODING_META, false, NULL},
    {"single quotes", "", "<META  CHARSET = 'koi8-r' />\xC1", "koi8-r", DANA_ENCODING_META, false,
     NULL},
    {"content before http-equiv", "",
     "<meta content=\"text/html; charset='koi8-r'\" http-equiv=content-type>\xC1", "koi8-r",
     DANA_ENCODING_META, false, NULL},
    {"content with more behind", "",
     "<meta http-equiv=content-type content=\"text/html;charset=koi8-r;x=y\">\xC1", "koi8-r",
     DANA_ENCODING_META, false, NULL},
    {"content without http-equiv", "", "<meta content=\"text/html; charset=koi8-r\">a", "utf-8",
     DANA_ENCODING_UTF8_VALID, false, NULL},
    {"in a comment", "", "<!-- " META_LABEL("koi8-r") " -->a", "utf-8", DANA_ENCODING_UTF8_VALID,
     false, NULL},
    {"behind a comment without text", "", "<!-->" META_LABEL("koi8-r") "-->\xC1", "koi8-r",
     DANA_ENCODING_META, false, NULL},
    {"in an attribute", "", "<a title='" META_LABEL("koi8-r") "'>a", "utf-8",
     DANA_ENCODING_UTF8_VALID, false, NULL},
    {"in a declaration", "", "<!x " META_LABEL("koi8-r") "a", "utf-8", DANA_ENCODING_UTF8_VALID,
     false, NULL},
    {"metadata is not meta", "", "<metadata charset=koi8-r>a", "utf-8", DANA_ENCODING_UTF8_VALID,
     false, NULL},
    {"the first of two counts", "", "<meta charset=koi8-r charset=big5>\xC1", "koi8-r",
     DANA_ENCODING_META, false, NULL},
    {"utf-16 in meta", "", META_LABEL("utf-16") "\xD8\xAE", "utf-8", DANA_ENCODING_META, false,
     NULL},
    {"x-user-defined in meta", "", META_LABEL("x-user-defined") "\x80", "windows-1252",
     DANA_ENCODING_META, false, NULL},
    {"an unknown label in meta", "", META_LABEL("klingon") "a", "utf-8", DANA_ENCODING_UTF8_VALID,
     true, NULL},
    {"the meta behind an unknown one", "", META_LABEL("klingon") META_LABEL("koi8-r") "\xC1",
     "koi8-r", DANA_ENCODING_META, true, NULL},
    {"an unknown label", "klingon", META_LABEL("koi8-r") "\xC1", "koi8-r", DANA_ENCODING_META, true,
     NULL},
    {"an XML declaration", "", "<?xml version='1.0' encoding='koi8-r'?><p>\xC1", "koi8-r",
     DANA_ENCODING_META, false, NULL},
    {"meta wins over an XML declaration", "",
     "<?xml version='1.0' encoding='koi8-r'?>" META_LABEL("big5"), "big5", DANA_ENCODING_META,
     false, NULL},
    /* Nothing declared. */
    {"nothing at all", "", "", "utf-8", DANA_ENCODING_UTF8_VALID, false, ""},
    {"valid UTF-8", "", "\xD8\xAE", "utf-8", DANA_ENCODING_UTF8_VALID, false, "\xD8\xAE"},
    {"a short text of bytes", "", "<p>\xFF\xFF\xFF</p>\x81", "windows-1252", DANA_ENCODING_DEFAULT,
     false, NULL},
    /* Encodings without text. */
    {"replacement", "iso-2022-kr", "<p>lost</p>", "replacement", DANA_ENCODING_HTTP, true, FFFD},
    {"x-user-defined", "x-user-defined", "a\x80\xFF", "x-user-defined", DANA_ENCODING_HTTP, false,
     "a\xEF\x9E\x80\xEF\x9F\xBF"},
    {"iso-8859-16", "iso-8859-16", "\xAA\xBA\xA4", "iso-8859-16", DANA_ENCODING_HTTP, false,
     "\xC8\x98\xC8\x99\xE2\x82\xAC"},
    {"koi8-u", "koi8-u", "\xAE\xBE", "koi8-u", DANA_ENCODING_HTTP, false, "\xD1\x9E\xD0\x8E"},
    {"the euro of gbk", "gbk", "\x80", "gbk", DANA_ENCODING_HTTP, false, "\xE2\x82\xAC"},
    {"four bytes of gb18030", "gb18030", "\x90\x30\x81\x30", "gb18030", DANA_ENCODING_HTTP, false,
     "\xF0\x90\x80\x80"},
    {"shift_jis keeps ASCII", "shift_jis", "\\~", "shift_jis", DANA_ENCODING_HTTP, false, "\\~"},
    {"a cut character", "big5", "a\xA4", "big5", DANA_ENCODING_HTTP, true, "a" FFFD},
    {"a tag behind half a character", "big5", "\xA4<p>", "big5", DANA_ENCODING_HTTP, true,
     FFFD "<p>"},
    {"iso-2022-jp", "iso-2022-jp", "\x1B$B%\"\x1B(Ba", "iso-2022-jp", DANA_ENCODING_HTTP, false,
     "\xE3\x82\xA2"
     "a"},
};

static void pages_are_read_as_they_declare(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(pages) / sizeof(pages[0]); i++) {
        const page_row *row = &pages[i];
        dana_decoded decoded = decode_labelled(row->bytes, strlen(row->bytes), row->label);

        if (strcmp(decoded.name, row->name) != 0 || decoded.source != row->source ||
            decoded.mismatch != row->mismatch) {
            print_error("%s: %s by %s, mismatch %d\n", row->what, decoded.name,
                        dana_encoding_source_name(decoded.source), decoded.mismatch);
        }
        assert_string_equal(decoded.name, row->name);
        assert_int_equal(decoded.source, row->source);
        assert_int_equal(decoded.mismatch, row->mismatch);
        if (row->text != NULL) {
            assert_text(&decoded, row->text);
        }
        dana_decoded_clear(&decoded);
    }
}

/* A meta element counts up to byte 8 KiB; beyond byte 1024 it is reported as late. */
static void a_late_meta_is_found(void **state)
{
    static const struct {
        size_t before;
        const char *name;
        dana_encoding_source source;
    } rows[] = {
        {1000, "koi8-r", DANA_ENCODING_META},
        {1500, "koi8-r", DANA_ENCODING_META_LATE},
        {8100, "koi8-r", DANA_ENCODING_META_LATE},
        {9000, "utf-8", DANA_ENCODING_UTF8_VALID},
    };
    char page[10000];

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        memset(page, ' ', sizeof(page));
        memcpy(page + rows[i].before, "<meta charset=koi8-r>", 21);
        dana_decoded decoded = decode_labelled(page, sizeof(page), "");

        assert_string_equal(decoded.name, rows[i].name);
        assert_int_equal(decoded.source, rows[i].source);
        dana_decoded_clear(&decoded);
    }
}

static void broken_utf8_loses_one_character_at_a_time(void **state)
{
    /* Unicode 15, section 3.9: each maximal subpart is one U+FFFD. */
    static const char *const rows[][2] = {
        {"a\xE0\x80z", "a" FFFD FFFD "z"},
        {"\xF0\x90\x80z", FFFD "z"},
        {"\xF0\x90", FFFD},
        {"\xED\xA0\x80", FFFD FFFD FFFD},
        {"\xC0\xAF", FFFD FFFD},
        {"\xF4\x90\x80\x80", FFFD FFFD FFFD FFFD},
        {"\x80\x80", FFFD FFFD},
        {"\xE2\x82<p>", FFFD "<p>"},
        {"\xC3\xC3\xA9", FFFD "\xC3\xA9"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        dana_decoded decoded = decode_labelled(rows[i][0], strlen(rows[i][0]), "utf-8");
        size_t expected = 0;

        for (const char *p = rows[i][1]; (p = strstr(p, FFFD)) != NULL; p += 3) {
            expected++;
        }
        assert_text(&decoded, rows[i][1]);
        assert_int_equal(decoded.replacements, expected);
        assert_true(decoded.mismatch);
        dana_decoded_clear(&decoded);
    }
}

/* Crawlers and editors save pages as UTF-8 and leave the old declaration. */
/* Memory of exact size: a sanitizer sees a byte that is read behind it. */
static void nothing_is_read_behind_the_end(void **state)
{
    static const struct {
        const char *label;
        const char *bytes;
        size_t replacements;
    } rows[] = {
        {"utf-8", "a\xC3", 1},        {"utf-8", "a\xE2\x82", 1},
        {"utf-8", "\xF0\x9F\x98", 1}, {"gb18030", "\x81\x30\x81", 1},
        {"gb18030", "\x81", 1},       {"big5", "\xA4", 1},
        {"euc-jp", "\x8F\xA2", 1},    {"euc-jp", "\x8E", 1},
        {"shift_jis", "\x81", 1},     {"euc-kr", "\xB0", 1},
        {"iso-2022-jp", "\x1B$", 1},  {"iso-2022-jp", "\x1B$B!", 1},
        {"iso-2022-jp", "\x1B", 1},   {"utf-16", "\x3D\xD8\x20", 1},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        size_t length = strlen(rows[i].bytes);
        char *exact = malloc(length);

        memcpy(exact, rows[i].bytes, length);
        dana_decoded decoded = decode_labelled(exact, length, rows[i].label);

        assert_int_equal(decoded.replacements, rows[i].replacements);
        dana_decoded_clear(&decoded);
        free(exact);
    }
}

static void utf8_overrules_a_legacy_meta(void **state)
{
#define GBK_META "<meta charset=gb2312>"
    static const struct {
        const char *bytes;
        const char *label;
        const char *name;
        dana_encoding_source source;
        bool mismatch;
    } rows[] = {
        {GBK_META "\u5317\u4eac\u65b0\u95fb", "", "utf-8", DANA_ENCODING_UTF8_VALID, true},
        {"<meta charset=windows-1252>\u201ca\u201d \u00e9\u00e8", "", "utf-8",
         DANA_ENCODING_UTF8_VALID, true},
        {GBK_META "<p>ASCII", "", "gbk", DANA_ENCODING_META, false},
        {GBK_META "\xC1\xAA\xCD\xA8", "", "gbk", DANA_ENCODING_META, false}, /* valid, but short */
        {GBK_META "\u5317\u4eac\u65b0\u95fb\xB1", "", "gbk", DANA_ENCODING_META, true},
        {GBK_META "\u5317\u4eac\u65b0\u95fb", "gbk", "gbk", DANA_ENCODING_HTTP, false},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        dana_decoded d = decode_labelled(rows[i].bytes, strlen(rows[i].bytes), rows[i].label);

        assert_string_equal(d.name, rows[i].name);
        assert_int_equal(d.source, rows[i].source);
        assert_int_equal(d.mismatch, rows[i].mismatch);
        dana_decoded_clear(&d);
    }
#undef GBK_META
}

static void valid_utf8_is_not_copied(void **state)
{
    static const char page[] = "\xEF\xBB\xBF<p>\xD8\xAE";
    dana_decoded decoded = decode_labelled(page, sizeof(page) - 1, "");

    (void)state;
    assert_ptr_equal(decoded.text.data, page + 3);
    assert_null(decoded.owned);
    dana_decoded_clear(&decoded);
}

static void utf16_is_read_with_and_without_a_mark(void **state)
{
    static const struct {
        const char *label;
        const char *bytes;
        size_t length;
        const char *name;
        dana_encoding_source source;
        const char *text;
    } rows[] = {
        {"", "\xFF\xFE<\0p\0>\0", 8, "utf-16le", DANA_ENCODING_BOM, "<p>"},
        {"", "\xFE\xFF\0<\0p\0>", 8, "utf-16be", DANA_ENCODING_BOM, "<p>"},
        {"utf-16", "<\0p\0>\0\x2E\x06", 8, "utf-16le", DANA_ENCODING_HTTP, "<p>\xD8\xAE"},
        {"utf-16be", "\0<\0p\0>\x06\x2E", 8, "utf-16be", DANA_ENCODING_HTTP, "<p>\xD8\xAE"},
        {"", "<\0p\0>\0\x2E\x06", 8, "utf-16le", DANA_ENCODING_DETECTED, "<p>\xD8\xAE"},
        {"", "\0<\0p\0>\x06\x2E", 8, "utf-16be", DANA_ENCODING_DETECTED, "<p>\xD8\xAE"},
        {"utf-16", "\x3D\xD8\x00\xDE", 4, "utf-16le", DANA_ENCODING_HTTP, "\xF0\x9F\x98\x80"},
        {"utf-16", "\x3D\xD8z\0", 4, "utf-16le", DANA_ENCODING_HTTP, FFFD "z"},
        {"utf-16", "\x00\xDEz\0", 4, "utf-16le", DANA_ENCODING_HTTP, FFFD "z"},
        {"utf-16", "z\0\x3D\xD8", 4, "utf-16le", DANA_ENCODING_HTTP, "z" FFFD},
        {"utf-16", "z\0\x3D\xD8y", 5, "utf-16le", DANA_ENCODING_HTTP, "z" FFFD},
        {"utf-16", "z\0y", 3, "utf-16le", DANA_ENCODING_HTTP, "z" FFFD},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        dana_decoded decoded = decode_labelled(rows[i].bytes, rows[i].length, rows[i].label);

        assert_string_equal(decoded.name, rows[i].name);
        assert_int_equal(decoded.source, rows[i].source);
        assert_text(&decoded, rows[i].text);
        dana_decoded_clear(&decoded);
    }
    /* NUL is a character; a few of them do not make a text UTF-16. */
    dana_decoded decoded = decode_labelled("a\0bcdefgh\0", 10, "");

    assert_string_equal(decoded.name, "utf-8");
    assert_int_equal(decoded.text.length, 10);
    dana_decoded_clear(&decoded);
}

/* Each byte is one character; those that the encoding leaves out are counted. */
static void single_bytes_are_single_characters(void **state)
{
    static const struct {
        const char *name;
        size_t undefined;
    } rows[] = {
        {"ibm866", 0},         {"iso-8859-2", 0},   {"iso-8859-3", 7},   {"iso-8859-4", 0},
        {"iso-8859-5", 0},     {"iso-8859-6", 45},  {"iso-8859-7", 3},   {"iso-8859-8", 36},
        {"iso-8859-8-i", 36},  {"iso-8859-10", 0},  {"iso-8859-13", 0},  {"iso-8859-14", 0},
        {"iso-8859-15", 0},    {"iso-8859-16", 0},  {"koi8-r", 0},       {"koi8-u", 0},
        {"macintosh", 0},      {"windows-874", 8},  {"windows-1250", 0}, {"windows-1251", 0},
        {"windows-1252", 0},   {"windows-1253", 3}, {"windows-1254", 0}, {"windows-1255", 10},
        {"windows-1256", 0},   {"windows-1257", 2}, {"windows-1258", 0}, {"x-mac-cyrillic", 0},
        {"x-user-defined", 0},
    };
    char all[256];

    (void)state;
    for (int i = 0; i < 256; i++) {
        all[i] = (char)i;
    }
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        dana_decoded decoded = decode_labelled(all, sizeof(all), rows[i].name);

        if (decoded.replacements != rows[i].undefined) {
            print_error("%s: %zu undefined\n", rows[i].name, decoded.replacements);
        }
        assert_int_equal(decoded.replacements, rows[i].undefined);
        assert_int_equal(dana_count_code_points(decoded.text), 256);
        assert_memory_equal(decoded.text.data, all, 128);
        dana_decoded_clear(&decoded);
    }
}

static void limits_are_kept(void **state)
{
    dana_decoded decoded;
    dana_error err;
    dana_view label = {"windows-1256", 12};

    (void)state;
    assert_int_equal(dana_decode("\xCE\xC8\xD1", 3, label, 6, NULL, &decoded, &err), DANA_OK);
    dana_decoded_clear(&decoded);
    assert_int_equal(dana_decode("\xCE\xC8\xD1", 3, label, 5, NULL, &decoded, &err),
                     DANA_TOO_LARGE);
    label.length = 0;
    assert_int_equal(dana_decode("abcdef", 6, label, 5, NULL, &decoded, &err), DANA_TOO_LARGE);
}

static void *no_memory(size_t size, void *context)
{
    (void)size;
    (void)context;
    return NULL;
}

static void *no_resize(void *pointer, size_t size, void *context)
{
    (void)pointer;
    (void)size;
    (void)context;
    return NULL;
}

static void *some_memory(size_t size, void *context)
{
    (void)context;
    return malloc(size);
}

static void give_back(void *pointer, void *context)
{
    (void)context;
    free(pointer);
}

static void memory_may_run_out(void **state)
{
    const dana_allocator none = {no_memory, no_resize, give_back, NULL};
    const dana_allocator stiff = {some_memory, no_resize, give_back, NULL};
    dana_view label = {"koi8-r", 6};
    dana_decoded decoded;
    dana_error err;

    (void)state;
    assert_int_equal(dana_decode("\xC1", 1, label, NO_LIMIT, &none, &decoded, &err),
                     DANA_NO_MEMORY);
    assert_null(decoded.owned);
    /* UTF-8 that was encoded twice, too */
    assert_int_equal(dana_decode("\xC3\xA2\xC2\x80\xC2\x99", 6, (dana_view){"utf-8", 5}, NO_LIMIT,
                                 &none, &decoded, &err),
                     DANA_NO_MEMORY);
    assert_null(decoded.owned);
    assert_int_equal(dana_decode("\xC1", 1, label, NO_LIMIT, &stiff, &decoded, &err), DANA_OK);
    assert_text(&decoded, "\xD0\xB0");
    dana_decoded_clear(&decoded);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(labels_are_those_of_whatwg),
        cmocka_unit_test(pages_are_read_as_they_declare),
        cmocka_unit_test(a_late_meta_is_found),
        cmocka_unit_test(broken_utf8_loses_one_character_at_a_time),
        cmocka_unit_test(nothing_is_read_behind_the_end),
        cmocka_unit_test(utf8_overrules_a_legacy_meta),
        cmocka_unit_test(valid_utf8_is_not_copied),
        cmocka_unit_test(utf16_is_read_with_and_without_a_mark),
        cmocka_unit_test(single_bytes_are_single_characters),
        cmocka_unit_test(limits_are_kept),
        cmocka_unit_test(memory_may_run_out),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
