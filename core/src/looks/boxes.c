#include "dana/boxes.h"

#include "page/page.h"

#include <math.h>

/* Browsers lay out no longer ones: theirs end at 2^25 pixels, or before. */
#define LONGEST 67108864.0f

static bool is_length(float value)
{
    return isfinite(value) && fabsf(value) <= LONGEST;
}

static bool is_size(float value)
{
    return is_length(value) && value >= 0.0f;
}

static bool is_box(const dana_box *box)
{
    return is_length(box->x) && is_length(box->y) && is_size(box->width) && is_size(box->height) &&
           is_size(box->font_size);
}

bool dana_page_has_boxes(const dana_page *page)
{
    return page->boxes != NULL;
}

dana_status dana_page_set_boxes(dana_page *page, const dana_boxes *boxes, dana_error *err)
{
    page->boxes = NULL;
    page->look_tree = NULL;
    if (boxes == NULL) {
        return DANA_OK;
    }
    if (!is_size(boxes->page_width) || !is_size(boxes->page_height)) {
        return dana_error_set(err, DANA_INVALID_BOXES, 0, "the size of the page is none");
    }
    for (size_t i = 0; i < boxes->count; i++) {
        const dana_box *box = &boxes->items[i];

        if (box->offset >= page->original.length ||
            (i > 0 && box->offset <= boxes->items[i - 1].offset)) {
            return dana_error_set(err, DANA_INVALID_BOXES, box->offset,
                                  "box %zu has an offset out of order or outside of the source", i);
        }
        if (!is_box(box)) {
            return dana_error_set(err, DANA_INVALID_BOXES, box->offset,
                                  "box %zu has a length that is none", i);
        }
    }
    page->boxes = boxes;
    return DANA_OK;
}
