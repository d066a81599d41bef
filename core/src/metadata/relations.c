#include "metadata/relations.h"

#include "base/ascii.h"
#include "metadata/urls.h"
#include "text/plain_text.h"

#include <string.h>

/* Longest name of a licence, raw. */
#define NAME_MAX 200

static bool is_web(dana_view text)
{
    return (text.length > 7 && strncasecmp(text.data, "http://", 7) == 0) ||
           (text.length > 8 && strncasecmp(text.data, "https://", 8) == 0);
}

/* Reads a licence from text of JSON or of an attribute: a URL, else a name. */
static dana_status take_license(dana__search *search, dana_view text, dana_metadata_source source)
{
    dana_metadata_field *field = &search->out->license;
    dana_view url = {NULL, 0};
    dana_status status = DANA_OK;

    if (is_web(text)) {
        status = dana__resolve_url(search, text, &url);
        text = url;
    }
    if (status == DANA_OK && text.length > 0 && text.length <= DANA__URL_MAX) {
        *field = (dana_metadata_field){text, source};
    }
    return status;
}

static dana_status license_of_json_ld(dana__search *search)
{
    const dana__ld *ld = search->evidence->ld;
    int32_t subject = dana__ld_subject(ld, DANA__LD_LICENSE, 2);
    const dana__ld_member_kind inner[] = {DANA__LD_URL, DANA__LD_ID, DANA__LD_NAME};
    dana_view text;

    for (size_t i = 0; subject >= 0 && i < DANA__COUNT(inner); i++) {
        if (dana__ld_texts(ld, (uint32_t)subject, DANA__LD_LICENSE, inner[i], &text, 1) > 0) {
            dana_status status = dana__json_text(search->arena, text, NAME_MAX, &text, search->err);

            return status == DANA_OK ? take_license(search, text, DANA_METADATA_JSON_LD) : status;
        }
    }
    return DANA_OK;
}

/* A link names it by its URL, a meta element by either. */
static dana_status find_license(dana__search *search)
{
    const dana__evidence *e = search->evidence;
    const dana__hint *best = NULL;
    dana_view text;

    for (size_t i = 0; i < e->hint_count; i++) {
        const dana__hint *hint = &e->hints[i];

        if (hint->about == DANA__ABOUT_LICENSE && (best == NULL || hint->worth > best->worth)) {
            best = hint;
        }
    }
    if (best == NULL || best->source == DANA_METADATA_VISIBLE) {
        dana_status status = license_of_json_ld(search);

        if (status != DANA_OK || best == NULL || search->out->license.value.data != NULL) {
            return status;
        }
    }
    if (best->source != DANA_METADATA_META) {
        dana_status status = dana__resolve_url(search, best->text, &text);

        search->out->license = (dana_metadata_field){text, best->source};
        return status;
    }
    dana_status status = dana__plain_text(search->arena, dana__cut_bytes(best->text, NAME_MAX),
                                          &text, search->err);

    return status == DANA_OK ? take_license(search, text, best->source) : status;
}

/* The length of the number at the end of a URL's part, before ".html" and a slash; *start is where
 * it begins. 0: there is none. */
static size_t last_number(dana_view url, size_t *start)
{
    size_t end = url.length;

    while (end > 0 && !dana__is_digit(url.data[end - 1])) {
        if (end + 6 < url.length) {
            return 0;
        }
        end--;
    }
    *start = end;
    while (*start > 0 && dana__is_digit(url.data[*start - 1])) {
        --*start;
    }
    return end - *start;
}

/* Whether the letters before a number, one sign between them, name a page or a place in a list. */
static bool is_after_page_word(dana_view url, size_t number)
{
    static const char *const words[] = {"p",      "page",  "paged",  "pg",
                                        "pagina", "seite", "start",  "offset",
                                        "strona", "sayfa", "pageno", "pagenumber"};
    size_t end = number;

    if (end > 0 && !dana__is_letter(url.data[end - 1])) {
        end--;
    }
    size_t start = end;

    while (start > 0 && dana__is_letter(url.data[start - 1])) {
        start--;
    }
    for (size_t i = 0; i < DANA__COUNT(words); i++) {
        if (dana__is_text((dana_view){url.data + start, end - start}, words[i])) {
            return true;
        }
    }
    return false;
}

/* A page's URL without a slash or an ending at its end: ".html". */
static dana_view stem_of(dana_view url)
{
    while (url.length > 0 && url.data[url.length - 1] == '/') {
        url.length--;
    }
    const char *dot = url.length > 0 ? memrchr(url.data, '.', url.length) : NULL;
    const char *slash = url.length > 0 ? memrchr(url.data, '/', url.length) : NULL;

    if (dot != NULL && slash != NULL && dot > slash) {
        url.length = (size_t)(dot - url.data);
    }
    return url;
}

/* Whether a URL begins with a stem. */
static bool begins_with(dana_view url, dana_view stem)
{
    return stem.length > 0 && url.length > stem.length &&
           memcmp(url.data, stem.data, stem.length) == 0;
}

/* The number of a few digits. */
static int number_at(dana_view url, size_t start, size_t digits)
{
    int number = 0;

    for (size_t i = 0; i < digits; i++) {
        number = number * 10 + (url.data[start + i] - '0');
    }
    return number;
}

