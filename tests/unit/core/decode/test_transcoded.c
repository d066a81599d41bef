/*
 * The sample pages in the encodings of their scripts: content and headline must be the same as from
 * UTF-8, whether the encoding comes with the page, is declared in it, or is detected.
 */
#include "unit.h"

#include "dana/decode.h"
#include "dana/extract.h"
#include "dana/headline.h"

#include <stdio.h>
#include <unicode/ucnv.h>
#include <unicode/ustring.h>

/* The results of a page; owned. */
typedef struct {
    char *text;
    char *headline;
} outcome;

/* Ways to specify a page's encoding. */
typedef enum { BY_LABEL, BY_META, BY_MARK, BY_ITSELF } telling;

/* With places for headline, menu, menu, headline, paragraph, paragraph, headline, paragraph. */
static const char frame[] =
    "<!doctype html>\n<html><head><meta charset=\"utf-8\">\n<title>%s</title></head>\n<body>\n"
    "<ul><li><a href=\"/\">%s</a></li><li><a href=\"/n\">%s</a></li></ul>\n<h1>%s</h1>\n"
    "<p>%s</p>\n<p>%s %s</p>\n<p>%s</p>\n</body></html>\n";

/* Headline, menu, paragraph. */
static const char *const texts[][3] = {
    {"Паром снова ходит через реку", "Главная",
     "Паром через реку снова ходит с понедельника, сообщил капитан. Две недели лёд не давал ему "
     "выйти из гавани, и жители обоих берегов ездили в город кружным путём."},
    {"渡轮恢复通航", "首页",
     "河上的渡轮从星期一起恢复通航，船长说。两个星期以来，冰块使渡轮无法离开港口，两岸的居民只好绕"
     "道进城。现在票价没有变化，每天开十二班。"},
    {"渡輪恢復通航", "首頁",
     "河上的渡輪從星期一起恢復通航，船長說。兩個星期以來，冰塊使渡輪無法離開港口，兩岸的居民只好繞"
     "道進城。現在票價沒有變化，每天開十二班。"},
    {"渡し船が運航を再開", "トップ",
     "川の渡し船は月曜日から運航を再開したと船長が話した。二週間のあいだ氷のために港を出られず、両"
     "岸の人々は遠回りをして町へ通っていた。料金は変わらず、一日に十二便が出る。"},
    {"나룻배가 다시 다닌다", "처음",
     "강을 건너는 나룻배가 월요일부터 다시 다닌다고 선장이 말했다. 두 주 동안 얼음 때문에 항구를 "
     "떠나지 "
     "못했고, 양쪽 강가의 주민들은 먼 길로 돌아서 시내에 다녔다. 요금은 그대로이고 하루에 열두 번 "
     "다닌다."},
};

/* source: a sample's name, or an index into texts. detected: NULL if the text is too short. */
static const struct {
    const char *sample;
    int text;
    const char *label;
    const char *converter;
    const char *detected;
} rows[] = {
    {"arabic", -1, "windows-1256", "windows-1256", "windows-1256"},
    {"arabic", -1, "iso-8859-6", "ISO-8859-6", "iso-8859-6"},
    {"farsi", -1, "windows-1256", "windows-1256", NULL},
    {"urdu", -1, "windows-1256", "windows-1256", NULL},
    {"hebrew", -1, "windows-1255", "windows-1255", "windows-1255"},
    {"english", -1, "windows-1252", "windows-1252", NULL},
    {NULL, 0, "windows-1251", "windows-1251", "windows-1251"},
    {NULL, 0, "koi8-r", "KOI8-R", "koi8-r"},
    {NULL, 1, "gb18030", "gb18030", "gb18030"},
    {NULL, 2, "big5", "Big5", "big5"},
    {NULL, 3, "shift_jis", "cp932", "shift_jis"},
    {NULL, 3, "euc-jp", "EUC-JP", "euc-jp"},
    {NULL, 3, "iso-2022-jp", "ISO-2022-JP", NULL},
    {NULL, 4, "euc-kr", "windows-949", "euc-kr"},
    {"arabic", -1, "utf-16le", "UTF-16LE", "utf-16le"},
    {"pashto", -1, "utf-16be", "UTF-16BE", "utf-16be"},
    {NULL, 1, "utf-16le", "UTF-16LE", "utf-16le"},
};

static char *read_sample(const char *name)
{
    char path[512];
    FILE *file;

    snprintf(path, sizeof(path), "%s/%s.html", SAMPLES_DIR, name);
    file = fopen(path, "rb");
    assert_non_null(file);
    char *text = calloc(1, 1 << 20);

    assert_true(fread(text, 1, (1 << 20) - 1, file) > 0);
    fclose(file);
    return text;
}

static char *make_page(const char *const parts[3])
{
    char *page = calloc(1, 1 << 16);

    snprintf(page, 1 << 16, frame, parts[0], parts[1], parts[1], parts[0], parts[2], parts[2],
             parts[0], parts[2]);
    return page;
}

