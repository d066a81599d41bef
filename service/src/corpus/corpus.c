#include "corpus/corpus.h"

#include "base/buffer.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#define READ_SIZE      (1U << 18)
#define FILE_MAX_BYTES ((size_t)1 << 30)

/* dir/name with a suffix, owned. */
static char *join(const char *folder, const char *name, const char *suffix)
{
    char *path = NULL;

    return asprintf(&path, "%s/%s%s", folder, name, suffix) >= 0 ? path : NULL;
}

char *svc_corpus_read(const char *path, size_t *length)
{
    gzFile file = gzopen(path, "rb");
    svc_buffer buffer = {.bytes = NULL};
    int got = file != NULL ? 1 : -1;

    while (got > 0) {
        bool room = buffer.length < FILE_MAX_BYTES && svc_buffer_reserve(&buffer, READ_SIZE);
        got = room ? gzread(file, buffer.bytes + buffer.length, READ_SIZE) : -1;
        buffer.length += got > 0 ? (size_t)got : 0;
    }
    if (file != NULL) {
        gzclose(file);
    }
    if (got < 0) {
        svc_buffer_clear(&buffer);
    }
    *length = buffer.length;
    return buffer.bytes;
}

static void clear_entry(svc_corpus_entry *entry)
{
    api_corpus_page_clear(&entry->page);
    free(entry->html_path);
    free(entry->gold_path);
}

void svc_corpus_clear(svc_corpus *corpus)
{
    for (size_t i = 0; i < corpus->count; i++) {
        clear_entry(&corpus->entries[i]);
    }
    free(corpus->entries);
    *corpus = (svc_corpus){0};
}

/* Takes an entry over. */
static bool push(svc_corpus *corpus, svc_corpus_entry entry)
{
    svc_corpus_entry *entries = svc_array_grow(corpus->entries, corpus->count, sizeof *entries);

    if (entries == NULL) {
        clear_entry(&entry);
        return false;
    }
    corpus->entries = entries;
    corpus->entries[corpus->count++] = entry;
    return true;
}

/* The last part of a path, "/" at its end aside; owned. */
static char *base_name(const char *path)
{
    size_t end = strlen(path);
    size_t start;

    while (end > 1 && path[end - 1] == '/') {
        end--;
    }
    for (start = end; start > 0 && path[start - 1] != '/'; start--) {
    }
    return strndup(path + start, end - start);
}

static void add_row(svc_corpus *corpus, const char *folder, const char *set, const char *line,
                    size_t length)
{
    svc_corpus_entry entry = {0};
    char *pages = join(folder, "pages", "");
    char *gold = join(folder, "gold", "");

    if (pages != NULL && gold != NULL && api_manifest_row(line, length, set, &entry.page)) {
        entry.html_path = join(pages, entry.page.id, ".html.gz");
        entry.gold_path = join(gold, entry.page.id, ".txt");
        push(corpus, entry);
    }
    free(pages);
    free(gold);
}

static bool add_manifest(svc_corpus *corpus, const char *folder)
{
    char *path = join(folder, "manifest.jsonl", "");
    size_t length = 0;
    char *text = path != NULL && access(path, R_OK) == 0 ? svc_corpus_read(path, &length) : NULL;
    char *set = base_name(folder);

    for (size_t at = 0; text != NULL && set != NULL && at < length;) {
        const char *newline = memchr(text + at, '\n', length - at);
        size_t end = newline != NULL ? (size_t)(newline - text) : length;

        add_row(corpus, folder, set, text + at, end - at);
        at = end + 1;
    }
    bool found = text != NULL;

    free(path);
    free(text);
    free(set);
    return found;
}

/* Length of a name without ".html" or ".htm", and ".gz" after it; 0: it is none. */
static size_t stem_length(const char *name)
{
    static const char *const endings[] = {".html", ".htm", ".html.gz", ".htm.gz"};
    size_t length = strlen(name);

    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        size_t ending = strlen(endings[i]);

        if (length > ending && strcmp(name + length - ending, endings[i]) == 0) {
            return length - ending;
        }
    }
    return 0;
}

/* The gold standard beside an HTML file; NULL: none. */
static char *find_gold(const char *folder, const char *name, const char *stem)
{
    const char *const tries[][2] = {{stem, ".gs"}, {stem, ".txt"}, {name, ".gs"}, {stem, ".gs.gz"}};

    for (size_t i = 0; i < sizeof tries / sizeof tries[0]; i++) {
        char *path = join(folder, tries[i][0], tries[i][1]);

        if (path != NULL && access(path, R_OK) == 0) {
            return path;
        }
        free(path);
    }
    return NULL;
}

static void add_file(svc_corpus *corpus, const char *folder, const char *name)
{
    char *stem = strndup(name, stem_length(name));
    char *set = base_name(folder);
    char *gold = stem != NULL && stem[0] != '\0' ? find_gold(folder, name, stem) : NULL;

    if (gold != NULL && set != NULL) {
        svc_corpus_entry entry = {.html_path = join(folder, name, ""), .gold_path = gold};

        entry.page = (api_corpus_page){.set = strdup(set),
                                       .id = strdup(stem),
                                       .language = strdup(""),
                                       .page_type = strdup(""),
                                       .site = strdup(set),
                                       .charset = strdup(""),
                                       .headline = strdup("")};
        push(corpus, entry);
    } else {
        free(gold);
    }
    free(stem);
    free(set);
}

static bool add_folder(svc_corpus *corpus, const char *folder, bool look_inside)
{
    struct dirent **names = NULL;
    int count = scandir(folder, &names, NULL, alphasort);
    size_t before = corpus->count;

    for (int i = 0; i < count; i++) {
        if (names[i]->d_name[0] != '.') {
            char *path = join(folder, names[i]->d_name, "");

            if (look_inside && path != NULL && !add_manifest(corpus, path) &&
                stem_length(names[i]->d_name) == 0) {
                add_folder(corpus, path, false);
            }
            add_file(corpus, folder, names[i]->d_name);
            free(path);
        }
        free(names[i]);
    }
    free(names);
    return corpus->count > before;
}

bool svc_corpus_add(svc_corpus *corpus, const char *folder)
{
    if (add_manifest(corpus, folder) || add_folder(corpus, folder, true)) {
        return true;
    }
    fprintf(stderr, "danad: %s: no manifest.jsonl and no page with a gold standard\n", folder);
    return false;
}
