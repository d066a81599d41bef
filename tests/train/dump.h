/*
 * What the tools share that write features to train on: NAME.bin, float32 a feature, and NAME.txt,
 * for a page a line "#", id, number of rows, and a line for each row.
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
} dump_files;

/* Writes what is learned from a page. Errors: core's, with err set. */
typedef dana_status dump_page(const dump_files *files, const corpus_page *page, dana_page *opened,
                              dana_error *err);

/* Writes the line of a page that `rows` rows follow. */
void dump_page_line(const dump_files *files, const corpus_page *page, size_t rows);

/* Writes a row: its features, and its text as the rest of a line. */
void dump_row(const dump_files *files, const float *features, size_t count, dana_view text);

/*
 * The whole tool: `SET OUT` as arguments, CORPORA names the folder. Pages of the set for which
 * `wanted` returns true are opened under a cap (see dana_page_open) and given to `write`. Returns
 * the exit status.
 */
int dump_set(int argc, char **argv, bool (*wanted)(const corpus_page *page), size_t cap,
             dump_page *write);

#endif
