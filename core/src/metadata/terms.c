/*
 * Tags, categories and keywords: of each the best source alone, all that it lists. Where nothing
 * names categories, the way to the page through the site does, without its ends: the home page and
 * the page itself.
 */
#include "metadata/terms.h"

#include "base/url_parts.h"
#include "dana/result.h"
#include "dana/text.h"
#include "dana/url.h"
#include "html/attribute.h"
#include "metadata/texts.h"
#include "metadata/urls.h"
#include "text/plain_text.h"

#include <string.h>

/* Longest source of a list, raw, and longest term, in bytes and code points. */
#define RAW_MAX  4000
#define TERM_MAX 100

/* What separates terms that stand in one text: comma and semicolon of all scripts. */
static const char *const separators[] = {
    ",", ";", "\xD8\x8C", "\xD8\x9B", "\xE3\x80\x81", "\xEF\xBC\x8C", "\xEF\xBC\x9B"};

static bool is_listed(const dana_metadata_terms *list, dana_view term)
{
    for (size_t i = 0; i < list->count; i++) {
        if (dana__equal_text(list->values[i], term)) {
            return true;
        }
    }
    return false;
}

/* Adds a plain term, the sign of a hashtag taken off. */
static void add_term(dana_metadata_terms *list, dana_view term)
{
    term = dana__trim(term);
    if (term.length > 1 && term.data[0] == '#') {
        term = (dana_view){term.data + 1, term.length - 1};
    }
    if (dana_has_visible(term) && dana_count_code_points(term) <= TERM_MAX &&
        list->count < DANA_TERMS_MAX && !is_listed(list, term)) {
        list->values[list->count++] = term;
    }
}

/* How terms that stand in one text are parted: by every separator, or by those that no space
 * follows, as names of categories may hold one ("Arts, Culture"). */
typedef enum { EVERY, TIGHT } parting;

/* The length of the separator at p, 0 for any other text. */
static size_t separator_at(const char *p, const char *end, parting parts)
{
    for (size_t i = 0; i < DANA__COUNT(separators); i++) {
        size_t length = strlen(separators[i]);

        if ((size_t)(end - p) >= length && memcmp(p, separators[i], length) == 0) {
            bool loose = p + length < end && dana__is_space(p[length]);

            return parts == TIGHT && loose ? 0 : length;
        }
    }
    return 0;
}

/* Adds the terms of a plain text. */
static void add_text(dana_metadata_terms *list, dana_view text, parting parts)
{
    const char *end = text.data + text.length;
    const char *start = text.data;

    for (const char *p = text.data; p < end;) {
        size_t length = separator_at(p, end, parts);

        if (length > 0) {
            add_term(list, (dana_view){start, (size_t)(p - start)});
            start = p + length;
        }
        p += length > 0 ? length : 1;
    }
    add_term(list, (dana_view){start, (size_t)(end - start)});
}

/* A list that is looked for. */
typedef struct {
    dana__about about;
    dana__ld_member_kind kind; /* DANA__LD_OTHER: JSON-LD has none */
    parting parts;
} wanted;

/* The best hint for a list; NULL: there is none. Visible ones count where they are of the page's
 * subject. */
static const dana__hint *best_hint(const dana__search *search, dana__about about)
{
    const dana__evidence *e = search->evidence;
    const dana__hint *best = NULL;

    for (size_t i = 0; i < e->hint_count; i++) {
        const dana__hint *hint = &e->hints[i];
        bool counts = hint->form == DANA__FORM_VALUE || hint->worth == DANA__WORTH_CRUMBS ||
                      hint->rule == dana__categories_rule || !dana__is_beside(e, hint);

        if (hint->about == about && counts && (best == NULL || hint->worth > best->worth)) {
            best = hint;
        }
    }
    return best;
}

/* Takes all hints of the rule of the best one. */
static dana_status take_hints(dana__search *search, const dana__hint *best, parting parts,
                              dana_metadata_terms *out)
{
    const dana__evidence *e = search->evidence;

    for (size_t i = 0; i < e->hint_count; i++) {
        const dana__hint *hint = &e->hints[i];
        bool visible = hint->form != DANA__FORM_VALUE;
        dana_view raw = hint->extra.length > 0 ? hint->extra : hint->text;
        dana_view text;

        if (hint->about != best->about || hint->rule != best->rule ||
            (visible && hint->rule != dana__categories_rule && dana__is_beside(e, hint))) {
            continue;
        }
        dana_status status = dana__plain_text(search->arena, dana__cut_bytes(raw, RAW_MAX), &text,
                                              search->err);

        if (status != DANA_OK) {
            return status;
        }
        if (visible) {
            add_term(out, text);
        } else {
            add_text(out, text, parts);
        }
        out->source = best->source;
    }
    return DANA_OK;
}

