#include "dom/dom.h"

#include "dom/skeleton.h"
#include "page/count.h"
#include "page/page.h"
#include "page/shape.h"

/* Sums the characters of all units before each, all and those inside links. */
static dana_status sum_chars(dana_page *page, const dana_scan *scan, dana__dom *dom,
                             dana_error *err)
{
    size_t bytes = (dom->unit_count + 1) * sizeof(uint32_t);
    uint32_t *chars = dana_arena_alloc(page->arena, bytes, err);
    uint32_t *link_chars = chars != NULL ? dana_arena_alloc(page->arena, bytes, err) : NULL;

    if (link_chars == NULL) {
        return err->status;
    }
    chars[0] = 0;
    link_chars[0] = 0;
    for (size_t i = 0; i < dom->unit_count; i++) {
        const char *text = page->source.data + scan->units[i].start;
        dana__line_state state = {false, false};
        dana__text_count count;
        bool in_link = dom->nodes[dom->unit_nodes[i]].in_link != 0;

        dana__count_text(text, text + scan->units[i].length,
                         page->source.data + page->source.length, &scan->options, &state, &count);
        chars[i + 1] = chars[i] + count.content;
        link_chars[i + 1] = link_chars[i] + (in_link ? count.content : 0);
    }
    dom->chars = chars;
    dom->link_chars = link_chars;
    return DANA_OK;
}

/* Counts the a elements before each node. */
static dana_status count_links(dana_page *page, dana__dom *dom, dana_error *err)
{
    uint32_t *links = dana_arena_alloc(page->arena, (dom->node_count + 1) * sizeof(*links), err);

    if (links == NULL) {
        return err->status;
    }
    links[0] = 0;
    for (size_t i = 0; i < dom->node_count; i++) {
        links[i + 1] = links[i] + (dom->nodes[i].element == DANA__A ? 1 : 0);
    }
    dom->links = links;
    return DANA_OK;
}

static dana_status build(dana_page *page, dana__dom *dom, dana_error *err)
{
    dana_buffer skeleton;
    const dana_scan *scan;
    dana_status status = dana__scan_skeleton(page, &skeleton, &scan, err);

    if (status == DANA_OK) {
        dom->unit_count = scan->unit_count;
        status = dana__build_tree(page, (dana_view){skeleton.data, skeleton.length}, dom, err);
    }
    dana_buffer_release(page->arena, &skeleton);
    if (status == DANA_OK) {
        status = sum_chars(page, scan, dom, err);
    }
    return status == DANA_OK ? count_links(page, dom, err) : status;
}

dana_status dana__dom_view(dana_page *page, const dana__dom **out, dana_error *err)
{
    if (page->dom == NULL) {
        dana_status status = dana__check_shape(page, err);
        dana__dom *dom = status == DANA_OK ? dana_arena_alloc(page->arena, sizeof(*dom), err)
                                           : NULL;

        if (dom == NULL) {
            return err->status;
        }
        *dom = (dana__dom){0};
        status = build(page, dom, err);
        if (status != DANA_OK) {
            return status;
        }
        page->dom = dom;
    }
    *out = page->dom;
    return DANA_OK;
}
