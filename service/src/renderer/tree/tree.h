/*
 * The tree of a page as the browser has it, with those of its frames and its shadow trees, closed
 * ones too: what DOMSnapshot.captureSnapshot tells, as an array of nodes.
 */
#ifndef SVC_RENDERER_TREE_H
#define SVC_RENDERER_TREE_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Where there is no node, text or layout. */
#define SVC_NONE (-1)

/* Types of nodes, as DOM has them. */
enum { SVC_ELEMENT = 1, SVC_TEXT = 3, SVC_COMMENT = 8, SVC_DOCUMENT = 9, SVC_DOCTYPE = 10 };

/* What kind of a shadow tree a node is in. */
enum { SVC_SHADOW_NONE, SVC_SHADOW_PAGE, SVC_SHADOW_BROWSER };

/* A node. Numbers of nodes are indices of the tree's array; a node stands behind its parent. */
typedef struct {
    int parent;
    int first_child;
    int next_sibling;
    int document; /* whose node it is */
    int content;  /* the document of a frame */
    int name;     /* a text */
    int value;    /* a text */
    int layout;   /* index of the layout of its document */
    uint8_t type;
    uint8_t shadow;
    bool is_pseudo;
    bool is_shadow_child; /* of its parent's shadow tree, at its top */
    long backend_id;
    const json_t *attributes; /* names and values in turns: texts */
} svc_node;

/* A document. */
typedef struct {
    int root;
    int url;              /* a text */
    int frame;            /* the node of the frame that it is in */
    const json_t *layout; /* layouts of its nodes */
    double scroll_x;
    double scroll_y;
    double width;
    double height;
} svc_document;

/* A tree; it borrows from the JSON that it was read from. */
typedef struct {
    const json_t *texts;
    svc_node *nodes;
    size_t node_count;
    svc_document *documents;
    size_t document_count;
    bool is_nested; /* shadow trees may be within shadow trees: svc_tree_split is needed */
} svc_tree;

/* Reads the result of a snapshot. Returns false where memory is out, or it is none. */
bool svc_tree_read(svc_tree *tree, const json_t *snapshot);

/* Tells apart what a snapshot does not, by the result of DOM.getDocument with pierce: which nodes
 * within a shadow tree are the top of another one. */
void svc_tree_split(svc_tree *tree, const json_t *document);

/* Frees a tree. */
void svc_tree_clear(svc_tree *tree);

/* Returns a text of a tree, and its length; "" for SVC_NONE. */
const char *svc_tree_text(const svc_tree *tree, int text, size_t *length);

/* Returns the value of an attribute, SVC_NONE where a node has none of this name. */
int svc_tree_attribute(const svc_tree *tree, const svc_node *node, const char *name);

#endif
