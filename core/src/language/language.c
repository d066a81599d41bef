#include "dana/language.h"

#include "base/ascii.h"
#include "base/error.h"
#include "base/utf8.h"
#include "html/attribute.h"
#include "html/references.h"
#include "jsonld/read_ld.h"
#include "links/resolve.h"
#include "page/pass.h"
#include "text/plain_text.h"

/* A content of at least so many bytes, nearly all of it in another language than declared, is
 * written in that. Of 3 755 pages of the corpora with a lang attribute, 102 are contradicted so: 95
 * are templates that say "en". */
#define CONTRADICTION_BYTES ((size_t)200)
#define CONTRADICTION_SHARE 80
/* So many bytes of a sample's beginning and of its end are looked at first: where both are in the
 * declared language, what lies between does not contradict it. Percent of them. (The beginning
 * alone does not do: the detector takes English before another language for a template's.) */
#define END_BYTES  ((size_t)200)
#define ENDS_SHARE 95
/* Declarations stand in the head: so far it is read where there is no body tag. */
#define HEAD_BYTES ((size_t)64 * 1024)
/* Longest tag. */
#define TAG_BYTES ((size_t)35)

/* What the language was detected from last: the answer depends on nothing else. */
typedef struct dana__detected {
    char sample[DANA_DETECT_BYTES];
    size_t length;
    const char *tag; /* NULL: none */
    int share;
} dana__detected;

const char *dana_language_source_name(dana_language_source source)
{
    static const char *const names[DANA_LANGUAGE_SOURCE_COUNT] = {
#define SOURCE_NAME(name, text) [DANA_LANGUAGE_##name] = (text),
        DANA_LANGUAGE_SOURCE_LIST(SOURCE_NAME)
#undef SOURCE_NAME
    };

    return source < DANA_LANGUAGE_SOURCE_COUNT ? names[source] : "";
}

/* Whether a text begins like a tag: two or three letters, and what may follow them. */
static bool is_tag(dana_view text)
{
    size_t letters = 0;

    while (letters < text.length && dana__is_letter(text.data[letters])) {
        letters++;
    }
    return letters >= 2 && letters <= 3 && text.length <= TAG_BYTES &&
           (letters == text.length || strchr("-_.,;", text.data[letters]) != NULL);
}

/* Takes what an attribute declares, where nothing of its source or a better one is known. */
static void declare(dana_language *out, dana_view text, dana_language_source source)
{
    text = dana__trim(text);
    if (source == DANA_LANGUAGE_HTML ? text.length == 0 : !is_tag(text)) {
        return;
    }
    if (out->tag.length == 0 || source < out->source) {
        *out = (dana_language){text, source};
    }
}

/* The html and body elements' own attribute. */
static void read_attribute(const dana_page *page, dana_span span, dana_language *out)
{
    static const char *const names[] = {"lang", "xml:lang"};
    dana_view tag = {page->source.data + span.start, span.end - span.start};
    dana_view value;

    for (size_t i = 0; i < DANA__COUNT(names) && tag.length > 0 && out->tag.length == 0; i++) {
        if (dana_tag_attribute(tag, names[i], &value)) {
            declare(out, value, DANA_LANGUAGE_HTML);
        }
    }
}

static const struct {
    const char *attribute;
    const char *name;
    dana_language_source source;
} metas[] = {
    {"http-equiv", "content-language", DANA_LANGUAGE_HEADER},
    {"name", "language", DANA_LANGUAGE_META},
    {"name", "content-language", DANA_LANGUAGE_META},
    {"name", "dc.language", DANA_LANGUAGE_META},
    {"name", "dcterms.language", DANA_LANGUAGE_META},
    {"itemprop", "inlanguage", DANA_LANGUAGE_META},
    {"property", "og:locale", DANA_LANGUAGE_META},
};

static void read_meta(const dana__markup *tag, dana_language *out)
{
    dana_view start_tag = {tag->start, (size_t)(tag->end - tag->start)};
    dana_view content;
    dana_view name;

    for (size_t i = 0; i < DANA__COUNT(metas); i++) {
        if (dana_tag_attribute(start_tag, metas[i].attribute, &name) &&
            dana__is_called(dana__trim(name), metas[i].name) &&
            dana_tag_attribute(start_tag, "content", &content)) {
            declare(out, content, metas[i].source);
        }
    }
}

