#include "renderer/tree/looks.h"

#include "api/rendered.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FONT_SIZE, FONT_WEIGHT, COLOR, BACKGROUND, VISIBILITY, OPACITY, STYLE_COUNT };

const char *const svc_look_styles[] = {"font-size",  "font-weight", "color", "background-color",
                                       "visibility", "opacity",     NULL};

#define BLACK 0x000000FFu
#define WHITE 0xFFFFFFFFu
/* Less of it is not seen. */
#define LEAST_OPACITY 0.05f

/* What nodes take from those they stand in. */
typedef struct {
    uint32_t background;
    float opacity;
    float font_size;
    uint16_t font_weight;
    uint32_t color;
    bool hidden;
} look;

/* A style of a layout; "" where it has none. */
static const char *style_of(const svc_tree *tree, const svc_node *node, int style)
{
    const json_t *layout = tree->documents[node->document].layout;
    const json_t *styles = node->layout != SVC_NONE
                               ? json_array_get(json_object_get(layout, "styles"),
                                                (size_t)node->layout)
                               : NULL;
    const json_t *value = json_array_get(styles, (size_t)style);
    size_t length;

    return value != NULL ? svc_tree_text(tree, (int)json_integer_value(value), &length) : "";
}

static uint32_t channel(double value)
{
    return value <= 0.0 ? 0 : value >= 255.0 ? 255 : (uint32_t)lround(value);
}

/* "rgb(1, 2, 3)" or "rgba(1, 2, 3, 0.5)", as computed styles have it; anything else is `otherwise`.
 */
static uint32_t read_color(const char *text, uint32_t otherwise)
{
    double red;
    double green;
    double blue;
    double alpha = 1.0;
    int count = sscanf(text, "rgba(%lf, %lf, %lf, %lf)", &red, &green, &blue, &alpha);

    if (count < 3) {
        count = sscanf(text, "rgb(%lf, %lf, %lf)", &red, &green, &blue);
    }
    if (count < 3) {
        return otherwise;
    }
    return channel(red) << 24 | channel(green) << 16 | channel(blue) << 8 | channel(alpha * 255.0);
}

/* The look of an element or text, from that of its parent. */
static look look_of(const svc_tree *tree, const svc_node *node, const look *parent)
{
    look l = *parent;

    if (style_of(tree, node, FONT_SIZE)[0] == '\0') {
        return l; /* it has no layout, or is a text */
    }
    uint32_t background = read_color(style_of(tree, node, BACKGROUND), 0);

    l.font_size = strtof(style_of(tree, node, FONT_SIZE), NULL);
    l.font_weight = (uint16_t)strtoul(style_of(tree, node, FONT_WEIGHT), NULL, 10);
    l.color = read_color(style_of(tree, node, COLOR), BLACK);
    l.background = (background & 0xFF) != 0 ? background : parent->background;
    l.hidden = strcmp(style_of(tree, node, VISIBILITY), "visible") != 0;
    l.opacity = parent->opacity * strtof(style_of(tree, node, OPACITY), NULL);
    return l;
}

static float number_at(const json_t *array, size_t index)
{
    double value = json_number_value(json_array_get(array, index));

    return isfinite(value) ? (float)fmax(-1e6, fmin(value, 1e6)) : 0.0f;
}

static bool own_rectangle(const svc_tree *tree, const svc_node *node, svc_rectangle *r)
{
    const json_t *layout = tree->documents[node->document].layout;

    if (node->layout == SVC_NONE) {
        return false;
    }
    const json_t *bounds = json_array_get(json_object_get(layout, "bounds"), (size_t)node->layout);

    *r = (svc_rectangle){number_at(bounds, 0), number_at(bounds, 1),
                         fmaxf(number_at(bounds, 2), 0.0f), fmaxf(number_at(bounds, 3), 0.0f)};
    return true;
}

bool svc_look_rectangle(const svc_tree *tree, int node, svc_rectangle *r)
{
    if (!own_rectangle(tree, &tree->nodes[node], r)) {
        return false;
    }
    /* Each frame stands in a document with a lower number. */
    for (const svc_document *d = &tree->documents[tree->nodes[node].document]; d->frame != SVC_NONE;
         d = &tree->documents[tree->nodes[d->frame].document]) {
        svc_rectangle frame;

        if (!own_rectangle(tree, &tree->nodes[d->frame], &frame)) {
            return false;
        }
        r->x += frame.x - (float)d->scroll_x;
        r->y += frame.y - (float)d->scroll_y;
    }
    return true;
}

/* Looks of all nodes: parents stand before their children, frames before their documents. */
static look *looks_of(const svc_tree *tree)
{
    const look first = {WHITE, 1.0f, 16.0f, 400, BLACK, false};
    look *looks = calloc(tree->node_count, sizeof *looks);

    for (size_t i = 0; looks != NULL && i < tree->node_count; i++) {
        const svc_node *node = &tree->nodes[i];
        int parent = node->parent != SVC_NONE ? node->parent
                                              : tree->documents[node->document].frame;

        looks[i] = look_of(tree, node, parent != SVC_NONE ? &looks[parent] : &first);
    }
    return looks;
}

static bool add_box(const svc_tree *tree, const svc_place *place, const look *l, svc_buffer *boxes)
{
    const svc_node *node = &tree->nodes[place->node];
    svc_rectangle r = {0.0f, 0.0f, 0.0f, 0.0f};
    bool is_shown = svc_look_rectangle(tree, place->node, &r) && !l->hidden &&
                    l->opacity >= LEAST_OPACITY && r.width > 0.0f && r.height > 0.0f;
    const api_packed_box box = {.offset = (uint32_t)place->offset,
                                .x = r.x,
                                .y = r.y,
                                .width = r.width,
                                .height = r.height,
                                .font_size = l->font_size,
                                .font_weight = l->font_weight,
                                .is_text = node->type == SVC_TEXT,
                                .is_visible = is_shown,
                                .color = l->color,
                                .background = l->background};

    return svc_buffer_add(boxes, (const char *)&box, sizeof box);
}

bool svc_look_write(const svc_tree *tree, const svc_markup *markup, svc_buffer *boxes)
{
    look *looks = looks_of(tree);
    bool fine = looks != NULL;

    for (size_t i = 0; fine && i < markup->place_count; i++) {
        fine = add_box(tree, &markup->places[i], &looks[markup->places[i].node], boxes);
    }
    free(looks);
    return fine;
}
