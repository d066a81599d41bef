/*
 * What a start tag's attributes say of its element: marks of class words, ids and roles, and
 * whether it is hidden.
 */
#ifndef DANA_EXTRACTORS_AUTO_ATTRIBUTES_H
#define DANA_EXTRACTORS_AUTO_ATTRIBUTES_H

#include "page/tokenizer.h"

#include <stdint.h>

/* Class values that are remembered at a time; a power of two. */
#define DANA__CLASS_SLOTS 128

/* Class values of a page with their marks: pages repeat few values on many tags. All zero at a
 * page's beginning; values are borrowed from the source. */
typedef struct {
    struct {
        const char *value;
        uint32_t length;
        uint32_t marks;
    } slots[DANA__CLASS_SLOTS];
} dana__class_memo;

/* Returns the marks (1u << dana__mark) that a whole start tag's attributes give its element. */
uint32_t dana__attribute_marks(dana__class_memo *memo, const dana__markup *tag);

#endif
