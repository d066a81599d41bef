#include "extract/render.h"

#include "dana/result.h"
#include "http/problems.h"

#include <stdlib.h>
#include <string.h>

/* Where a page is from that does not say so: a name that no site has (RFC 2606). */
#define NO_URL "http://page.invalid/"

bool api__use_rendered(const char *id, const api__extract_request *request,
                       const api_rendered *rendered, api__page *page, api_response *out)
{
    if (rendered != NULL && rendered->problem == NULL) {
        *page = (api__page){.bytes = rendered->html,
                            .length = rendered->html_length,
                            .is_text = true,
                            .is_rendered = true};
    } else if (rendered != NULL && request->options.rendering.mode == API__RENDER_ALWAYS) {
        api__problem(out, id, rendered->problem, rendered->detail, NULL);
        return false;
    }
    return true;
}

dana_boxes api__boxes_of(const api_rendered *rendered)
{
    dana_boxes boxes = {.items = NULL};
    size_t count = rendered != NULL && rendered->problem == NULL ? rendered->box_count : 0;
    dana_box *items = count > 0 ? calloc(count, sizeof(*items)) : NULL;

    if (items == NULL) {
        return boxes;
    }
    for (size_t i = 0; i < count; i++) {
        const api_packed_box *b = &rendered->boxes[i];

        items[i] = (dana_box){.offset = b->offset,
                              .x = b->x,
                              .y = b->y,
                              .width = b->width,
                              .height = b->height,
                              .font_size = b->font_size,
                              .font_weight = b->font_weight,
                              .color = b->color,
                              .background = b->background,
                              .flags = (uint8_t)((b->is_text != 0 ? DANA_BOX_TEXT : 0) |
                                                 (b->is_visible != 0 ? DANA_BOX_VISIBLE : 0))};
    }
    return (dana_boxes){.items = items,
                        .count = count,
                        .page_width = (float)rendered->width,
                        .page_height = (float)rendered->height};
}

void api__boxes_free(dana_boxes *boxes)
{
    free((dana_box *)(size_t)boxes->items);
    boxes->items = NULL;
}

bool api__set_boxes(api__extraction *e, const dana_boxes *boxes)
{
    return boxes->items == NULL || dana_page_set_boxes(e->page, boxes, &e->err) == DANA_OK;
}

static const char *page_url(const api__extraction *e)
{
    if (e->fetched != NULL) {
        return e->fetched->final_url;
    }
    return e->request->base_url != NULL ? e->request->base_url : NO_URL;
}

/* Whether something that was asked for reads how the page looks. */
static bool reads_looks(const api__extraction *e)
{
    const api__extract_options *options = &e->request->options;
    const unsigned headline = API__INCLUDE_HEADLINE | API__INCLUDE_CANDIDATES;

    return options->algorithm->needs_boxes || api__includes(e, API__INCLUDE_LOOKS) ||
           (options->headline_algorithm->needs_boxes && api__includes(e, headline));
}

static bool lacks_looks(const api__extraction *e)
{
    return reads_looks(e) && !api__has_boxes(e);
}

/* Orders the page of a request, which was decoded. */
static void order_page(const api__extraction *e, api_response *out)
{
    const api__extract_options *options = &e->request->options;
    const api__rendering *rendering = &options->rendering;
    dana_view text = e->document.text;
    const char *selector = rendering->selector != NULL ? rendering->selector : "";
    char *html = malloc(text.length + 1);

    if (html != NULL) {
        memcpy(html, text.data, text.length);
    }
    *out = (api_response){.wants_render = true,
                          .render_order = {.html = html,
                                           .html_length = text.length,
                                           .url = strdup(page_url(e)),
                                           .selector = strdup(selector),
                                           .timeout_ms = options->fetch_timeout_ms,
                                           .quiet_ms = rendering->quiet_ms,
                                           .width = rendering->width,
                                           .height = rendering->height,
                                           .pictures = reads_looks(e),
                                           .picture = api__includes(e, API__INCLUDE_SCREENSHOT)}};
    const api_render_order *order = &out->render_order;

    if (html == NULL || order->url == NULL || order->selector == NULL) {
        api_response_clear(out);
        api__problem(out, e->id, "internal", NULL, NULL);
    }
}

bool api__renders_first(const api_context *context, const api__extraction *e, api_response *out)
{
    api__render_mode mode = e->request->options.rendering.mode;
    bool needs = mode == API__RENDER_ALWAYS || (mode == API__RENDER_AUTO && lacks_looks(e));

    if (!needs || e->rendered != NULL || (mode == API__RENDER_AUTO && !context->renderer)) {
        return false;
    }
    if (context->renderer) {
        order_page(e, out);
    } else {
        api__problem(out, e->id, "no-renderer", NULL, NULL);
    }
    return true;
}

static bool is_shell(const api__extraction *e)
{
    return (e->result.warnings & 1u << DANA_WARNING_NEEDS_RENDERING) != 0;
}

/* Orders a picture with what was selected. */
static bool order_picture(api__extraction *e, api_response *out)
{
    const dana_range *ranges;
    size_t count;

    if (dana_result_ranges(e->page, &e->result, &ranges, &count, &e->err) != DANA_OK) {
        return false;
    }
    api_span *spans = calloc(count + 1, sizeof(*spans));

    for (size_t i = 0; spans != NULL && i < count; i++) {
        spans[i] = (api_span){ranges[i].span.start, ranges[i].span.end};
    }
    *out = (api_response){.wants_picture = true, .spans = spans, .span_count = count};
    return spans != NULL;
}

bool api__renders_then(const api_context *context, api__extraction *e, api_response *out)
{
    bool is_auto = e->request->options.rendering.mode == API__RENDER_AUTO;

    if (is_auto && e->rendered == NULL && is_shell(e)) {
        e->lacks_renderer = !context->renderer;
        if (context->renderer) {
            order_page(e, out);
            return true;
        }
    }
    return api__is_rendered(e) && !e->rendered->picture_done &&
           api__includes(e, API__INCLUDE_SCREENSHOT) && order_picture(e, out);
}