/* Most digits of the number of a page. */
#define DIGITS_MAX 2

/* Whether two URLs are one but for the number at their ends, which grows by one. */
static bool counts_on(dana_view own, dana_view url, size_t start, size_t digits)
{
    size_t own_start = 0;
    size_t own_digits = last_number(own, &own_start);

    return own_digits > 0 && own_digits <= DIGITS_MAX && digits <= DIGITS_MAX &&
           own_start == start && memcmp(own.data, url.data, start) == 0 &&
           number_at(url, start, digits) == number_at(own, own_start, own_digits) + 1;
}

/*
 * Whether a URL looks like the next part of a page or list, rather than the next article: blogs
 * give both the same relation. sure: the relation is that of a link element without a title.
 */
static bool is_next_part(dana_view own, dana_view url, bool sure)
{
    size_t start = 0;
    size_t digits = last_number(url, &start);
    dana_view stem = stem_of(own);

    if (sure && (own.length == 0 || begins_with(url, stem))) {
        return true;
    }
    if (digits == 0 || digits > 4) {
        return false;
    }
    bool second = digits == 1 && url.data[start] == '2' && start == stem.length + 1 &&
                  begins_with(url, stem);

    return second || is_after_page_word(url, start) || counts_on(own, url, start, digits);
}

/* Finds where the page goes on. */
static dana_status find_next(dana__search *search)
{
    const dana__evidence *e = search->evidence;
    dana_view own = search->input->url.length > 0 ? search->input->url
                                                  : search->out->canonical_url.value;
    int worth = 0;

    for (size_t i = 0; i < e->hint_count; i++) {
        const dana__hint *hint = &e->hints[i];
        dana_view url;

        if (hint->about != DANA__ABOUT_NEXT || hint->worth <= worth) {
            continue;
        }
        dana_status status = dana__resolve_url(search, hint->text, &url);

        if (status != DANA_OK) {
            return status;
        }
        bool sure = hint->source == DANA_METADATA_LINK && hint->extra.length == 0;

        if (url.data != NULL && is_next_part(own, url, sure)) {
            search->out->next_page = (dana_metadata_field){url, hint->source};
            worth = hint->worth;
        }
    }
    return DANA_OK;
}

/* The only VideoObject that stands for itself; -1: there is none, or there are several. */
static int32_t only_video(const dana__ld *ld)
{
    const dana__ld_object *objects = ld->objects.data;
    int32_t found = -1;

    for (uint32_t i = 0; i < ld->objects.length; i++) {
        if (objects[i].own && dana__ld_is_a(ld, i, "VideoObject")) {
            if (found >= 0) {
                return -1;
            }
            found = (int32_t)i;
        }
    }
    return found;
}

static bool is_same(dana_view a, dana_view b)
{
    return a.data != NULL && b.data != NULL && dana__equal_text(a, b);
}

/* Takes the first of the texts that is a URL, and not the page's own. */
static dana_status take_video(dana__search *search, const dana_view *texts, size_t count)
{
    dana_metadata *out = search->out;

    for (size_t i = 0; i < count && out->video.value.data == NULL; i++) {
        dana_view url;
        dana_status status = dana__json_text(search->arena, texts[i], DANA__URL_MAX, &url,
                                             search->err);

        if (status == DANA_OK) {
            status = dana__resolve_url(search, url, &url);
        }
        if (status != DANA_OK) {
            return status;
        }
        if (url.data != NULL && !is_same(url, out->canonical_url.value) &&
            !is_same(url, search->input->url)) {
            out->video = (dana_metadata_field){url, DANA_METADATA_JSON_LD};
        }
    }
    return DANA_OK;
}

static dana_status video_of_json_ld(dana__search *search)
{
    const dana__ld *ld = search->evidence->ld;
    int32_t subject = dana__ld_subject(ld, DANA__LD_VIDEO, 2);
    dana_view texts[2];
    size_t count = 0;

    if (subject >= 0) {
        count = dana__ld_texts(ld, (uint32_t)subject, DANA__LD_VIDEO, DANA__LD_URL, texts, 1);
        count += dana__ld_texts(ld, (uint32_t)subject, DANA__LD_VIDEO, DANA__LD_EMBED,
                                texts + count, 1);
        return take_video(search, texts, count);
    }
    int32_t video = only_video(ld);

    if (video < 0) {
        return DANA_OK;
    }
    texts[0] = dana__ld_text(ld, (uint32_t)video, DANA__LD_URL);
    count = texts[0].data != NULL;
    texts[count] = dana__ld_text(ld, (uint32_t)video, DANA__LD_EMBED);
    return take_video(search, texts, count + (texts[count].data != NULL));
}

static dana_status find_video(dana__search *search)
{
    dana_status status = video_of_json_ld(search);
    int worth;

    if (status != DANA_OK || search->out->video.value.data != NULL) {
        return status;
    }
    return dana__best_url(search, DANA__ABOUT_VIDEO, &search->out->video, &worth);
}

dana_status dana__find_relations(dana__search *search)
{
    dana_status status = find_license(search);

    if (status == DANA_OK) {
        status = find_next(search);
    }
    return status == DANA_OK ? find_video(search) : status;
}
