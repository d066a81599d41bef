#include "dump.h"

#include <stdlib.h>
#include <string.h>

/* A set being dumped. */
typedef struct {
    const dump_tool *tool;
    dump_files files;
    size_t failures;
} dump;

bool dump_has_gold(const corpus_page *page)
{
    return page->gold != NULL;
}

void dump_page_line(const dump_files *files, const corpus_page *page, size_t rows)
{
    fprintf(files->texts, "#\t%s\t%zu\n", page->id, rows);
}

void dump_row(const dump_files *files, const float *features, size_t count, dana_view text)
{
    fwrite(features, sizeof(float), count, files->features);
    for (size_t i = 0; i < text.length; i++) {
        fputc(text.data[i] == '\n' || text.data[i] == '\r' ? ' ' : text.data[i], files->texts);
    }
    fputc('\n', files->texts);
}

static bool visit(const corpus_page *page, void *arg)
{
    dump *d = arg;
    dana_page *opened;
    dana_error err;

    if (!d->tool->wanted(page)) {
        return true;
    }
    if (dana_page_open(page->html, page->html_length, d->tool->cap, NULL, &opened, &err) !=
        DANA_OK) {
        fprintf(stderr, "%s: %s\n", page->id, err.message);
        d->failures++;
        return true;
    }
    if (d->tool->write(&d->files, page, opened, &err) != DANA_OK) {
        fprintf(stderr, "%s: %s\n", page->id, err.message);
        d->failures++;
    }
    dana_page_close(opened);
    return true;
}

static FILE *create(const char *name, const char *ending)
{
    char path[1024];

    snprintf(path, sizeof(path), "%s.%s", name, ending);
    FILE *file = fopen(path, "wb");

    if (file == NULL) {
        perror(path);
    }
    return file;
}

static int print_names(const dump_tool *tool)
{
    for (size_t i = 0; i < tool->feature_count; i++) {
        printf("feature\t%s\n", tool->features[i]);
    }
    for (size_t i = 0; i < tool->constant_count; i++) {
        printf("constant\t%s\t%g\n", tool->constants[i].name, tool->constants[i].value);
    }
    return 0;
}

int dump_main(int argc, char **argv, const dump_tool *tool)
{
    const char *folder = getenv("CORPORA");
    dump d = {.tool = tool};

    if (argc == 2 && strcmp(argv[1], "--names") == 0) {
        return print_names(tool);
    }
    if (argc != 3 || folder == NULL) {
        fprintf(stderr, "CORPORA=<folder> %s SET OUT, or %s --names\n", argv[0], argv[0]);
        return 2;
    }
    d.files.features = create(argv[2], "bin");
    d.files.texts = create(argv[2], "txt");
    d.files.nodes = create(argv[2], "nodes");
    if (d.files.features == NULL || d.files.texts == NULL || d.files.nodes == NULL) {
        return 2;
    }
    long pages = corpus_each(folder, argv[1], visit, &d);
    int failed = fclose(d.files.features) | fclose(d.files.texts) | fclose(d.files.nodes);

    return pages > 0 && d.failures == 0 && failed == 0 ? 0 : 1;
}
