/*
 * The words of a class value, as those who look for highlighters compare them.
 */
#ifndef DANA_LISTING_CLASS_WORDS_H
#define DANA_LISTING_CLASS_WORDS_H

#include "dana/view.h"
#include "html/tokenizer.h"

#include <stdbool.h>
#include <stdint.h>

/* Longest word that is compared; longer ones are cut. */
#define DANA__CLASS_WORD_MAX 48

/* Returns a tag's class value, empty where it has none. */
dana_view dana__class_value(dana_view tag);

/* Takes the next word off a class value. Returns false where there is none. */
bool dana__take_class_word(dana_view *value, dana_view *word);

/* Writes a word in lower case without '-' and '_' ("line-numbers" as "linenumbers"),
 * NUL-terminated. */
void dana__fold_class_word(dana_view word, char folded[DANA__CLASS_WORD_MAX + 1]);

/* Tells whether a class value has one of these words, which are folded and end with NULL. */
bool dana__has_class_word(dana_view value, const char *const words[]);

/* What is asked of class values again and again: each is a list of words, or of parts of words. */
typedef enum {
    DANA__ASK_LISTING,
    DANA__ASK_EDITOR,
    DANA__ASK_FRAGMENT,
    DANA__ASK_CODE_LINE,
    DANA__ASK_TOOL,
    DANA__ASK_TOOL_PART,
    DANA__ASK_NUMBER,
    DANA__ASK_NUMBER_PART,
    DANA__ASK_HIDDEN,
    DANA__ASK_CODE
} dana__class_question;

/* Values that are remembered at a time; a power of two. */
#define DANA__CLASS_ANSWERS 64

/* Class values with what was asked of them, and the answers, a bit for each question: pages repeat
 * few values on many tags. All zero at a page's beginning; values are borrowed from the source. */
typedef struct {
    struct {
        const char *value;
        uint32_t length;
        uint16_t asked;
        uint16_t yes;
    } slots[DANA__CLASS_ANSWERS];
} dana__class_answers;

/* As dana__has_class_word, for the words of a question; in parts of words where `in_parts`. */
bool dana__class_says(dana__class_answers *answers, dana_view value, dana__class_question question,
                      const char *const words[], bool in_parts);

#endif
