#include "metadata/language.h"

#include "base/ascii.h"
#include "base/utf8.h"
#include "dana/language.h"
#include "dana/text.h"
#include "metadata/worth.h"
#include "text/plain_text.h"

#include <string.h>
#include <strings.h>

/* Longest language tag that is taken (RFC 5646 4.4.1 asks for 35 at least). */
#define TAG_MAX 35

/* Writes a subtag in the letter case that RFC 5646 2.1.1 recommends: after a singleton ("u", "x")
 * and at the start all is lower. */
static void write_subtag(char *tag, size_t start, size_t length, bool in_extension)
{
    for (size_t i = start; i < start + length; i++) {
        bool upper = (length == 2 || (length == 4 && i == start)) && start > 0 && !in_extension;

        if (dana__is_letter(tag[i])) {
            tag[i] = (char)(upper ? tag[i] & ~0x20 : tag[i] | 0x20);
        }
    }
}

/* Whether a subtag may be a tag's first one: a language of two or three letters. */
static bool is_language(const char *tag, size_t length)
{
    return (length == 2 || length == 3) && dana__is_letter(tag[0]) && dana__is_letter(tag[1]) &&
           dana__is_letter(tag[length - 1]);
}

/* Returns how many bytes of a text may belong to a tag. */
static size_t tag_length(dana_view text)
{
    size_t length = 0;

    while (length < text.length && (dana__is_alphanumeric(text.data[length]) ||
                                    text.data[length] == '-' || text.data[length] == '_')) {
        length++;
    }
    return length;
}

/* Writes all subtags of a tag as it should be written. Returns false where it is none. */
static bool write_subtags(char *tag, size_t length)
{
    size_t start = 0;
    bool in_extension = false;

    for (size_t i = 0; i <= length; i++) {
        if (i < length && tag[i] != '-' && tag[i] != '_') {
            continue;
        }
        size_t part = i - start;

        if (part == 0 || part > 8 || (start == 0 && !is_language(tag, part))) {
            return false;
        }
        write_subtag(tag, start, part, in_extension);
        in_extension |= part == 1;
        if (i < length) {
            tag[i] = '-';
        }
        start = i + 1;
    }
    return true;
}

/* Makes a language tag of a text ("en_US", "AR", "fr_FR.UTF-8"); empty where it is none. */
static dana_view make_tag(const dana__search *search, dana_view text)
{
    size_t length = tag_length(text);
    char *tag = length > 0 && length <= TAG_MAX
                    ? dana_arena_alloc(search->arena, length, search->err)
                    : NULL;

    if (tag == NULL) {
        return (dana_view){NULL, 0};
    }
    memcpy(tag, text.data, length);
    return write_subtags(tag, length) ? (dana_view){tag, length} : (dana_view){NULL, 0};
}

static void set(dana_metadata_field *field, dana_view value, dana_metadata_source source)
{
    *field = (dana_metadata_field){value, source};
}

/* The language that JSON-LD names. */
static dana_status language_of_json_ld(const dana__search *search, dana_view *out)
{
    const dana__ld *ld = search->evidence->ld;
    int32_t subject = dana__ld_subject(ld, DANA__LD_LANGUAGE, 1);
    dana_view text;

    *out = (dana_view){NULL, 0};
    if (subject < 0 ||
        dana__ld_texts(ld, (uint32_t)subject, DANA__LD_LANGUAGE, DANA__LD_NAME, &text, 1) == 0) {
        return DANA_OK;
    }
    dana_status status = dana__json_text(search->arena, text, TAG_MAX, &text, search->err);

    if (status == DANA_OK) {
        *out = make_tag(search, text);
    }
    return status;
}

/* The first subtag of a language tag: "en" of "en-US". */
static dana_view primary_language(dana_view tag)
{
    const char *end = tag.length > 0 ? memchr(tag.data, '-', tag.length) : NULL;

    return (dana_view){tag.data, end != NULL ? (size_t)(end - tag.data) : tag.length};
}