static dana_status take_json_ld(dana__search *search, const wanted *w, dana_metadata_terms *out)
{
    const dana__ld *ld = search->evidence->ld;
    int32_t subject = dana__ld_subject(ld, w->kind, 2);
    dana_view texts[DANA_TERMS_MAX];
    size_t count = 0;

    if (subject >= 0) {
        count = dana__ld_texts(ld, (uint32_t)subject, w->kind, DANA__LD_NAME, texts,
                               DANA_TERMS_MAX);
    }
    for (size_t i = 0; i < count; i++) {
        dana_view text;
        dana_status status = dana__json_text(search->arena, texts[i], RAW_MAX, &text, search->err);

        if (status != DANA_OK) {
            return status;
        }
        add_text(out, text, w->parts);
    }
    out->source = DANA_METADATA_JSON_LD;
    return DANA_OK;
}

/* The best source, JSON-LD before all hints; where it holds nothing, the other. */
static dana_status find_list(dana__search *search, const wanted *w, dana_metadata_terms *out)
{
    const dana__hint *hint = best_hint(search, w->about);
    dana_status status = DANA_OK;

    if (w->kind != DANA__LD_OTHER) {
        status = take_json_ld(search, w, out);
    }
    if (status == DANA_OK && out->count == 0 && hint != NULL && hint->worth != DANA__WORTH_CRUMBS) {
        status = take_hints(search, hint, w->parts, out);
    }
    return status;
}

/* A step of the way to the page. url: raw, empty where it is no link. */
typedef struct {
    dana_view text;
    dana_view url;
} crumb;

/* Whether a path is a language: "/en", "/en-us". */
static bool is_language(dana_view path)
{
    bool region = path.length == 6 && (path.data[3] == '-' || path.data[3] == '_');

    return (path.length == 3 || region) && path.data[0] == '/' && dana__is_letter(path.data[1]) &&
           dana__is_letter(path.data[2]);
}

/* Whether a URL is a site's home page, or its home page in a language. */
static bool is_home(dana_view url)
{
    const char *host = url.length > 3 ? memmem(url.data, url.length, "://", 3) : NULL;
    dana_view path = url;

    if (host != NULL) {
        const char *slash = memchr(host + 3, '/', (size_t)(url.data + url.length - host - 3));

        path = slash != NULL ? (dana_view){slash, (size_t)(url.data + url.length - slash)}
                             : (dana_view){"", 0};
    }
    while (path.length > 0 && path.data[path.length - 1] == '/') {
        path.length--;
    }
    return path.length == 0 || is_language(path);
}

/* Whether a text is the page's own name: the headline, or what its title begins with. */
static dana_status is_own_name(dana__search *search, dana_view text, bool *out)
{
    const dana_metadata_input *input = search->input;
    const dana_span names[] = {input->headline, input->result->scan->title};

    *out = false;
    for (size_t i = 0; i < DANA__COUNT(names) && !*out; i++) {
        dana_view name;

        if (names[i].start == names[i].end) {
            continue;
        }
        dana_status status = dana_render_span(search->page, names[i], &name, search->err);

        if (status != DANA_OK) {
            return status;
        }
        *out = name.length >= text.length &&
               dana__equal_text((dana_view){name.data, text.length}, text);
    }
    return DANA_OK;
}

static dana_status leads_to_page(dana__search *search, const crumb *step, bool *out)
{
    dana_view url = {NULL, 0};
    dana_status status = dana__resolve_url(search, step->url, &url);

    *out = url.data != NULL && (dana__equal_text(url, search->out->canonical_url.value) ||
                                dana__equal_text(url, search->input->url));
    return status;
}

/* Whether the last step leads to the page itself, or nowhere. */
static dana_status is_own(dana__search *search, const crumb *step, bool *out)
{
    dana_status status = is_own_name(search, step->text, out);

    *out |= step->url.length == 0;
    return status == DANA_OK && !*out ? leads_to_page(search, step, out) : status;
}

/* Adds the steps between the home page and the page itself. */
static dana_status add_crumbs(dana__search *search, const crumb *steps, size_t count,
                              dana_metadata_source source)
{
    dana_metadata_terms *out = &search->out->categories;
    dana_view site = search->out->site_name.value;
    bool own = false;
    dana_status status = DANA_OK;

    if (count > 0) {
        status = is_own(search, &steps[count - 1], &own);
    }
    count -= own;
    /* Wikis set the pages that were read last, this one too, behind the way to the page. */
    if (status == DANA_OK && own && count > 0) {
        status = leads_to_page(search, &steps[count - 1], &own);
        count -= own;
    }
    for (size_t i = 0; status == DANA_OK && i < count; i++) {
        dana_view url = dana__original_url(dana__trim(steps[i].url), NULL);
        bool home = i == 0 &&
                    ((url.length > 0 && is_home(url)) || dana__is_home_name(steps[i].text) ||
                     (site.data != NULL && dana__equal_text(steps[i].text, site)));

        if (!home) {
            add_term(out, steps[i].text);
        }
    }
    out->source = source;
    return status;
}

