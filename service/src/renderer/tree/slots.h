/* Shadow trees and their slots: what stands in the place of what. */
#ifndef SVC_RENDERER_TREE_SLOTS_H
#define SVC_RENDERER_TREE_SLOTS_H

#include "renderer/tree/tree.h"

/* Whether a node is a slot of a shadow tree. */
bool svc_slot_is(const svc_tree *tree, const svc_node *node);

/* Returns the element whose shadow tree a node is in; SVC_NONE: none's. */
int svc_slot_host(const svc_tree *tree, int node);

/* Whether a child of a host goes into the slot of this name. */
bool svc_slot_takes(const svc_tree *tree, const svc_node *child, const char *slot);

/* Whether an element has a shadow tree of the page's. */
bool svc_slot_has_tree(const svc_tree *tree, int node);

#endif
