#include "commands/site_files.h"

#include "base/buffer.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Fewest pages that can be compared. */
#define PAGES_MIN 2

/* Adds a path, which it takes over; NULL: memory ran out. */
static bool push(svc_paths *paths, char *path)
{
    char **grown = path != NULL ? svc_array_grow(paths->paths, paths->count, sizeof *grown) : NULL;

    if (grown == NULL) {
        free(path);
        fputs("danad: out of memory\n", stderr);
        return false;
    }
    paths->paths = grown;
    paths->paths[paths->count++] = path;
    return true;
}

static int is_page(const struct dirent *entry)
{
    const char *dot = strrchr(entry->d_name, '.');

    return entry->d_name[0] != '.' && dot != NULL &&
           (strcmp(dot, ".html") == 0 || strcmp(dot, ".htm") == 0);
}

static bool add_folder(svc_paths *paths, const char *folder)
{
    struct dirent **entries = NULL;
    int count = scandir(folder, &entries, is_page, alphasort);
    bool fine = count > 0;

    if (!fine) {
        fprintf(stderr, "danad: %s: no .html or .htm file\n", folder);
    }
    for (int i = 0; i < count; i++) {
        char *path = NULL;

        fine = fine && asprintf(&path, "%s/%s", folder, entries[i]->d_name) >= 0 &&
               push(paths, path);
        free(entries[i]);
    }
    free(entries);
    return fine;
}

bool svc_paths_find(const svc_arguments *given, svc_paths *out)
{
    bool fine = true;

    *out = (svc_paths){.paths = NULL};
    for (int i = 0; i < given->file_count && fine; i++) {
        struct stat status;
        bool is_folder = stat(given->files[i], &status) == 0 && S_ISDIR(status.st_mode);

        fine = is_folder ? add_folder(out, given->files[i]) : push(out, strdup(given->files[i]));
    }
    return fine;
}

void svc_paths_clear(svc_paths *paths)
{
    for (size_t i = 0; i < paths->count; i++) {
        free(paths->paths[i]);
    }
    free(paths->paths);
    *paths = (svc_paths){.paths = NULL};
}

static void learn_file(api_site *site, const api_context *context, const char *path,
                       const char *options_json)
{
    size_t length = 0;
    char *html = svc_arguments_read_file(path, context->max_body_bytes, &length);

    if (html != NULL) {
        api_site_add(site, context, html, length, NULL, options_json);
    }
    free(html);
}

/* What is wrong with files as pages of a site; NULL: nothing. */
static const char *find_fault(const svc_paths *paths)
{
    for (size_t i = 0; i < paths->count; i++) {
        if (strcmp(paths->paths[i], "-") == 0) {
            return "pages of a site are read twice: standard input cannot be one";
        }
    }
    return paths->count < PAGES_MIN ? "a site has at least 2 pages to compare: name more files, or "
                                      "a folder"
                                    : NULL;
}

api_site *svc_site_of_files(const api_context *context, const svc_paths *paths,
                            const char *options_json)
{
    const char *fault = find_fault(paths);
    api_site *site = fault == NULL ? api_site_new() : NULL;

    if (site == NULL) {
        fprintf(stderr, "danad: %s\n", fault != NULL ? fault : "out of memory");
        return NULL;
    }
    for (size_t i = 0; i < paths->count; i++) {
        learn_file(site, context, paths->paths[i], options_json);
    }
    if (api_site_pages(site) < PAGES_MIN) {
        fputs("danad: fewer than 2 of the files are pages that can be compared\n", stderr);
        api_site_free(site);
        return NULL;
    }
    api_site_measure(site);
    return site;
}