/* The raw URL of a step of JSON-LD: a text, or an object with one. */
static dana_view url_of_step(const dana__ld *ld, uint32_t step)
{
    static const dana__ld_member_kind inner[] = {DANA__LD_ID, DANA__LD_URL};
    dana_view url = {NULL, 0};

    for (size_t i = 0; i < DANA__COUNT(inner) && url.data == NULL; i++) {
        if (dana__ld_texts(ld, step, DANA__LD_ITEM, inner[i], &url, 1) == 0) {
            url = dana__ld_text(ld, step, inner[i]);
        }
    }
    return url;
}

static dana_view name_of_step(const dana__ld *ld, uint32_t step)
{
    dana_view name = dana__ld_text(ld, step, DANA__LD_NAME);

    if (name.data == NULL) {
        const dana__ld_object *objects = ld->objects.data;

        for (uint32_t i = step + 1; i < ld->objects.length && name.data == NULL; i++) {
            if (objects[i].parent == step && objects[i].role == DANA__LD_ITEM) {
                name = dana__ld_text(ld, i, DANA__LD_NAME);
            }
        }
    }
    return name;
}

/* Reads the steps of the first BreadcrumbList. */
static dana_status crumbs_of_json_ld(dana__search *search)
{
    const dana__ld *ld = search->evidence->ld;
    const dana__ld_object *objects = ld->objects.data;
    crumb steps[DANA_TERMS_MAX];
    size_t count = 0;
    uint32_t list = 0;
    dana_status status = DANA_OK;

    while (list < ld->objects.length && !dana__ld_is_a(ld, list, "BreadcrumbList")) {
        list++;
    }
    for (uint32_t i = list + 1; i < ld->objects.length && count < DANA_TERMS_MAX; i++) {
        if (objects[i].parent != list || objects[i].role != DANA__LD_ITEM) {
            continue;
        }
        dana_view name = name_of_step(ld, i);
        dana_view url = url_of_step(ld, i);

        status = dana__json_text(search->arena, name, RAW_MAX, &steps[count].text, search->err);
        if (status == DANA_OK) {
            status = dana__json_text(search->arena, url, DANA__URL_MAX, &steps[count].url,
                                     search->err);
        }
        if (status != DANA_OK) {
            return status;
        }
        count += steps[count].text.length > 0;
    }
    return add_crumbs(search, steps, count, DANA_METADATA_JSON_LD);
}

static dana_status visible_crumbs(dana__search *search)
{
    const dana__evidence *e = search->evidence;
    crumb steps[DANA_TERMS_MAX];
    size_t count = 0;

    for (size_t i = 0; i < e->hint_count && count < DANA_TERMS_MAX; i++) {
        const dana__hint *hint = &e->hints[i];

        if (hint->about != DANA__ABOUT_CATEGORIES || hint->worth != DANA__WORTH_CRUMBS) {
            continue;
        }
        dana_status status = dana__plain_text(search->arena, dana__cut_bytes(hint->text, RAW_MAX),
                                              &steps[count].text, search->err);

        if (status != DANA_OK) {
            return status;
        }
        steps[count].url = hint->extra;
        count += steps[count].text.length > 0;
    }
    return add_crumbs(search, steps, count, DANA_METADATA_VISIBLE);
}

dana_status dana__find_terms(dana__search *search)
{
    static const wanted tags = {DANA__ABOUT_TAGS, DANA__LD_OTHER, EVERY};
    static const wanted categories = {DANA__ABOUT_CATEGORIES, DANA__LD_SECTION, TIGHT};
    static const wanted keywords = {DANA__ABOUT_KEYWORDS, DANA__LD_KEYWORDS, EVERY};
    dana_metadata *out = search->out;
    dana_status status = find_list(search, &tags, &out->tags);

    if (status == DANA_OK) {
        status = find_list(search, &keywords, &out->keywords);
    }
    if (status == DANA_OK) {
        status = find_list(search, &categories, &out->categories);
    }
    if (status == DANA_OK && out->categories.count == 0) {
        status = crumbs_of_json_ld(search);
    }
    if (status == DANA_OK && out->categories.count == 0) {
        status = visible_crumbs(search);
    }
    return status;
}
