/*
 * Words of class and id values, and the marks of those that rules name.
 */
#ifndef DANA_BLOCKS_CLASS_WORDS_H
#define DANA_BLOCKS_CLASS_WORDS_H

#include "blocks/word_odds.h"
#include "dana/view.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Room for a word and its end: longer ones are passed over. */
#define DANA__WORD_MAX 20

/* Returns the end of the word that begins at the letter value.data[at]: a run of ASCII letters,
 * which also ends before a capital after a small letter. */
size_t dana__word_end(dana_view value, size_t at);

/*
 * Finds the next word of a value from *at on, in small letters and NUL-terminated; words of
 * DANA__WORD_MAX letters and more are passed over. Returns its length and sets *at to its end; 0
 * where there is none.
 */
size_t dana__next_word(dana_view value, size_t *at, char word[DANA__WORD_MAX]);

/* Returns whether the letters of a value that end at `end` are a part of a hash that a tool made
 * ("r-ad9z0x", "css-1share2", "sc-navXk"): they are no words. */
bool dana__is_in_hash(dana_view value, size_t end);

/* What the words of a class or id value say. */
typedef struct {
    uint32_t marks; /* 1u << dana__mark */
    uint32_t shape; /* a hash of the class words in their order */
    dana__word_odds odds;
} dana__said;

/* Reads the words of a class or id value. */
dana__said dana__read_class(dana_view value);

/* Letters of a word that are remembered, at most. */
#define DANA__KNOWN_LETTERS 8

/* Words that are remembered at a time; a power of two. */
#define DANA__KNOWN_WORDS 256

/* A word with what the tables say of it; letters 0: none. */
typedef struct {
    uint64_t letters; /* small ones, the first one lowest */
    uint32_t key;
    uint32_t marks;
    int8_t odds;
    bool has_odds;
    bool is_kind; /* of subjects (subjects/subjects.h) */
} dana__known_word;

/* The words of a page, which repeats few in many values. None is known at a page's beginning. */
typedef struct {
    dana__known_word words[DANA__KNOWN_WORDS];
    const char *readable; /* the source's end: values lie before it */
} dana__word_memo;

/* As dana__read_class, of a value of the page; words that were there before are not looked up
 * again.
 */
dana__said dana__read_class_with(dana__word_memo *memo, dana_view value);

/* Returns the marks of all words of a class or id value that stand in its first 400 bytes. */
uint32_t dana__marks_of_value(dana_view value);

#endif
