#include "boxes/random_boxes.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define PAGE_WIDTH 1280

typedef struct {
    uint64_t state;
    float y;
    float left;
    float width;
    dana_box *items;
    size_t count;
    size_t capacity;
} layout;

static unsigned draw(layout *l, unsigned bound)
{
    l->state = l->state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(l->state >> 33) % bound;
}

static void add(layout *l, size_t offset, unsigned flags)
{
    static const uint32_t colors[] = {0xffffffff, 0xeeeeeeff, 0x112233ff};
    dana_box box = {.offset = offset,
                    .x = l->left,
                    .y = l->y,
                    .width = l->width,
                    .height = (float)(10 + draw(l, 60)),
                    .font_size = draw(l, 8) == 0 ? (float)draw(l, 60) : 16.0f,
                    .font_weight = draw(l, 8) == 0 ? 700 : 400,
                    .color = 0x000000ff,
                    .background = draw(l, 10) == 0 ? colors[draw(l, 3)] : colors[0],
                    .flags = (uint8_t)(flags | (draw(l, 12) > 0 ? DANA_BOX_VISIBLE : 0))};

    switch (draw(l, 24)) {
    case 0:
        box.x = (float)draw(l, PAGE_WIDTH);
        box.y = (float)draw(l, 4000);
        break;
    case 1:
        box.width = 0;
        break;
    case 2:
        box.x = -(float)draw(l, 9000);
        break;
    case 3: /* a column begins */
        l->left = (float)(draw(l, 4) * 300);
        l->width = (float)(100 + draw(l, 300));
        l->y -= (float)draw(l, 600);
        break;
    default:
        break;
    }
    l->y += box.height + (float)(draw(l, 3) * 12);
    if (l->count == l->capacity) {
        l->capacity = l->capacity * 2 + 64;
        l->items = realloc(l->items, l->capacity * sizeof(*l->items));
    }
    l->items[l->count++] = box;
}

dana_boxes random_boxes(dana_view html, uint64_t seed)
{
    layout l = {.state = seed * 2654435761u + 1, .width = PAGE_WIDTH};
    bool in_tag = false;
    bool in_text = false;

    for (size_t i = 0; i < html.length; i++) {
        char c = html.data[i];

        if (c == '<') {
            in_tag = true;
            in_text = false;
            if (i + 1 < html.length && isalpha((unsigned char)html.data[i + 1])) {
                add(&l, i, 0);
            }
        } else if (in_tag) {
            in_tag = c != '>';
        } else if (!in_text) {
            in_text = true;
            add(&l, i, DANA_BOX_TEXT);
        }
    }
    return (dana_boxes){.items = l.items,
                        .count = l.count,
                        .page_width = PAGE_WIDTH,
                        .page_height = l.y > 1.0f ? l.y : 1.0f};
}

void free_boxes(dana_boxes *boxes)
{
    free((void *)(uintptr_t)boxes->items);
    *boxes = (dana_boxes){0};
}
