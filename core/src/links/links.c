#include "dana/links.h"

#include "base/error.h"
#include "dana/url.h"
#include "data/data.h"
#include "links/resolve.h"
#include "page/page.h"
#include "text/span_sets.h"

#include <string.h>

/* Where a walk over units and spans stands: both are sorted, neither goes back. */
typedef struct {
    size_t unit;
    size_t span;
} link_walk;

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
        const dana_unit *unit = &scan->units[walk->unit];

        found |= dana__touches(&result->selection, &walk->span, unit->start,
                               unit->start + unit->length);
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

/* Makes the link of an anchor. *kept: it has an href that counts. */
static dana_status make_link(dana_page *page, const dana_result *result, dana_view base,
                             const dana_anchor *anchor, dana_link *link, bool *kept,
                             dana_error *err)
{
    dana_view tag = {page->source.data + anchor->start, anchor->start_length};

    *kept = false;
    *link = (dana_link){.rel = {"", 0}, .span = {anchor->start, anchor->end}};
    dana_status status = dana__link_target(page, base, tag, true, &link->href, err);

    if (status != DANA_OK || link->href.data == NULL) {
        return status;
    }
    *kept = true;
    dana_tag_attribute(tag, "rel", &link->rel);
    return link_text(page, result, link, err);
}

/* The links of content from data stand where its strings do. */
static dana_status links_of_data(const dana_data *data, dana_view base, const dana_link **out,
                                 size_t *count, dana_error *err)
{
    dana_status status = dana_result_links(data->page, data->result, base, out, count, err);
    dana_link *links = (dana_link *)(uintptr_t)*out;

    for (size_t i = 0; status == DANA_OK && i < *count; i++) {
        links[i].span = dana__data_place(data, links[i].span);
    }
    return status;
}

dana_status dana_result_links(dana_page *page, const dana_result *result, dana_view base,
                              const dana_link **out, size_t *count, dana_error *err)
{
    if (result->data != NULL) {
        return links_of_data(result->data, base, out, count, err);
    }
    dana_error *why = DANA__ERROR(err);
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