/* Right-to-left by a language's script, where nothing states a direction. */
static bool is_rtl_language(dana_view tag)
{
    static const char *const languages[] = {
        "ar", "arc", "ary", "arz", "azb", "bal", "bqi", "ckb", "dv",  "fa",  "glk", "he", "iw",
        "ks", "lrc", "mzn", "nqo", "pnb", "prs", "ps",  "sd",  "skr", "syr", "ug",  "ur", "yi"};

    for (size_t i = 0; i < DANA__COUNT(languages); i++) {
        if (dana__is_text(primary_language(tag), languages[i])) {
            return true;
        }
    }
    return false;
}

static void find_direction(dana__search *search)
{
    static const dana_view ltr = {"ltr", 3};
    static const dana_view rtl = {"rtl", 3};
    dana_metadata_field *field = &search->out->direction;
    dana_view declared = search->evidence->html_dir;
    dana_dir dir = dana_text_direction(search->input->text);

    if (declared.length > 0) {
        set(field, dana__is_text(declared, "rtl") ? rtl : ltr, DANA_METADATA_HTML);
    } else if (dir != DANA_DIR_NONE) {
        set(field, dir == DANA_DIR_RTL ? rtl : ltr, DANA_METADATA_VISIBLE);
    } else if (search->out->language.value.data != NULL) {
        set(field, is_rtl_language(search->out->language.value) ? rtl : ltr,
            search->out->language.source);
    }
}

dana_status dana__find_language(dana__search *search)
{
    dana_metadata_field *field = &search->out->language;
    dana_metadata_source source = DANA_METADATA_HTML;
    dana_view detected;
    dana_view tag = make_tag(search, search->evidence->html_lang);

    if (tag.data == NULL) {
        tag = make_tag(search, dana__best_head_hint(search, DANA__ABOUT_LANGUAGE, &source));
    }
    if (tag.data == NULL) {
        dana_status status = language_of_json_ld(search, &tag);

        source = DANA_METADATA_JSON_LD;
        if (status != DANA_OK) {
            return status;
        }
    }
    dana_status status = dana_detected_instead(search->page, tag, search->input->text, &detected,
                                               search->err);

    if (status != DANA_OK) {
        return status;
    }
    if (detected.length > 0) {
        tag = detected;
        source = DANA_METADATA_DETECTED;
    }
    if (tag.data != NULL) {
        set(field, tag, source);
    }
    find_direction(search);
    return DANA_OK;
}

/* Whether dates in a language have the year at their end: of others one of two digits tells
 * nothing. */
static bool has_years_last(dana_view language)
{
    static const char *const years_first[] = {"zh", "ja", "ko", "hu", "lt", "mn"};

    for (size_t i = 0; i < DANA__COUNT(years_first); i++) {
        if (dana__is_text(language, years_first[i])) {
            return false;
        }
    }
    return language.length > 0;
}

/* Whether a language is one of Iran's or Afghanistan's, where years are of the solar Hijri
 * calendar: one of two digits is of the 14th or the 15th century, and may stand first. */
static bool has_solar_years(dana_view language)
{
    static const char *const languages[] = {"fa", "ps", "prs", "azb", "ckb", "glk", "lrc", "mzn"};

    for (size_t i = 0; i < DANA__COUNT(languages); i++) {
        if (dana__is_text(language, languages[i])) {
            return true;
        }
    }
    return false;
}

dana__date_reading dana__reading_of(const dana__search *search)
{
    dana_view tag = search->out->language.value;
    dana_view language = primary_language(tag);
    bool us = dana__is_text(tag, "en") || dana__is_text(tag, "en-US");

    return (dana__date_reading){
        .month_first = dana__is_month_first(search->evidence, us),
        .short_years = has_years_last(language) && !has_solar_years(language),
        .croatian = dana__is_text(language, "hr"),
        .solar = has_solar_years(language),
    };
}
