/*
 * Lists whole: what a list tells is all of it.
 */
#ifndef DANA_EXTRACTORS_KEEP_LISTS_H
#define DANA_EXTRACTORS_KEEP_LISTS_H

#include "blocks/blocks.h"
#include "html/elements.h"

/*
 * Takes all items of a list of which one is taken and against which no rule is, if the taken ones
 * are as many as the others, or if no item is a link, the learned step expects .3 of each in the
 * mean, and they have 16 code points in the mean. Refused links stay out where an item of text is
 * taken, and so do numbers alone. All of a list of terms of which a quarter is taken, but not on
 * threads, whose lists of terms tell of their members. Of a list of links to places of the page of
 * which less than half is taken nothing is. Returns whether a list has links alone that no rule
 * prunes. Linear in the depth of lists times their blocks.
 */
bool dana__keep_lists(const dana_page *page, dana__blocks *blocks, bool is_thread);

/* Returns whether an element is a list of links alone that no rule prunes, two and more. */
static inline bool dana__is_of_links(const dana__node *node)
{
    return node->kind == DANA__KIND_LIST && node->pruned == 0 && node->non_link_text == 0 &&
           node->text > 0 && node->end_block >= node->first_block + 2;
}

/*
 * Takes the short heads of items of one kind and class, each right above a text that is taken,
 * where half of them are taken, are questions or links that show what stands below them; and texts
 * that such an item hides. Not for threads, whose items are posts. Linear.
 */
void dana__keep_items(const dana_page *page, dana__blocks *blocks);

#endif
