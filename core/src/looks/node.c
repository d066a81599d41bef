#include "looks/node.h"

#include <math.h>

void dana__rect_add(dana__rect *rect, const dana__rect *other)
{
    if (other->right <= other->left || other->bottom <= other->top) {
        return;
    }
    if (rect->right <= rect->left || rect->bottom <= rect->top) {
        *rect = *other;
        return;
    }
    rect->left = fminf(rect->left, other->left);
    rect->top = fminf(rect->top, other->top);
    rect->right = fmaxf(rect->right, other->right);
    rect->bottom = fmaxf(rect->bottom, other->bottom);
}

uint32_t dana__longer_text(const dana__look_tree *tree, uint32_t a, uint32_t b)
{
    uint32_t first = a < b ? a : b;
    uint32_t second = a < b ? b : a;

    if (second == DANA__NO_NODE || first == DANA__NO_NODE) {
        return first; /* no node is the greatest index */
    }
    return tree->nodes[second].chars > tree->nodes[first].chars ? second : first;
}