/* What the JSON-LD that was read says of its subject. */
static dana_status read_subject(dana_page *page, dana_language *out, dana_error *err)
{
    const dana__ld *ld = dana__ld_of(page);
    int32_t subject = dana__ld_subject(ld, DANA__LD_LANGUAGE, 1);
    dana_view text;

    if (subject < 0 ||
        dana__ld_texts(ld, (uint32_t)subject, DANA__LD_LANGUAGE, DANA__LD_NAME, &text, 1) == 0) {
        return DANA_OK;
    }
    dana_status status = dana__json_text(page->arena, text, TAG_BYTES, &text, err);

    if (status == DANA_OK) {
        declare(out, text, DANA_LANGUAGE_JSON_LD);
    }
    return status;
}

/* Reads the head's meta elements and JSON-LD. */
static dana_status read_head(dana_page *page, const dana_scan *scan, dana_language *out,
                             dana_error *err)
{
    size_t head = scan->body_tag.end > 0 ? scan->body_tag.start : HEAD_BYTES;
    const char *end = page->source.data + (head < page->source.length ? head : page->source.length);
    dana_status status = DANA_OK;
    dana__ld_range objects;
    dana__pass pass;
    dana__markup tag;

    dana__pass_start(&pass, page, false, err);
    while (status == DANA_OK && pass.p < end && dana__pass_next_tag(&pass, &tag)) {
        dana_view start_tag = {tag.start, (size_t)(tag.end - tag.start)};

        if (dana__is_start_of(&tag, "meta")) {
            read_meta(&tag, out);
        } else if (pass.dropped && (tag.flags & DANA__SCRIPT) != 0 && pass.raw_end != NULL &&
                   dana__is_json_ld(start_tag)) {
            dana_view content = {tag.end, (size_t)(pass.raw_end - tag.end)};

            status = dana__read_ld(page, content, &objects, err);
        }
    }
    status = status == DANA_OK ? pass.status : status;
    return status == DANA_OK ? read_subject(page, out, err) : status;
}

/* Languages that are hard to tell apart, or are one under two tags: none contradicts another. */
static const char *const relatives[] = {
    "no nb nn da", "sr hr bs sh me", "id ms in", "fa prs tg", "he iw", "tl fil", "cs sk", "gl pt",
    "zh cmn yue", "ro mo", "be uk ru", "ca es", "af nl", "hi mr ne", "ku ckb", "ar arz ary",
    /* the detector knows the others, not these */
    "fa azb mzn glk lrc bqi haz bal", "ur pnb pa skr hno bal ks", "ar arz ary apc ajp acm aeb",
    "ug kk ky uz", "ps pbt pbu pus", "az azb"};

/* Whether a list of words has a word, by its first `length` letters. */
static bool has_word(const char *list, const char *word, size_t length)
{
    for (const char *p = list; p != NULL; p = strchr(p, ' ')) {
        p += *p == ' ';
        if (strncasecmp(p, word, length) == 0 && (p[length] == ' ' || p[length] == '\0')) {
            return true;
        }
    }
    return false;
}

static size_t primary_length(const char *tag, size_t length)
{
    size_t letters = 0;

    while (letters < length && dana__is_letter(tag[letters])) {
        letters++;
    }
    return letters;
}

/* Whether a declared tag and a detected one may mean one language. */
static bool agree(dana_view declared, const char *detected)
{
    size_t a = primary_length(declared.data, declared.length);
    size_t b = primary_length(detected, strlen(detected));
    bool same = a == b && strncasecmp(declared.data, detected, a) == 0;

    for (size_t i = 0; i < DANA__COUNT(relatives) && !same; i++) {
        same = has_word(relatives[i], declared.data, a) && has_word(relatives[i], detected, b);
    }
    return same;
}

/* Whether a language has relatives that it is hard to tell from. */
static bool has_relatives(dana_view declared)
{
    size_t length = primary_length(declared.data, declared.length);
    bool found = false;

    for (size_t i = 0; i < DANA__COUNT(relatives) && !found; i++) {
        found = has_word(relatives[i], declared.data, length);
    }
    return found;
}

