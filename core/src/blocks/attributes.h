/*
 * What a start tag's attributes say of its element: marks of class words, ids and roles, and
 * whether it is hidden.
 */
#ifndef DANA_BLOCKS_ATTRIBUTES_H
#define DANA_BLOCKS_ATTRIBUTES_H

#include "blocks/class_words.h"
#include "html/tokenizer.h"

/* Class values that are remembered at a time; a power of two. */
#define DANA__CLASS_SLOTS 128

/* Class values of a page with what they tell: pages repeat few values on many tags. All zero at a
 * page's beginning; values are borrowed from the source. */
typedef struct {
    struct {
        const char *value;
        size_t length;
        uint32_t marks;
    } slots[DANA__CLASS_SLOTS];
} dana__class_memo;

/* As dana__attribute_marks, for tags that have attributes. */
uint32_t dana__read_attributes(dana__class_memo *memo, const dana__markup *tag);

/* Returns the marks (1u << dana__mark) that a whole start tag's attributes give its element. */
static inline uint32_t dana__attribute_marks(dana__class_memo *memo, const dana__markup *tag)
{
    const char *after_name = tag->name_text + tag->name.length;

    return tag->end - after_name > 1 ? dana__read_attributes(memo, tag) : 0;
}

#endif
