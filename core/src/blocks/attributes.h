/*
 * What a start tag's attributes say of its element: marks of class words, ids and roles, and
 * whether it is hidden. What the name of an element says that the page defines.
 */
#ifndef DANA_BLOCKS_ATTRIBUTES_H
#define DANA_BLOCKS_ATTRIBUTES_H

#include "blocks/class_words.h"
#include "html/tokenizer.h"

#include <string.h>

/* Class values that are remembered at a time; a power of two. */
#define DANA__CLASS_SLOTS 256

/* Class values of a page with what they tell: pages repeat few values on many tags. All zero at a
 * page's beginning; values are borrowed from the source. in_sets: a word of it is of a set
 * (DANA__CLASS_*). sets: of all values. last_in_sets: a class of the tag read last is in one. */
typedef struct {
    struct {
        const char *value;
        uint32_t length;
        bool in_sets;
        dana__said said;
    } slots[DANA__CLASS_SLOTS];
    dana__word_memo words;
    unsigned sets;
    unsigned hints; /* DANA__HINT_* of microdata */
    bool last_in_sets;
} dana__class_memo;

/* As dana__read_tag, for tags that have attributes. */
dana__said dana__read_attributes(dana__class_memo *memo, const dana__markup *tag);

/* Returns what a whole start tag's attributes say of its element. */
static inline dana__said dana__read_tag(dana__class_memo *memo, const dana__markup *tag)
{
    const char *after_name = tag->name_text + tag->name.length;

    memo->last_in_sets = false;
    return tag->end - after_name > 1 ? dana__read_attributes(memo, tag) : (dana__said){.marks = 0};
}

/* Returns whether a '-' stands in a tag's name, as in those of elements that pages define: in the
 * eight bytes of its key it is looked for all at once. */
static inline bool dana__has_dash(const dana__markup *tag)
{
    const uint64_t ones = UINT64_C(0x0101010101010101);

    if (tag->name.length > sizeof(tag->name.key)) {
        return memchr(tag->name_text, '-', tag->name.length) != NULL;
    }
    uint64_t others = tag->name.key ^ ones * '-';

    return ((others - ones) & ~others & ones * 0x80) != 0;
}

/* Returns the marks of an element that the page defines, whose name says what a class word would;
 * 0: it says nothing. */
uint32_t dana__custom_marks(const dana__markup *tag);

/* Returns whether an a element is no link but a place that links lead to: it has a name and no
 * address, or an id alone. */
bool dana__is_place(const dana__markup *tag);

#endif
