/*
 * The leaf that text stands in (a paragraph, a heading, code), and what lies between two texts.
 */
#ifndef DANA_RENDER_LEAF_H
#define DANA_RENDER_LEAF_H

#include "render/renderer.h"

/* Returns the heading or pre around the next text; NULL: it is a paragraph. */
static inline const dana__frame *dana__leaf_block(const dana__renderer *r)
{
    const dana__frame *top = dana__innermost(&r->outline);

    return top != NULL ? dana__frame_at(&r->outline, top->leaf) : NULL;
}

/* Returns whether the next text is code in a block. */
static inline bool dana__is_in_code(const dana__renderer *r)
{
    const dana__frame *leaf = dana__leaf_block(r);

    return leaf != NULL && leaf->part == DANA__PART_PRE;
}

/* Returns whether the next text belongs to another leaf than the last one. A block inside a heading
 * or code breaks its line only; two breaks end a paragraph. */
bool dana__changes_leaf(dana__renderer *r);

/* Writes what lies between the last text and the next one (NULL: an image): closes and opens
 * blocks, the leaf and inline elements. The caller writes the text itself. */
void dana__begin(dana__renderer *r, dana_view *text);

/* Writes a medium that is no picture, in a paragraph of its own. */
void dana__write_media(dana__renderer *r, const dana_media *media);

/* Writes a picture; what its caption says is not said twice. A link keeps its name. */
void dana__write_picture(dana__renderer *r, const dana__item *item);

/* Writes the sign of a cell that holds nothing else, in a row that something was written into; not
 * where its picture has a text. */
void dana__write_sign(dana__renderer *r, const dana__event *event);

/* Closes the leaf, if one is open. */
void dana__close_leaf(dana__renderer *r);

#endif
