/* Corpora on disk: which pages there are, and their bytes. */
#ifndef SVC_CORPUS_CORPUS_H
#define SVC_CORPUS_CORPUS_H

#include "api/evaluation.h"

/* A page on disk: what the corpus says of it, and where it lies. Paths are owned. */
typedef struct {
    api_corpus_page page;
    char *html_path;
    char *gold_path;
} svc_corpus_entry;

/* Pages in the order of the folders, then of the manifest or the files' names. */
typedef struct {
    svc_corpus_entry *entries;
    size_t count;
} svc_corpus;

/*
 * Adds the pages of a folder: one with manifest.jsonl (pages/ID.html.gz, gold/ID.txt); one of such
 * folders; or one of HTML files with a gold standard beside each (NAME.html with NAME.gs, NAME.txt
 * or NAME.html.gs), the papers' layout. Returns false with a line on standard error where it has no
 * page or cannot be read.
 */
bool svc_corpus_add(svc_corpus *corpus, const char *folder);

/* Frees what a corpus owns. */
void svc_corpus_clear(svc_corpus *corpus);

/*
 * Reads a file, gzipped or not. Returns owned bytes and their number, NULL where there is none or
 * it is longer than 1 GiB.
 */
char *svc_corpus_read(const char *path, size_t *length);

#endif
