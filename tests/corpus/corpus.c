#include "corpus.h"

#include <dirent.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unicode/ucnv.h>
#include <zlib.h>

#define PATH_LENGTH 1024
#define READ_SIZE   ((size_t)1 << 16)

/* Sets of up to this many pages are read completely; of larger ones about this many at most. */
#define SAMPLE_PAGES 100

/* Reads a file, gzipped or not. Returns owned bytes with a NUL at the end, NULL on failure. */
static char *read_file(const char *path, size_t *length)
{
    gzFile file = gzopen(path, "rb");
    size_t capacity = READ_SIZE;
    char *data = malloc(capacity + 1);

    *length = 0;
    while (file != NULL && data != NULL) {
        int got = gzread(file, data + *length, (unsigned)(capacity - *length));

        if (got <= 0) {
            break;
        }
        *length += (size_t)got;
        if (*length == capacity) {
            capacity *= 2;
            data = realloc(data, capacity + 1);
        }
    }
    if (file == NULL || data == NULL) {
        free(data);
        return NULL;
    }
    gzclose(file);
    data[*length] = '\0';
    return data;
}

/* The manifest has "cp1252(guess)" if nothing was declared; where it has none, pages are UTF-8. */
static const char *converter_name(const char *charset)
{
    if (charset == NULL) {
        return "UTF-8";
    }
    return strncmp(charset, "cp1252", 6) == 0 ? "windows-1252" : charset;
}

/* Decodes bytes to UTF-8, with U+FFFD for bytes that cannot be decoded. Returns owned text. */
static char *decode(const char *bytes, size_t length, const char *charset, size_t *out_length)
{
    UErrorCode error = U_ZERO_ERROR;
    UConverter *from = ucnv_open(converter_name(charset), &error);
    UConverter *to = ucnv_open("UTF-8", &error);
    size_t capacity = length * 3 + 16;
    char *out = malloc(capacity);
    char *target = out;
    const char *source = bytes;

    if (U_SUCCESS(error) && out != NULL) {
        ucnv_convertEx(to, from, &target, out + capacity, &source, bytes + length, NULL, NULL, NULL,
                       NULL, true, true, &error);
    }
    ucnv_close(from);
    ucnv_close(to);
    if (U_FAILURE(error)) {
        free(out);
        return NULL;
    }
    *out_length = (size_t)(target - out);
    return out;
}

static char *copy_member(const json_t *row, const char *name)
{
    const char *value = json_string_value(json_object_get(row, name));

    return value != NULL && value[0] != '\0' ? strdup(value) : NULL;
}

static void load_html(const char *folder, corpus_page *page)
{
    char path[PATH_LENGTH];

    snprintf(path, sizeof(path), "%s/%s/pages/%s.html.gz", folder, page->set, page->id);
    page->bytes = read_file(path, &page->bytes_length);
    if (page->bytes != NULL) {
        page->html = decode(page->bytes, page->bytes_length, page->charset, &page->html_length);
    }
}

static void load_page(const char *folder, const char *set, const json_t *row, corpus_page *page)
{
    char path[PATH_LENGTH];

    *page = (corpus_page){.id = copy_member(row, "id"),
                          .set = strdup(set),
                          .page_type = copy_member(row, "page_type"),
                          .headline = copy_member(row, "headline"),
                          .author = copy_member(row, "author"),
                          .date = copy_member(row, "date"),
                          .url = copy_member(row, "url"),
                          .charset = copy_member(row, "charset_used")};
    load_html(folder, page);
    snprintf(path, sizeof(path), "%s/%s/gold/%s.txt", folder, set, page->id);
    page->gold = read_file(path, &page->gold_length);
}

static void free_page(corpus_page *page)
{
    free(page->id);
    free(page->set);
    free(page->page_type);
    free(page->headline);
    free(page->author);
    free(page->date);
    free(page->url);
    free(page->charset);
    free(page->bytes);
    free(page->html);
    free(page->gold);
}

static uint32_t hash_text(uint32_t hash, const char *text)
{
    for (; *text != '\0'; text++) {
        hash = (hash ^ (unsigned char)*text) * 16777619u;
    }
    return hash;
}

