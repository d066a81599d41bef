/*
 * Nothing here is noted by the scan: links come from its anchors, images and the page's own URLs
 * from a pass over the tags that is made only when they are asked for.
 */
#include "render/links.h"

#include "dana/url.h"
#include "html/attribute.h"
#include "page/page.h"
#include "page/pass.h"

#include <string.h>
#include <strings.h>

static dana_view tag_of(const dana_page *page, size_t start, size_t end)
{
    return (dana_view){page->source.data + start, end - start};
}

static bool is_web(dana_view url)
{
    return dana_url_has_scheme(url, "http") || dana_url_has_scheme(url, "https");
}

/* Decodes a raw attribute value and resolves it. out->data NULL: no URL. */
static dana_status resolve_value(dana_page *page, dana_view base, dana_view raw, dana_view *out,
                                 dana_error *err)
{
    dana_view value;
    dana_status status = dana__attribute_value(page->arena, raw, &value, err);

    if (status != DANA_OK) {
        return status;
    }
    return dana_url_resolve(page->arena, base, value, out, err);
}

/* Where a walk over units and spans stands: both are sorted, neither goes back. */
typedef struct {
    size_t unit;
    size_t span;
} link_walk;

/* Whether the unit touches the selection. */
static bool is_selected(const dana_selection *selection, const dana_unit *unit, link_walk *walk)
{
    while (walk->span < selection->count && selection->spans[walk->span].end <= unit->start) {
        walk->span++;
    }
    return walk->span < selection->count &&
           selection->spans[walk->span].start < unit->start + unit->length;
}

/* Whether some text of the anchor is selected. */
static bool has_selected_text(const dana_result *result, const dana_anchor *anchor, link_walk *walk)
{
    const dana_scan *scan = result->scan;
    bool found = false;

    while (walk->unit < scan->unit_count && scan->units[walk->unit].start < anchor->start) {
        walk->unit++;
    }
    for (; walk->unit < scan->unit_count && scan->units[walk->unit].start < anchor->end;
         walk->unit++) {
        found |= is_selected(&result->selection, &scan->units[walk->unit], walk);
    }
    return found;
}

/* Renders the text of an anchor, all of it, on one line. */
static dana_status link_text(dana_page *page, const dana_result *result, dana_link *link,
                             dana_error *err)
{
    dana_result part = *result;
    dana_view text;

    part.selection = (dana_selection){&link->span, 1};
    dana_status status = dana_render_text(page, &part, &text, err);

    if (status != DANA_OK) {
        return status;
    }
    if (text.length == 0 || memchr(text.data, '\n', text.length) == NULL) {
        link->text = text;
        return DANA_OK;
    }
    char *line = dana_arena_alloc(page->arena, text.length, err);

    if (line == NULL) {
        return err->status;
    }
    for (size_t i = 0; i < text.length; i++) {
        line[i] = (char)(text.data[i] == '\n' ? ' ' : text.data[i]);
    }
    link->text = (dana_view){line, text.length};
    return DANA_OK;
}

dana_status dana__link_target(dana_page *page, dana_view base, dana_view tag, dana_view *out,
                              dana_error *err)
{
    dana_view raw;

    *out = (dana_view){NULL, 0};
    if (!dana_tag_attribute(tag, "href", &raw)) {
        return DANA_OK;
    }
    dana_status status = resolve_value(page, base, raw, out, err);

    if (status == DANA_OK && out->data != NULL && !is_web(*out) &&
        !dana_url_has_scheme(*out, "mailto")) {
        *out = (dana_view){NULL, 0};
    }
    return status;
}

static bool is_kept_link(dana_view href)
{
    return is_web(href) || dana_url_has_scheme(href, "mailto") || dana_url_has_scheme(href, "tel");
}

/* Makes the link of an anchor. *kept: it has an href that counts. */
static dana_status make_link(dana_page *page, const dana_result *result, dana_view base,
                             const dana_anchor *anchor, dana_link *link, bool *kept,
                             dana_error *err)
{
    dana_view tag = tag_of(page, anchor->start, anchor->start + anchor->start_length);
    dana_view raw;

    *kept = false;
    *link = (dana_link){.rel = {"", 0}, .span = {anchor->start, anchor->end}};
    if (!dana_tag_attribute(tag, "href", &raw)) {
        return DANA_OK;
    }
    dana_status status = resolve_value(page, base, raw, &link->href, err);

    if (status != DANA_OK || link->href.data == NULL || !is_kept_link(link->href)) {
        return status;
    }
    *kept = true;
    dana_tag_attribute(tag, "rel", &link->rel);
    return link_text(page, result, link, err);
}

