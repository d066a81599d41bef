/*
 * What classes call the elements that have them, remembered by value.
 */
#ifndef DANA_POSTS_BOX_CLASSES_H
#define DANA_POSTS_BOX_CLASSES_H

#include "base/hash.h"
#include "blocks/class_words.h"
#include "evidence/item_words.h"

#include <string.h>

/* Class values that are remembered at a time; a power of two. */
#define DANA__CLASS_SLOTS 256

/* A class value and what it calls an element: pages repeat few values on many tags. */
typedef struct {
    const char *value;
    uint32_t length;
    uint32_t hash;
    uint32_t marks;
    dana__class_says says;
} dana__known_class;

/* Returns the hash of a class without its digits: numbers tell items apart. */
static inline uint32_t dana__hash_class(dana_view class)
{
    uint32_t hash = 2166136261u;

    for (size_t i = 0; i < class.length; i++) {
        char c = class.data[i];

        if (!(c >= '0' && c <= '9')) {
            hash = (hash ^ (unsigned char)c) * 16777619u;
        }
    }
    return hash;
}

/* Returns what a class says; a value that was there before is compared instead of read. `classes`:
 * DANA__CLASS_SLOTS. */
static inline dana__known_class *dana__known_class_of(dana__known_class *classes, dana_view value)
{
    dana__known_class *class = &classes[dana__value_slot(value, DANA__CLASS_SLOTS)];

    if (class->value == NULL || class->length != value.length ||
        memcmp(class->value, value.data, value.length) != 0) {
        *class = (dana__known_class){value.data, (uint32_t)value.length, dana__hash_class(value),
                                     dana__marks_of_value(value), dana__read_item_class(value)};
    }
    return class;
}

#endif