/* Whether a page is in the sample that takes every n-th page of a set. */
static bool is_sampled(const char *set, const json_t *row, uint32_t every)
{
    const char *id = json_string_value(json_object_get(row, "id"));
    uint32_t hash = hash_text(hash_text(2166136261u, set), id != NULL ? id : "");

    return (hash ^ hash >> 16) % every == 0;
}

static bool visit_row(const char *folder, const char *set, const json_t *row, corpus_visit *visit,
                      void *arg)
{
    corpus_page page;
    bool more = true;

    load_page(folder, set, row, &page);
    if (page.html != NULL) {
        more = visit(&page, arg);
    } else {
        fprintf(stderr, "%s/%s: cannot be read as %s\n", set, page.id, page.charset);
    }
    free_page(&page);
    return more;
}

static uint32_t count_lines(FILE *file)
{
    char *line = NULL;
    size_t capacity = 0;
    uint32_t count = 0;

    while (getline(&line, &capacity, file) > 0) {
        count++;
    }
    free(line);
    rewind(file);
    return count;
}

/* Visits the pages of a manifest that are in the sample. Returns their number. */
static long visit_rows(FILE *file, const char *folder, const char *set, uint32_t every,
                       corpus_visit *visit, void *arg)
{
    char *line = NULL;
    size_t capacity = 0;
    long count = 0;
    bool more = true;

    while (more && getline(&line, &capacity, file) > 0) {
        json_t *row = json_loads(line, 0, NULL);

        if (row != NULL && is_sampled(set, row, every)) {
            more = visit_row(folder, set, row, visit, arg);
            count++;
        }
        json_decref(row);
    }
    free(line);
    return count;
}

long corpus_each_of(const char *folder, const char *set, bool all, corpus_visit *visit, void *arg)
{
    char path[PATH_LENGTH];

    snprintf(path, sizeof(path), "%s/%s/manifest.jsonl", folder, set);
    FILE *file = fopen(path, "r");

    if (file == NULL) {
        fprintf(stderr, "%s: cannot be opened\n", path);
        return -1;
    }
    uint32_t every = all ? 1 : (count_lines(file) + SAMPLE_PAGES - 1) / SAMPLE_PAGES;
    long count = visit_rows(file, folder, set, every > 0 ? every : 1, visit, arg);

    fclose(file);
    return count;
}

long corpus_each(const char *folder, const char *set, corpus_visit *visit, void *arg)
{
    return corpus_each_of(folder, set, true, visit, arg);
}

bool corpus_takes_all(int *argc, char **argv)
{
    int kept = 1;

    for (int i = 1; i < *argc; i++) {
        if (strcmp(argv[i], "--all") != 0) {
            argv[kept++] = argv[i];
        }
    }
    bool taken = kept < *argc;

    *argc = kept;
    return taken;
}

static int has_manifest(const char *folder, const char *name)
{
    char path[PATH_LENGTH];

    snprintf(path, sizeof(path), "%s/%s/manifest.jsonl", folder, name);
    FILE *file = fopen(path, "r");

    if (file != NULL) {
        fclose(file);
    }
    return file != NULL;
}

const char *corpus_folder(void)
{
    const char *folder = getenv("CORPORA");

    if (folder == NULL) {
        printf("skipped: CORPORA names no folder of corpora\n");
        printf("tests: 0 passed, 0 failed, 1 skipped\n");
    }
    return folder;
}

size_t corpus_sets(const char *folder, char *names[], size_t max)
{
    struct dirent **entries;
    int found = scandir(folder, &entries, NULL, alphasort);
    size_t count = 0;

    for (int i = 0; i < found; i++) {
        if (entries[i]->d_name[0] != '.' && has_manifest(folder, entries[i]->d_name)) {
            if (count < max) {
                names[count++] = strdup(entries[i]->d_name);
            } else {
                fprintf(stderr, "%s: left out, more than %zu sets\n", entries[i]->d_name, max);
            }
        }
        free(entries[i]);
    }
    if (found >= 0) {
        free(entries);
    }
    return count;
}
