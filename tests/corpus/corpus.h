/*
 * Reads corpora in the layout of the folder that CORPORA names: one folder a set, each with
 * manifest.jsonl (one row a page), pages/<id>.html.gz and gold/<id>.txt.
 */
#ifndef TESTS_CORPUS_H
#define TESTS_CORPUS_H

#include "dana/view.h"

#include <stdbool.h>
#include <stddef.h>

/* Most sets that a run reads. */
#define CORPUS_MAX_SETS 64

/* A page of a corpus. Strings are owned; absent ones are NULL. */
typedef struct {
    char *id;
    char *set;
    char *page_type;
    char *headline;
    char *author;
    char *date;
    char *url;
    char *charset; /* its encoding */
    char *bytes;   /* as they were served, with a NUL at the end */
    size_t bytes_length;
    char *html; /* UTF-8, invalid bytes replaced */
    size_t html_length;
    char *gold; /* UTF-8 */
    size_t gold_length;
} corpus_page;

/* Called for each page; the page is borrowed for the call. Return false to stop. */
typedef bool corpus_visit(const corpus_page *page, void *arg);

/*
 * Visits every page of one set, `folder`/`set`, in the manifest's order. Returns the number of
 * pages visited, or -1 with a message on stderr when the set cannot be read.
 */
long corpus_each(const char *folder, const char *set, corpus_visit *visit, void *arg);

/*
 * Like corpus_each; but if `all` is false and the set is large it visits a fixed sample: every n-th
 * page by a hash of set and id, 50 to 100 pages. Returns the number of pages visited, or -1.
 */
long corpus_each_of(const char *folder, const char *set, bool all, corpus_visit *visit, void *arg);

/* Removes "--all" from the arguments of a program. Returns whether it was there. */
bool corpus_takes_all(int *argc, char **argv);

/* Returns the folder of the corpora; NULL where there is none, after a line that says so and one
 * that counts a skipped test. */
const char *corpus_folder(void);

/* Lists the sets of a folder, sorted. Returns their number, at most max; names are owned. */
size_t corpus_sets(const char *folder, char *names[], size_t max);

/*
 * Word F1: multiset overlap of lower-cased words (maximal runs of L*, N* or '_'), 0 for an empty
 * text. precision and recall may be NULL.
 */
double corpus_word_f1(dana_view text, dana_view gold, double *precision, double *recall);

#endif
