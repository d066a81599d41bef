#include "looks.h"

#include "dana/boxes.h"
#include "dana/result.h"
#include "dana/segments.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_BOXES   4000
#define MAX_DEPTH   100
#define TEXT_CUT    40
#define INDENTATION 2

/* The boxes outlive the page: there is one at a time. */
static dana_box items[MAX_BOXES];
static dana_boxes boxes;

/* Open elements: what their boxes state, and what is inherited. */
typedef struct {
    dana_box stack[MAX_DEPTH];
    size_t depth;
} open_boxes;

static bool is_void(const char *name)
{
    static const char *const names[] = {"br", "img", "hr", "input", "meta", "link"};

    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        size_t length = strlen(names[i]);

        if (strncmp(name, names[i], length) == 0 && !isalnum((unsigned char)name[length])) {
            return true;
        }
    }
    return false;
}

/* Reads the attribute box of a tag [tag, end) into a box that holds what is inherited. */
static void read_box(const char *tag, const char *end, dana_box *box)
{
    const char *value = strstr(tag, " box=\"");
    unsigned color = box->color >> 8;
    unsigned background = box->background >> 8;
    unsigned weight = box->font_weight;

    if (value == NULL || value > end) {
        return;
    }
    value += strlen(" box=\"");
    if (strncmp(value, "hidden", 6) == 0) {
        box->flags &= (uint8_t)~DANA_BOX_VISIBLE;
        return;
    }
    sscanf(value, "%f %f %f %f %f %u %6x %6x", &box->x, &box->y, &box->width, &box->height,
           &box->font_size, &weight, &color, &background);
    box->font_weight = (uint16_t)weight;
    box->color = color << 8 | 0xff;
    box->background = background << 8 | 0xff;
}

static void add_box(const dana_box *box, size_t offset, unsigned flags)
{
    dana_box made = *box;

    if (boxes.count < MAX_BOXES) {
        made.offset = offset;
        made.flags |= (uint8_t)flags;
        items[boxes.count++] = made;
    }
}

static bool is_blank(const char *text, const char *end)
{
    while (text < end && isspace((unsigned char)*text)) {
        text++;
    }
    return text == end;
}

static const char *read_tag(const char *html, const char *p, open_boxes *open)
{
    const char *end = strchr(p, '>');

    end = end != NULL ? end + 1 : p + strlen(p);
    if (p[1] == '/') {
        open->depth -= open->depth > 1 ? 1 : 0;
        return end;
    }
    if (isalpha((unsigned char)p[1])) {
        dana_box box = open->stack[open->depth - 1];

        read_box(p, end, &box);
        add_box(&box, (size_t)(p - html), 0);
        if (!is_void(p + 1) && open->depth < MAX_DEPTH) {
            open->stack[open->depth++] = box;
        }
    }
    return end;
}

bool set_stated_boxes(dana_page *page, const char *html)
{
    static open_boxes open;
    const char *p = html;

    if (strstr(html, " box=\"") == NULL) {
        return false;
    }
    open.depth = 1;
    open.stack[0] = (dana_box){.font_size = 16,
                               .font_weight = 400,
                               .color = 0x000000ff,
                               .background = 0xffffffff,
                               .flags = DANA_BOX_VISIBLE};
    boxes = (dana_boxes){.items = items};
    while (*p != '\0') {
        if (*p == '<') {
            p = read_tag(html, p, &open);
            continue;
        }
        const char *end = p + strcspn(p, "<");

        if (!is_blank(p, end)) {
            add_box(&open.stack[open.depth - 1], (size_t)(p - html), DANA_BOX_TEXT);
        }
        p = end;
    }
    boxes.page_width = items[0].width;
    boxes.page_height = items[0].height;
    return dana_page_set_boxes(page, &boxes, NULL) == DANA_OK;
}

bool tell_segments(dana_page *page, unsigned coherence, char *out, size_t size)
{
    const dana_scan_options options = {0};
    const dana_scan *scan;
    dana_segments segments;
    size_t used = 0;

    out[0] = '\0';
    if (dana_find_segments(page, coherence, &segments, NULL) != DANA_OK ||
        dana_scan_page(page, &options, &scan, NULL) != DANA_OK) {
        return false;
    }
    for (size_t i = 0; i < segments.count && used < size; i++) {
        const dana_segment *segment = &segments.items[i];
        dana_view text = {"", 0};

        used += (size_t)snprintf(out + used, size - used, "%s%*s%u", i > 0 ? "\n" : "",
                                 INDENTATION * (int)segment->level, "", segment->coherence);
        if (segment->end > i + 1) {
            continue;
        }
        if (segment->chars == 0) {
            text = (dana_view){"-", 1};
        } else if (dana_render_span(page, segment->span, &text, NULL) != DANA_OK) {
            return false;
        }
        used += (size_t)snprintf(out + used, size - used, " %.*s",
                                 text.length > TEXT_CUT ? TEXT_CUT : (int)text.length, text.data);
    }
    return used < size;
}
