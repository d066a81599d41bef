#include "title/head.h"

#include "base/utf8.h"
#include "dana/scan.h"
#include "page/page.h"
#include "render/raw.h"

#include <string.h>
#include <strings.h>

#define COUNT(table) (sizeof(table) / sizeof((table)[0]))

static bool equals(dana_view text, const char *name)
{
    return text.length == strlen(name) && strncasecmp(text.data, name, text.length) == 0;
}

static void add_entry(dana__head *head, const char *base, dana_view text, dana__head_source source,
                      bool is_json)
{
    uint32_t start = (uint32_t)(text.data - base);

    if (text.length > 0 && head->count < DANA__HEAD_MAX) {
        head->entries[head->count++] = (dana__head_entry){
            {start, start + (uint32_t)text.length}, source, is_json};
    }
}

/* Open Graph (ogp.me), Twitter cards, Dublin Core, Highwire, schema.org's microdata. */
static const struct {
    const char *name;
    dana__head_source source;
} metas[] = {
    {"og:title", DANA__HEAD_OG},
    {"twitter:title", DANA__HEAD_TWITTER},
    {"title", DANA__HEAD_META},
    {"headline", DANA__HEAD_META},
    {"dc.title", DANA__HEAD_META},
    {"dcterms.title", DANA__HEAD_META},
    {"citation_title", DANA__HEAD_META},
    {"parsely-title", DANA__HEAD_META},
    {"sailthru.title", DANA__HEAD_META},
    {"og:site_name", DANA__HEAD_SITE},
    {"application-name", DANA__HEAD_SITE},
    {"apple-mobile-web-app-title", DANA__HEAD_SITE},
    {"og:url", DANA__HEAD_ADDRESS},
};

void dana__head_meta(dana__head *head, const char *base, dana_view tag)
{
    static const char *const attributes[] = {"property", "name", "itemprop"};
    dana_view content;
    dana_view name;

    if (!dana_tag_attribute(tag, "content", &content)) {
        return;
    }
    for (size_t a = 0; a < COUNT(attributes); a++) {
        if (!dana_tag_attribute(tag, attributes[a], &name)) {
            continue;
        }
        for (size_t i = 0; i < COUNT(metas); i++) {
            if (equals(name, metas[i].name)) {
                add_entry(head, base, content, metas[i].source, false);
                return;
            }
        }
    }
}

void dana__head_link(dana__head *head, const char *base, dana_view tag)
{
    dana_view rel;
    dana_view href;

    if (dana_tag_attribute(tag, "rel", &rel) && equals(rel, "canonical") &&
        dana_tag_attribute(tag, "href", &href)) {
        add_entry(head, base, href, DANA__HEAD_ADDRESS, false);
    }
}

/* Objects nested deeper than this are passed over. */
#define DEPTH_MAX 32

/* What a key of an object says about its value. */
typedef enum {
    KEY_OTHER,
    KEY_TYPE,
    KEY_HEADLINE,
    KEY_NAME,
    KEY_ABOUT, /* the value is what the page is about, or a list of such */
    KEY_SITE,  /* the value is who publishes it */
    KEY_ITEM,  /* the value is an item of a list */
} json_key;

static const struct {
    const char *name;
    json_key key;
} keys[] = {
    {"@type", KEY_TYPE},           {"headline", KEY_HEADLINE}, {"name", KEY_NAME},
    {"@graph", KEY_ABOUT},         {"mainEntity", KEY_ABOUT},  {"mainEntityOfPage", KEY_ABOUT},
    {"publisher", KEY_SITE},       {"isPartOf", KEY_SITE},     {"provider", KEY_SITE},
    {"itemListElement", KEY_ITEM}, {"item", KEY_ITEM},
};

/* What an object's type says about its name. */
typedef enum { TYPE_OTHER, TYPE_SITE, TYPE_CRUMBS } json_type;

static const struct {
    const char *name;
    json_type type;
} types[] = {
    {"WebSite", TYPE_SITE},
    {"Organization", TYPE_SITE},
    {"NewsMediaOrganization", TYPE_SITE},
    {"Corporation", TYPE_SITE},
    {"BreadcrumbList", TYPE_CRUMBS},
};

/* An open object or list. */
typedef struct {
    bool is_object;
    json_key key; /* under which it stands; a list passes on its own */
    json_key at;  /* the key whose value comes next */
    json_type type;
    dana_view headline;
    dana_view name;
} json_level;

typedef struct {
    dana__head *head;
    const char *base;
    json_level levels[DEPTH_MAX];
    size_t depth; /* may exceed DEPTH_MAX: those levels are not kept */
    dana_view last_item;
} json_walk;

static json_level *top_level(json_walk *w)
{
    return w->depth > 0 && w->depth <= DEPTH_MAX ? &w->levels[w->depth - 1] : NULL;
}

static void open_level(json_walk *w, bool is_object)
{
    const json_level *above = top_level(w);
    json_key key = KEY_ABOUT;

    if (above != NULL) {
        key = above->is_object ? above->at : above->key;
    }
    if (w->depth < DEPTH_MAX) {
        w->levels[w->depth] = (json_level){.is_object = is_object, .key = key};
    }
    w->depth++;
}