dana_status dana_result_links(dana_page *page, const dana_result *result, dana_view base,
                              const dana_link **out, size_t *count, dana_error *err)
{
    dana_error local;
    dana_error *why = err != NULL ? err : &local;
    const dana_scan *scan = result->scan;
    size_t anchors = scan->options.filter == DANA_FILTER_1 ? 0 : scan->anchor_count;
    link_walk walk = {0, 0};
    dana_buffer links;
    dana_status status = dana__poll(page, why);

    dana_buffer_init(&links, sizeof(dana_link));
    for (size_t i = 0; i < anchors && status == DANA_OK; i++) {
        bool kept = false;

        if (!has_selected_text(result, &scan->anchors[i], &walk)) {
            continue;
        }
        status = dana_buffer_reserve(page->arena, &links, 1, why);
        if (status == DANA_OK) {
            dana_link *link = (dana_link *)links.data + links.length;

            status = make_link(page, result, base, &scan->anchors[i], link, &kept, why);
            links.length += kept;
        }
    }
    *out = links.data;
    *count = links.length;
    return status;
}

static bool is_named(const dana__markup *tag, const char *name)
{
    size_t length = strlen(name);

    return tag->kind == DANA__START_TAG && tag->name.length == length &&
           strncasecmp(tag->name_text, name, length) == 0;
}

static bool is_data_url(dana_view value)
{
    return value.length >= 5 && strncasecmp(value.data, "data:", 5) == 0;
}

/* The first candidate of a srcset: up to white space, without commas at its ends. */
static dana_view first_candidate(dana_view srcset)
{
    while (srcset.length > 0 && (dana__is_space(srcset.data[0]) || srcset.data[0] == ',')) {
        srcset = (dana_view){srcset.data + 1, srcset.length - 1};
    }
    size_t length = 0;

    while (length < srcset.length && !dana__is_space(srcset.data[length])) {
        length++;
    }
    while (length > 0 && srcset.data[length - 1] == ',') {
        length--;
    }
    return (dana_view){srcset.data, length};
}

/* The raw value that says where an image is; empty: nowhere. */
static dana_view image_source(dana_view tag)
{
    static const char *const names[] = {"src", "data-src", "srcset"};

    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        dana_view value;

        if (dana_tag_attribute(tag, names[i], &value)) {
            value = i == 2 ? first_candidate(value) : dana__trim(value);
            if (value.length > 0 && !is_data_url(value)) {
                return value;
            }
        }
    }
    return (dana_view){"", 0};
}

/* Makes the image of an img tag. *kept: it is on the web. */
static dana_status make_image(dana_page *page, dana_view base, const dana__markup *tag,
                              dana_image *image, bool *kept, dana_error *err)
{
    size_t start = (size_t)(tag->start - page->source.data);
    size_t end = (size_t)(tag->end - page->source.data);
    dana_view text = tag_of(page, start, end);
    dana_view source = image_source(text);
    dana_view alt = {"", 0};

    *kept = false;
    *image = (dana_image){.span = {(uint32_t)start, (uint32_t)end}};
    if (source.length == 0) {
        return DANA_OK;
    }
    dana_status status = resolve_value(page, base, source, &image->src, err);

    if (status != DANA_OK || image->src.data == NULL || !is_web(image->src)) {
        return status;
    }
    *kept = true;
    dana_tag_attribute(text, "alt", &alt);
    return dana__attribute_value(page->arena, alt, &image->alt, err);
}

static uint64_t hash_of(uint64_t hash, dana_view text)
{
    for (size_t i = 0; i < text.length; i++) {
        hash = (hash ^ (unsigned char)text.data[i]) * 0x100000001b3u; /* FNV-1a */
    }
    return hash;
}

static bool same_text(dana_view a, dana_view b)
{
    return a.length == b.length && (a.length == 0 || memcmp(a.data, b.data, a.length) == 0);
}

/* Keeps the first of equal images; their order stays. */
static dana_status drop_duplicates(dana_page *page, dana_buffer *buffer, dana_error *err)
{
    dana_image *images = buffer->data;
    size_t slots = 16;
    size_t kept = 0;

    while (slots < buffer->length * 2) {
        slots *= 2;
    }
    uint32_t *table = dana_arena_alloc(page->arena, slots * sizeof(*table), err);

    if (table == NULL) {
        return err->status;
    }
    memset(table, 0, slots * sizeof(*table));
    for (size_t i = 0; i < buffer->length; i++) {
        uint64_t hash = hash_of(hash_of(0xcbf29ce484222325u, images[i].src), images[i].alt);
        size_t slot = (hash >> 20) & (slots - 1);

        while (table[slot] != 0 && !(same_text(images[table[slot] - 1].src, images[i].src) &&
                                     same_text(images[table[slot] - 1].alt, images[i].alt))) {
            slot = (slot + 1) & (slots - 1);
        }
        if (table[slot] == 0) {
            images[kept++] = images[i];
            table[slot] = (uint32_t)kept;
        }
    }
    buffer->length = kept;
    return DANA_OK;
}