/* Replaces utf-8 in the page's declaration by `label`. */
static char *relabel(const char *page, const char *label)
{
    const char *place = strstr(page, "utf-8");
    size_t size = strlen(page) + strlen(label) + 1;
    char *out = calloc(1, size);

    assert_non_null(place);
    snprintf(out, size, "%.*s%s%s", (int)(place - page), page, label, place + strlen("utf-8"));
    return out;
}

/* Transcodes; characters that the encoding lacks become references, as in browsers. */
static char *transcode(const char *page, const char *converter_name, size_t *length)
{
    UErrorCode status = U_ZERO_ERROR;
    int32_t units = 0;
    size_t room = strlen(page) * 8;
    UChar *wide = calloc(strlen(page) + 1, sizeof(UChar));
    char *out = calloc(1, room);

    u_strFromUTF8(wide, (int32_t)strlen(page) + 1, &units, page, -1, &status);
    UConverter *converter = ucnv_open(converter_name, &status);

    ucnv_setFromUCallBack(converter, UCNV_FROM_U_CALLBACK_ESCAPE, UCNV_ESCAPE_XML_DEC, NULL, NULL,
                          &status);
    *length = (size_t)ucnv_fromUChars(converter, out, (int32_t)room, wide, units, &status);
    assert_true(U_SUCCESS(status));
    ucnv_close(converter);
    free(wide);
    return out;
}

static char *copy_of(dana_view view)
{
    return strndup(view.data, view.length);
}

static outcome extract(dana_view source)
{
    dana_page *page;
    dana_result result;
    dana_headline headline;
    dana_view text;
    dana_view title;
    outcome out;

    assert_int_equal(dana_page_open(source.data, source.length, 0, NULL, &page, NULL), DANA_OK);
    assert_int_equal(
        dana_extract(page, dana_algorithm_default(DANA_KIND_CONTENT), NULL, &result, NULL),
        DANA_OK);
    assert_int_equal(dana_render_text(page, &result, &text, NULL), DANA_OK);
    out.text = copy_of(text);
    assert_int_equal(dana_find_headline(page, dana_algorithm_default(DANA_KIND_HEADLINE), NULL,
                                        false, &headline, NULL),
                     DANA_OK);

    assert_true(headline.found);
    assert_int_equal(dana_render_span(page, headline.headline.span, &title, NULL), DANA_OK);
    out.headline = copy_of(title);
    dana_page_close(page);
    assert_true(strlen(out.text) > 100);
    return out;
}

/* The bytes of a page, decoded with the specified encoding. */
static dana_decoded decode(const char *page, size_t row, telling how)
{
    static const char marks[][3] = {"\xFF\xFE", "\xFE\xFF"};
    bool in_meta = how == BY_META;
    char *labelled = in_meta ? relabel(page, rows[row].label) : relabel(page, "");
    size_t length;
    char *bytes = transcode(labelled, rows[row].converter, &length);
    bool marked = how == BY_MARK;
    char *whole = calloc(1, length + 2);
    const char *label = how == BY_LABEL ? rows[row].label : "";
    dana_decoded decoded;

    if (marked) {
        memcpy(whole, marks[strcmp(rows[row].label, "utf-16be") == 0], 2);
    }
    memcpy(whole + (marked ? 2 : 0), bytes, length);
    length += marked ? 2 : 0;
    assert_int_equal(dana_decode(whole, length, (dana_view){label, strlen(label)}, (size_t)1 << 30,
                                 NULL, &decoded, NULL),
                     DANA_OK);
    assert_non_null(decoded.owned);
    free(whole);
    free(bytes);
    free(labelled);
    return decoded;
}

static void check(const char *page, size_t row, telling how, const char *name)
{
    static const char *const ways[] = {"label", "meta", "mark", "itself"};
    outcome expected = extract((dana_view){page, strlen(page)});
    dana_decoded decoded = decode(page, row, how);
    outcome got = extract(decoded.text);

    if (strcmp(decoded.name, name) != 0 || strcmp(got.text, expected.text) != 0) {
        print_error("%s told by %s: read as %s\n", rows[row].label, ways[how], decoded.name);
    }
    assert_string_equal(decoded.name, name);
    assert_int_equal(decoded.replacements, 0);
    assert_string_equal(got.text, expected.text);
    assert_string_equal(got.headline, expected.headline);
    dana_decoded_clear(&decoded);
    free(got.text);
    free(got.headline);
    free(expected.text);
    free(expected.headline);
}

static void transcoded_pages_give_the_same(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        char *page = rows[i].sample != NULL ? read_sample(rows[i].sample)
                                            : make_page(texts[rows[i].text]);
        bool wide = strncmp(rows[i].label, "utf-16", 6) == 0;

        check(page, i, BY_LABEL, rows[i].label);
        check(page, i, wide ? BY_MARK : BY_META, rows[i].label);
        if (rows[i].detected != NULL) {
            check(page, i, BY_ITSELF, rows[i].detected);
        }
        free(page);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(transcoded_pages_give_the_same),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
