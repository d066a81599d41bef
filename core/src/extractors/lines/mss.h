/*
 * The tokens of Maximum Subsequence Segmentation with their features: shared with the tool that
 * trains the table of scores.
 */
#ifndef DANA_EXTRACTORS_LINES_MSS_H
#define DANA_EXTRACTORS_LINES_MSS_H

#include "page/walk.h"

/* Open elements that are remembered; deeper ones have the deepest of them as parent. */
#define DANA__MSS_DEPTH 64

/* A token: a tag, a word or a number. Features are hashes. */
typedef struct {
    const char *start;
    const char *end;
    bool is_word;     /* a word or a number */
    uint32_t self;    /* what it is: the tag's name, the word's stem, "1" */
    uint32_t trigram; /* with its two successors */
    uint32_t parent;  /* the innermost open element */
} dana__mss_token;

/* Reads the tokens of a page. status as in a walk. */
typedef struct {
    dana__walk walk;
    dana__piece piece;
    const char *at; /* in the text that is being read, NULL: in none */
    uint64_t open[DANA__MSS_DEPTH];
    size_t depth;
    dana__mss_token pending[3];
    size_t pending_count;
    bool at_end;
} dana__mss_reader;

/* A row of the table: a feature and its weight in sixteenths of log odds. */
typedef struct {
    uint32_t feature;
    int8_t weight;
} dana__mss_weight;

/* Starts to read a page. err must outlive the reader. */
void dana__mss_start(dana__mss_reader *reader, const dana_page *page, dana_error *err);

/* Reads the next token. False at the end, or where reader->walk.status is an error. */
bool dana__mss_next(dana__mss_reader *reader, dana__mss_token *token);

/* Algorithm 8, one score at a time; all zero at its start. */
typedef struct {
    double sum;
    size_t count;
    size_t start; /* of the subsequence that ends here */
    double best;  /* value of the best subsequence so far */
    size_t first; /* 0-based, inclusive; of the best one */
    size_t last;
} dana__mss_maximum;

/* Takes the next score. Returns true where the best subsequence so far now ends at it. */
bool dana__mss_add(dana__mss_maximum *maximum, double score);

#endif