/* What of a text its language is detected from. */
static dana_view sample_of(dana_view text)
{
    return (dana_view){text.data,
                       text.length < DANA_DETECT_BYTES ? text.length : DANA_DETECT_BYTES};
}

/* Whether what was detected last is the language of a text. */
static bool is_known(const dana_page *page, dana_view text)
{
    const dana__detected *known = page->detected;
    dana_view sample = sample_of(text);

    return known != NULL && known->length == sample.length &&
           memcmp(known->sample, sample.data, sample.length) == 0;
}

/* As dana_detect_language, for a text of the page. Metadata, posts and the answer ask of texts that
 * begin alike. */
static const char *detect_once(dana_page *page, dana_view text, int *share)
{
    dana_view sample = sample_of(text);
    dana__detected *known = page->detected;
    dana_error ignored;

    if (is_known(page, text)) {
        *share = known->share;
        return known->tag;
    }
    const char *tag = dana_detect_language(text, share);

    if (known == NULL && *share >= 0) {
        known = dana_arena_alloc(page->arena, sizeof(*known), &ignored);
        page->detected = known;
    }
    if (known != NULL && *share >= 0) {
        memcpy(known->sample, sample.data, sample.length);
        known->length = sample.length;
        known->tag = tag;
        known->share = *share;
    }
    return tag;
}

/* Writes the beginning of a sample and its end, with a space between. Returns their length. */
static size_t copy_ends(dana_view sample, char out[2 * END_BYTES + 1])
{
    dana_view begin = dana__cut_bytes(sample, END_BYTES);
    size_t rest = sample.length - END_BYTES;

    while (rest < sample.length && dana__utf8_continues((unsigned char)sample.data[rest])) {
        rest++;
    }
    memcpy(out, begin.data, begin.length);
    out[begin.length] = ' ';
    memcpy(out + begin.length + 1, sample.data + rest, sample.length - rest);
    return begin.length + 1 + sample.length - rest;
}

/* Whether both ends of a text's sample are in its declared language, one that is told from others.
 */
static bool ends_as_declared(const dana_page *page, dana_view declared, dana_view text)
{
    char ends[2 * END_BYTES + 1];
    dana_view sample = dana__cut_bytes(text, DANA_DETECT_BYTES);
    int share = 0;

    if (declared.length == 0 || sample.length <= 2 * END_BYTES || is_known(page, text) ||
        has_relatives(declared)) {
        return false;
    }
    const char *tag = dana_detect_language((dana_view){ends, copy_ends(sample, ends)}, &share);

    return tag != NULL && share >= ENDS_SHARE && agree(declared, tag);
}

dana_status dana_detected_instead(dana_page *page, dana_view declared, dana_view text,
                                  dana_view *tag, dana_error *err)
{
    int share;

    *tag = (dana_view){NULL, 0};
    if (ends_as_declared(page, declared, text)) {
        return DANA_OK;
    }
    const char *detected = detect_once(page, text, &share);
    bool contradicts = text.length >= CONTRADICTION_BYTES && share >= CONTRADICTION_SHARE;

    if (share < 0) {
        return dana_error_set(err, DANA_NO_MEMORY, 0, "no memory to detect the language");
    }
    if (detected != NULL && (declared.length == 0 || (contradicts && !agree(declared, detected)))) {
        *tag = (dana_view){detected, strlen(detected)};
    }
    return DANA_OK;
}

dana_status dana_find_language(dana_page *page, const dana_scan *scan, dana_view text,
                               dana_language *out, dana_error *err)
{
    dana_view detected;
    dana_status status = DANA_OK;

    *out = (dana_language){{"", 0}, DANA_LANGUAGE_HTML};
    read_attribute(page, scan->html_tag, out);
    if (out->tag.length == 0) {
        read_attribute(page, scan->body_tag, out);
    }
    if (out->tag.length == 0) {
        status = read_head(page, scan, out, DANA__ERROR(err));
    }
    if (status == DANA_OK) {
        status = dana_detected_instead(page, out->tag, text, &detected, err);
    }
    if (status == DANA_OK && detected.length > 0) {
        *out = (dana_language){detected, DANA_LANGUAGE_DETECTED};
    }
    return status;
}