static void close_level(json_walk *w)
{
    const json_level *level = top_level(w);

    if (level != NULL && level->is_object) {
        if (level->type == TYPE_SITE || level->key == KEY_SITE) {
            add_entry(w->head, w->base, level->name, DANA__HEAD_SITE, true);
        } else if (level->type == TYPE_CRUMBS) {
            add_entry(w->head, w->base, w->last_item, DANA__HEAD_CRUMB, true);
        } else if (level->key == KEY_ABOUT) {
            add_entry(w->head, w->base, level->headline, DANA__HEAD_LD_HEADLINE, true);
            add_entry(w->head, w->base, level->name, DANA__HEAD_LD_NAME, true);
        } else if (level->key == KEY_ITEM && level->name.length > 0) {
            w->last_item = level->name;
        }
    }
    w->depth -= w->depth > 0;
}

static void take_key(json_level *level, dana_view name)
{
    level->at = KEY_OTHER;
    for (size_t i = 0; i < COUNT(keys); i++) {
        if (equals(name, keys[i].name)) {
            level->at = keys[i].key;
        }
    }
}

static void take_string(json_level *level, dana_view value)
{
    switch (level->is_object ? level->at : level->key) {
    case KEY_TYPE:
        for (size_t i = 0; i < COUNT(types); i++) {
            if (equals(value, types[i].name)) {
                level->type = types[i].type;
            }
        }
        break;
    case KEY_HEADLINE:
        level->headline = value;
        break;
    case KEY_NAME:
        level->name = value;
        break;
    default:
        break;
    }
}

/* Reads the string whose quote stands at p - 1. Returns the position behind its end. */
static const char *read_string(const char *p, const char *end, dana_view *value)
{
    const char *start = p;

    while (p < end && *p != '"') {
        p += *p == '\\' && p + 1 < end ? 2 : 1;
    }
    *value = (dana_view){start, (size_t)(p - start)};
    return p < end ? p + 1 : end;
}

static const char *take_quoted(json_walk *w, const char *p, const char *end)
{
    json_level *level = top_level(w);
    dana_view value;
    const char *next;

    p = read_string(p, end, &value);
    next = p;
    while (next < end && (*next == ' ' || *next == '\n' || *next == '\r' || *next == '\t')) {
        next++;
    }
    if (level == NULL) {
        return p;
    }
    if (level->is_object && next < end && *next == ':') {
        take_key(level, value);
        return next + 1;
    }
    take_string(level, value);
    return p;
}

void dana__head_json(dana__head *head, const char *base, dana_view content)
{
    json_walk w = {.head = head, .base = base};
    const char *p = content.data;
    const char *end = p + content.length;

    while (p < end) {
        char c = *p++;

        if (c == '"') {
            p = take_quoted(&w, p, end);
        } else if (c == '{' || c == '[') {
            open_level(&w, c == '{');
        } else if (c == '}' || c == ']') {
            close_level(&w);
        }
    }
}

/* Four hexadecimal digits at p, or -1. */
static int32_t read_hex(const char *p, const char *end)
{
    int32_t value = 0;

    if (end - p < 4) {
        return -1;
    }
    for (size_t i = 0; i < 4; i++) {
        char c = (char)(p[i] | 0x20);

        if (c >= '0' && c <= '9') {
            value = value * 16 + (c - '0');
        } else if (c >= 'a' && c <= 'f') {
            value = value * 16 + (c - 'a' + 10);
        } else {
            return -1;
        }
    }
    return value;
}

/* Reads the escape behind the backslash at p. A lone surrogate becomes U+FFFD. Returns its end. */
static const char *read_escape(const char *p, const char *end, uint32_t *c)
{
    int32_t high = p[1] == 'u' ? read_hex(p + 2, end) : -1;

    if (high < 0) {
        static const char white[] = "nrtbf";

        *c = strchr(white, p[1]) != NULL && p[1] != '\0' ? ' ' : (unsigned char)p[1];
        return p + 2;
    }
    *c = (uint32_t)high;
    p += 6;
    if (high < 0xD800 || high > 0xDFFF) {
        return p;
    }
    int32_t low = end - p >= 6 && p[0] == '\\' && p[1] == 'u' ? read_hex(p + 2, end) : -1;

    if (high > 0xDBFF || low < 0xDC00 || low > 0xDFFF) {
        *c = 0xFFFD;
        return p;
    }
    *c = 0x10000 + (((uint32_t)high - 0xD800) << 10) + ((uint32_t)low - 0xDC00);
    return p + 6;
}

/* Undoes JSON's escapes; the text only gets shorter: \uXXXX stands for at most three bytes. */
static size_t unescape(dana_view raw, char *out)
{
    const char *p = raw.data;
    const char *end = p + raw.length;
    size_t length = 0;

    while (p < end) {
        uint32_t c;

        if (*p != '\\' || end - p < 2 || (unsigned char)p[1] >= 0x80) {
            out[length++] = *p++;
            continue;
        }
        p = read_escape(p, end, &c);
        length += dana__utf8_encode(c, out + length);
    }
    return length;
}

dana_status dana__head_text(dana_page *page, dana_view raw, bool is_json, dana_buffer *buffer,
                            dana_view *out, dana_error *err)
{
    if (is_json && memchr(raw.data, '\\', raw.length) != NULL) {
        char *plain = dana_arena_alloc(page->arena, raw.length, err);

        if (plain == NULL) {
            return err->status;
        }
        raw = (dana_view){plain, unescape(raw, plain)};
    }
    return dana__render_raw(page, raw, buffer, out, err);
}
