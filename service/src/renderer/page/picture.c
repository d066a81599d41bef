#include "renderer/page/picture.h"

#include "api/rendered.h"
#include "base/clock.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Longest time for a picture, and its largest size in CSS pixels. */
#define PICTURE_MS 5000.0
#define WIDTH_MAX  2000.0
#define HEIGHT_MAX 6000.0
/* Most outlines; rectangles this near to each other share one. */
#define OUTLINES_MAX 500
#define NEAR         20.0f

/* Rectangles around what is selected. */
typedef struct {
    svc_rectangle items[OUTLINES_MAX];
    size_t count;
} outlines;

static bool is_near(const svc_rectangle *a, const svc_rectangle *b)
{
    return a->x < b->x + b->width + NEAR && b->x < a->x + a->width + NEAR &&
           a->y < b->y + b->height + NEAR && b->y < a->y + a->height + NEAR;
}

static svc_rectangle joined(const svc_rectangle *a, const svc_rectangle *b)
{
    svc_rectangle r = {fminf(a->x, b->x), fminf(a->y, b->y), 0.0f, 0.0f};

    r.width = fmaxf(a->x + a->width, b->x + b->width) - r.x;
    r.height = fmaxf(a->y + a->height, b->y + b->height) - r.y;
    return r;
}

/* Adds a rectangle, to the last outline where it is near. */
static void add_outline(outlines *o, const svc_rectangle *r)
{
    svc_rectangle *last = o->count > 0 ? &o->items[o->count - 1] : NULL;

    if (r->width <= 0.0f || r->height <= 0.0f) {
        return;
    }
    if (last != NULL && is_near(last, r)) {
        *last = joined(last, r);
    } else if (o->count < OUTLINES_MAX) {
        o->items[o->count++] = *r;
    }
}

/* Texts within spans, both of which are sorted. */
static void find_outlines(const svc_taken *taken, const api_span *spans, size_t count, outlines *o)
{
    const svc_markup *m = &taken->markup;
    size_t span = 0;

    for (size_t i = 0; i < m->place_count && span < count; i++) {
        const svc_place *place = &m->places[i];
        svc_rectangle r;

        while (span < count && spans[span].end <= place->offset) {
            span++;
        }
        if (span < count && spans[span].start < place->end &&
            taken->tree.nodes[place->node].type == SVC_TEXT &&
            svc_look_rectangle(&taken->tree, place->node, &r)) {
            add_outline(o, &r);
        }
    }
}

/* The script that draws them, in a layer of its own above the page. */
static json_t *drawing_script(const outlines *o)
{
    svc_buffer script = {.bytes = NULL};

    svc_buffer_addf(&script, "(()=>{const l=document.createElement('div');l.style.cssText="
                             "'all:initial;position:absolute;left:0;top:0;z-index:2147483647;"
                             "pointer-events:none';for(const [x,y,w,h] of [");
    for (size_t i = 0; i < o->count; i++) {
        const svc_rectangle *r = &o->items[i];

        svc_buffer_addf(&script, "[%.1f,%.1f,%.1f,%.1f],", (double)r->x, (double)r->y,
                        (double)r->width, (double)r->height);
    }
    svc_buffer_addf(&script,
                    "]){const b=document.createElement('div');b.style.cssText=`all:initial;"
                    "position:absolute;box-sizing:border-box;left:${x-4}px;top:${y-4}px;"
                    "width:${w+8}px;height:${h+8}px;border:3px solid #d81b60;"
                    "background:rgba(216,27,96,.08);border-radius:3px`;l.append(b)}"
                    "document.documentElement.append(l);scrollTo(0,0)})()");
    json_t *text = json_string(script.bytes);

    svc_buffer_clear(&script);
    return text;
}

static double page_size(const svc_taken *taken, bool height, double least, double most)
{
    const svc_document *page = &taken->tree.documents[0];

    return fmin(fmax(height ? page->height : page->width, least), most);
}

static json_t *capture(svc_page *page, const svc_taken *taken, double until_ms)
{
    double width = page_size(taken, false, page->order.width, WIDTH_MAX);
    double height = page_size(taken, true, page->order.height, HEIGHT_MAX);

    return svc_page_call(page, page->session, "Page.captureScreenshot",
                         json_pack("{ss sb s{sf sf sf sf si}}", "format", "png",
                                   "captureBeyondViewport", 1, "clip", "x", 0.0, "y", 0.0, "width",
                                   width, "height", height, "scale", 1),
                         until_ms);
}

svc_buffer svc_picture_take(svc_page *page, const svc_taken *taken, const char *spans,
                            size_t length)
{
    size_t count = length / sizeof(api_span);
    api_span *copy = malloc(length + 1); /* what came may lie anywhere */
    outlines *o = calloc(1, sizeof *o);
    double until_ms = svc_now_ms() + PICTURE_MS;
    svc_buffer png = {.bytes = NULL};

    page->end_ms = until_ms + PICTURE_MS;
    if (copy != NULL && o != NULL) {
        memcpy(copy, spans, count * sizeof *copy);
        find_outlines(taken, copy, count, o);
        json_decref(svc_page_call(page, page->session, "Runtime.evaluate",
                                  json_pack("{so}", "expression", drawing_script(o)), until_ms));
        json_t *result = capture(page, taken, until_ms);
        const char *data = json_string_value(json_object_get(result, "data"));

        if (data != NULL) {
            svc_buffer_add(&png, data, strlen(data));
        }
        json_decref(result);
    }
    free(copy);
    free(o);
    return png;
}
