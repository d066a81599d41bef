/*
 * What the tools share that write features to train on: NAME.bin, float32 a feature, and NAME.txt,
 * for a page a line "#", id, number of rows, and a line for each row. NAME.nodes is for what one of
 * them tells of a page's elements besides. With --names they print what the trainers must know of
 * core: "feature", name in the order of the values; "constant", name, value.
 */
#ifndef TESTS_TRAIN_DUMP_H
#define TESTS_TRAIN_DUMP_H

#include "corpus.h"
#include "dana/page.h"

#include <stdio.h>

/* The files that are written. */
typedef struct {
    FILE *features;
    FILE *texts;
    FILE *nodes;
} dump_files;

/* Writes what is learned from a page. Errors: core's, with err set. */
typedef dana_status dump_page(const dump_files *files, const corpus_page *page, dana_page *opened,
                              dana_error *err);

/* Writes the line of a page that `rows` rows follow. */
void dump_page_line(const dump_files *files, const corpus_page *page, size_t rows);

/* Returns whether a page has gold text: a dump_tool.wanted. */
bool dump_has_gold(const corpus_page *page);

/* An entry of a list of names. */
#define DUMP_NAME(name) #name,

/* Writes a row: its features, and its text as the rest of a line. */
void dump_row(const dump_files *files, const float *features, size_t count, dana_view text);

/* A constant that core computes with. */
typedef struct {
    const char *name;
    double value;
} dump_constant;

/* A tool. */
typedef struct {
    const char *const *features; /* their names */
    size_t feature_count;
    const dump_constant *constants;
    size_t constant_count;
    bool (*wanted)(const corpus_page *page);
    size_t cap; /* of a page, see dana_page_open */
    dump_page *write;
} dump_tool;

/*
 * The whole tool: --names as argument, or `SET OUT`, where CORPORA names the folder. Pages of the
 * set for which `wanted` returns true are given to `write`. Returns the exit status.
 */
int dump_main(int argc, char **argv, const dump_tool *tool);

#endif
