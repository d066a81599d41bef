#include "blocks/head.h"

#include "base/ascii.h"
#include "dana/scan.h"
#include "html/attribute.h"
#include "html/references.h"
#include "jsonld/escapes.h"
#include "jsonld/read_ld.h"
#include "page/page.h"
#include "text/raw.h"

#include <string.h>

static void add_entry(dana__head *head, const char *base, dana_view text, dana__head_source source,
                      bool is_json)
{
    uint32_t start = (uint32_t)(text.data - base);

    if (text.length > 0 && head->count < DANA__HEAD_MAX) {
        head->entries[head->count++] = (dana__head_entry){
            {start, start + (uint32_t)text.length}, source, is_json};
    }
}

static void add_description(dana__head *head, const char *base, dana_view text)
{
    uint32_t start = (uint32_t)(text.data - base);

    if (text.length > 0 && head->description_count < DANA__DESCRIPTIONS_MAX) {
        head->descriptions[head->description_count++] = (dana_span){start,
                                                                    start + (uint32_t)text.length};
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
    {"description", DANA__HEAD_DESCRIPTION},
    {"og:description", DANA__HEAD_DESCRIPTION},
    {"twitter:description", DANA__HEAD_DESCRIPTION},
};

/* Where an attribute of a meta element goes, NULL: it says nothing. */
static dana_view *place_of(dana__meta *meta, const dana__attribute *attribute)
{
    switch (dana__attribute_key(attribute)) {
    case DANA__NAME_KEY('c', 'o', 'n', 't', 'e', 'n', 't'):
        return &meta->content;
    case DANA__NAME_KEY('v', 'a', 'l', 'u', 'e'):
        return &meta->value;
    case DANA__NAME_KEY('p', 'r', 'o', 'p', 'e', 'r', 't', 'y'):
        return &meta->property;
    case DANA__NAME_KEY('n', 'a', 'm', 'e'):
        return &meta->name;
    case DANA__NAME_KEY('i', 't', 'e', 'm', 'p', 'r', 'o', 'p'):
        return &meta->itemprop;
    default:
        return NULL;
    }
}

dana__meta dana__read_meta(const dana__markup *tag)
{
    const char *p = tag->name_text + tag->name.length;
    const char *tag_end;
    dana__attribute attribute;
    dana__meta meta = {.content = {NULL, 0}};

    for (p = dana__next_attribute(p, tag->end, &attribute, &tag_end); p != NULL;
         p = dana__next_attribute(p, tag->end, &attribute, &tag_end)) {
        dana_view *place = place_of(&meta, &attribute);

        /* Of attributes of one name the first counts. */
        if (place != NULL && place->data == NULL) {
            *place = (dana_view){attribute.value, attribute.value_length};
        }
    }
    return meta;
}

/* The row of what a meta element is called; the number of rows: none. */
static size_t row_of(dana_view name)
{
    bool is_written = name.data != NULL && memchr(name.data, '&', name.length) != NULL;
    size_t row = name.data != NULL ? 0 : DANA__COUNT(metas);

    while (row < DANA__COUNT(metas) && !(is_written ? dana__says(name, metas[row].name)
                                                    : dana__is_text(name, metas[row].name))) {
        row++;
    }
    return row;
}

void dana__head_meta(dana__head *head, const char *base, const dana__meta *meta)
{
    const dana_view names[] = {meta->property, meta->name, meta->itemprop};
    dana_view content = meta->content.data != NULL ? meta->content : meta->value;

    for (size_t a = 0; a < DANA__COUNT(names) && content.data != NULL; a++) {
        size_t row = row_of(names[a]);

        if (row == DANA__COUNT(metas)) {
            continue;
        }
        if (metas[row].source != DANA__HEAD_DESCRIPTION) {
            add_entry(head, base, content, metas[row].source, false);
            return;
        }
        add_description(head, base, content);
    }
}

void dana__head_link(dana__head *head, const char *base, dana_view tag)
{
    dana_view rel;
    dana_view href;

    if (dana_tag_attribute(tag, "rel", &rel) && dana__is_text(rel, "canonical") &&
        dana_tag_attribute(tag, "href", &href)) {
        add_entry(head, base, href, DANA__HEAD_ADDRESS, false);
    }
}

void dana__head_json(dana__head *head, const char *base, dana_view content)
{
    add_entry(head, base, content, DANA__HEAD_JSON, true);
}

/* Types of objects whose name is the site's. */
static const char *const sites[] = {"WebSite", "Organization", "NewsMediaOrganization",
                                    "Corporation"};

static bool is_site(const dana__ld *ld, uint32_t index)
{
    const dana__ld_object *object = &((const dana__ld_object *)ld->objects.data)[index];
    bool is_any = object->role == DANA__LD_PUBLISHER || object->role == DANA__LD_SITE;

    for (size_t i = 0; i < DANA__COUNT(sites) && !is_any; i++) {
        is_any = dana__ld_is_a(ld, index, sites[i]);
    }
    return is_any;
}

/* Takes the names of an object. item: the name of the last item of a list so far. */
static void add_object(dana__head *out, const char *base, const dana__ld *ld, uint32_t index,
                       dana_view *item)
{
    const dana__ld_object *object = &((const dana__ld_object *)ld->objects.data)[index];
    dana_view name = dana__ld_text(ld, index, DANA__LD_NAME);

    if (!object->closed) {
        return;
    }
    if (is_site(ld, index)) {
        add_entry(out, base, name, DANA__HEAD_SITE, true);
    } else if (dana__ld_is_a(ld, index, "BreadcrumbList")) {
        add_entry(out, base, *item, DANA__HEAD_CRUMB, true);
    } else if (object->role == DANA__LD_GRAPH) {
        add_entry(out, base, dana__ld_text(ld, index, DANA__LD_HEADLINE), DANA__HEAD_LD_HEADLINE,
                  true);
        add_entry(out, base, name, DANA__HEAD_LD_NAME, true);
    } else if (object->role == DANA__LD_ITEM && name.length > 0) {
        *item = name;
    }
}

/* Takes the names of a script's objects, each after those inside it. */
static void add_objects(dana__head *out, const char *base, const dana__ld *ld, dana__ld_range range)
{
    const dana__ld_object *objects = ld->objects.data;
    dana_view item = {NULL, 0};

    for (uint32_t i = range.first; i < range.end; i++) {
        uint32_t next = i + 1 < range.end && objects[i + 1].parent != i + 1 ? objects[i + 1].parent
                                                                            : DANA__LD_NONE;
        uint32_t ended = i;

        while (ended != next) {
            add_object(out, base, ld, ended, &item);
            if (objects[ended].parent == ended) {
                break;
            }
            ended = objects[ended].parent;
        }
    }
}

dana_status dana__head_names(dana_page *page, const dana__head *head, dana__head *out,
                             dana_error *err)
{
    const char *base = page->source.data;
    dana_status status = DANA_OK;
    dana__ld_range objects;

    *out = (dana__head){.count = 0};
    for (size_t i = 0; i < head->count && status == DANA_OK; i++) {
        dana_span span = head->entries[i].span;
        dana_view text = {base + span.start, (size_t)span.end - span.start};

        if (head->entries[i].source != DANA__HEAD_JSON) {
            add_entry(out, base, text, head->entries[i].source, head->entries[i].is_json);
            continue;
        }
        status = dana__read_ld(page, text, &objects, err);
        if (status == DANA_OK) {
            add_objects(out, base, dana__ld_of(page), objects);
        }
    }
    return status;
}

dana_status dana__head_text(dana_page *page, dana_view raw, bool is_json, dana_buffer *buffer,
                            dana_view *out, dana_error *err)
{
    if (is_json && memchr(raw.data, '\\', raw.length) != NULL) {
        char *plain = dana_arena_alloc(page->arena, raw.length, err);

        if (plain == NULL) {
            return err->status;
        }
        raw = (dana_view){plain, dana__json_unescape(raw, plain)};
    }
    return dana__render_raw(page, raw, buffer, out, err);
}
