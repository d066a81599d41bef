#include "renderer/tree/slots.h"

#include <string.h>
#include <strings.h>

bool svc_slot_is(const svc_tree *tree, const svc_node *node)
{
    size_t length;

    return node->type == SVC_ELEMENT && node->shadow == SVC_SHADOW_PAGE &&
           strcasecmp(svc_tree_text(tree, node->name, &length), "slot") == 0;
}

int svc_slot_host(const svc_tree *tree, int node)
{
    while (node != SVC_NONE && !tree->nodes[node].is_shadow_child) {
        node = tree->nodes[node].parent;
    }
    return node != SVC_NONE ? tree->nodes[node].parent : SVC_NONE;
}

bool svc_slot_takes(const svc_tree *tree, const svc_node *child, const char *slot)
{
    size_t length;
    int own = child->type == SVC_ELEMENT ? svc_tree_attribute(tree, child, "slot") : SVC_NONE;

    return !child->is_shadow_child && child->shadow != SVC_SHADOW_BROWSER &&
           strcmp(svc_tree_text(tree, own, &length), slot) == 0;
}

bool svc_slot_has_tree(const svc_tree *tree, int node)
{
    for (int i = tree->nodes[node].first_child; i != SVC_NONE; i = tree->nodes[i].next_sibling) {
        if (tree->nodes[i].is_shadow_child) {
            return true;
        }
    }
    return false;
}
