#include "looks/measure.h"

#include "base/utf8.h"
#include "page/page.h"

static bool is_visible(const dana__look_node *node)
{
    return node->box != NULL && (node->box->flags & DANA_BOX_VISIBLE) != 0;
}

/* Whether something of a box can be seen by scrolling. Pages that are written from right to left
 * scroll to the left too; what is to be hidden from the eye stands much farther out. */
static bool is_on_page(const dana_boxes *boxes, const dana_box *box)
{
    return box->width > 0.0f && box->height > 0.0f && box->y + box->height > 0.0f &&
           box->x + box->width > -boxes->page_width && box->x < 2.0f * boxes->page_width;
}

static dana__rect own_rect(const dana_box *box)
{
    return (dana__rect){box->x, box->y, box->x + box->width, box->y + box->height};
}

/* The characters of a text that are no white space; a reference counts as it is written. */
static uint32_t count_chars(const char *text, size_t length)
{
    size_t white = 0;

    for (size_t i = 0; i < length; i++) {
        white += text[i] == ' ' || text[i] == '\n' || text[i] == '\t' || text[i] == '\r' ||
                 text[i] == '\f';
    }
    return (uint32_t)(dana__utf8_count(text, length) - white);
}

static void measure_text(const dana_page *page, dana__look_node *node, uint32_t index)
{
    if (node->is_closed || !is_visible(node) || !is_on_page(page->boxes, node->box)) {
        return;
    }
    node->chars = count_chars(page->source.data + node->span.start,
                              node->span.end - node->span.start);
    if (node->chars == 0) {
        return;
    }
    node->valid = true;
    node->rect = own_rect(node->box);
    node->text = node->span;
    node->link_chars = node->is_link ? node->chars : 0;
    node->longest = index;
}

/* What is seen of an element besides what it holds: pictures and rules alone. Elsewhere its own
 * rectangle would be that of padding, or of a height that its contents leave or exceed. */
static void measure_element(dana__look_node *node)
{
    bool shows = node->look == DANA__LOOK_REPLACED || node->look == DANA__LOOK_RULE;

    if (shows && is_visible(node) && node->box->width > 0.0f) {
        node->rect = own_rect(node->box);
        node->valid = node->look == DANA__LOOK_REPLACED && node->box->height > 0.0f;
    }
    node->is_inline = node->is_inline && node->look <= DANA__LOOK_REPLACED;
}

/* A node is complete: its parent holds it. */
static void add_to_parent(const dana__look_tree *tree, dana__look_node *nodes,
                          const dana__look_node *node)
{
    dana__look_node *parent = &nodes[node->parent];

    parent->end = node->end > parent->end ? node->end : parent->end;
    parent->is_inline = parent->is_inline && (node->is_inline || !node->valid);
    if (!node->valid || parent->is_closed) {
        return;
    }
    parent->valid = true;
    parent->chars += node->chars;
    parent->link_chars += node->link_chars;
    dana__rect_add(&parent->rect, &node->rect);
    if (node->chars == 0) {
        return;
    }
    parent->text.start = node->text.start;
    parent->text.end = parent->text.end != 0 ? parent->text.end : node->text.end;
    parent->longest = dana__longer_text(tree, node->longest, parent->longest);
}

void dana__measure_looks(const dana_page *page, dana__look_node *nodes, size_t count)
{
    const dana__look_tree tree = {nodes, count};

    for (size_t i = 0; i < count; i++) {
        nodes[i].end = (uint32_t)i + 1;
        nodes[i].is_inline = true;
    }
    for (size_t i = count; i-- > 0;) {
        if (nodes[i].look == DANA__LOOK_TEXT) {
            measure_text(page, &nodes[i], (uint32_t)i);
        } else {
            measure_element(&nodes[i]);
        }
        if (i > 0) {
            add_to_parent(&tree, nodes, &nodes[i]);
        }
    }
}