/* A pass over the tags for images in sorted ranges. */
static dana_status collect_images(dana_page *page, const dana_range *ranges, size_t count,
                                  dana_view base, dana_buffer *images, dana_error *err)
{
    const char *source = page->source.data;
    const char *end = source + (count > 0 ? ranges[count - 1].span.end : 0);
    dana__pass pass;
    dana__markup tag;
    size_t range = 0;
    dana_status status = DANA_OK;

    dana__pass_start(&pass, page, false, err);
    while (status == DANA_OK && pass.p < end && dana__pass_next_tag(&pass, &tag)) {
        size_t at = (size_t)(tag.start - source);

        while (range < count && ranges[range].span.end <= at) {
            range++;
        }
        if (range == count || at < ranges[range].span.start || !is_named(&tag, "img")) {
            continue;
        }
        status = dana_buffer_reserve(page->arena, images, 1, err);
        if (status == DANA_OK) {
            bool kept = false;

            status = make_image(page, base, &tag, (dana_image *)images->data + images->length,
                                &kept, err);
            images->length += kept;
        }
    }
    return status == DANA_OK ? pass.status : status;
}

dana_status dana_result_images(dana_page *page, const dana_result *result, dana_view base,
                               const dana_image **out, size_t *count, dana_error *err)
{
    dana_error local;
    dana_error *why = err != NULL ? err : &local;
    const dana_range *ranges;
    size_t range_count;
    dana_buffer images;
    dana_status status = dana__poll(page, why);

    dana_buffer_init(&images, sizeof(dana_image));
    if (status == DANA_OK) {
        status = dana_result_ranges(page, result, &ranges, &range_count, why);
    }
    if (status == DANA_OK) {
        status = collect_images(page, ranges, range_count, base, &images, why);
    }
    if (status == DANA_OK) {
        status = drop_duplicates(page, &images, why);
    }
    *out = images.data;
    *count = images.length;
    return status;
}

/* Whether rel's words hold "canonical". */
static bool is_canonical(dana_view tag)
{
    static const char word[] = "canonical";
    dana_view rel;
    size_t start = 0;

    if (!dana_tag_attribute(tag, "rel", &rel)) {
        return false;
    }
    for (size_t i = 0; i <= rel.length; i++) {
        if (i < rel.length && !dana__is_space(rel.data[i])) {
            continue;
        }
        if (i - start == sizeof(word) - 1 && strncasecmp(rel.data + start, word, i - start) == 0) {
            return true;
        }
        start = i + 1;
    }
    return false;
}

/* Finds the raw hrefs of the first base and the first canonical link, once a page. */
static dana_status find_hrefs(dana_page *page, dana_error *err)
{
    dana__pass pass;
    dana__markup tag;
    dana_view *base = &page->base_href;
    dana_view *canonical = &page->canonical_href;

    if (page->has_hrefs) {
        return DANA_OK;
    }
    dana__pass_start(&pass, page, false, err);
    while ((base->data == NULL || canonical->data == NULL) && dana__pass_next_tag(&pass, &tag)) {
        dana_view text = {tag.start, (size_t)(tag.end - tag.start)};

        if (base->data == NULL && is_named(&tag, "base")) {
            dana_tag_attribute(text, "href", base);
        } else if (canonical->data == NULL && is_named(&tag, "link") && is_canonical(text)) {
            dana_tag_attribute(text, "href", canonical);
        }
    }
    page->has_hrefs = pass.status == DANA_OK;
    return pass.status;
}

/* Resolves a raw href of the page. out->data NULL: none on the web. */
static dana_status resolve_href(dana_page *page, dana_view base, dana_view href, dana_view *out,
                                dana_error *err)
{
    dana_error local;
    dana_error *why = err != NULL ? err : &local;

    *out = (dana_view){NULL, 0};
    if (href.data == NULL) {
        return DANA_OK;
    }
    dana_status status = resolve_value(page, base, href, out, why);

    if (status == DANA_OK && out->data != NULL && !is_web(*out)) {
        *out = (dana_view){NULL, 0};
    }
    return status;
}

dana_status dana_page_base(dana_page *page, dana_view document, dana_view *out, dana_error *err)
{
    dana_status status = find_hrefs(page, err);

    if (status != DANA_OK) {
        return status;
    }
    status = resolve_href(page, document, page->base_href, out, err);
    if (status == DANA_OK && out->data == NULL) {
        *out = document;
    }
    return status;
}

dana_status dana_page_canonical(dana_page *page, dana_view base, dana_view *out, dana_error *err)
{
    dana_status status = find_hrefs(page, err);

    if (status != DANA_OK) {
        return status;
    }
    return resolve_href(page, base, page->canonical_href, out, err);
}
