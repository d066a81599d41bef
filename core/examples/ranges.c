/*
 * Shows how an algorithm decides: each line of a page with its content and code, the algorithm's
 * own signal, and whether it is selected; then the ranges of the source that were selected.
 * Usage: ranges FILE [ALGORITHM [NAME=VALUE]...]     for example: ranges page.html addanag gap=12
 */
#include "pages.h"

#include <stdio.h>
#include <string.h>

/* Sets the parameters NAME=VALUE. Returns false with the reason in err. */
static bool read_params(const dana_algorithm *algorithm, char **arguments, dana_params *params,
                        dana_error *err)
{
    dana_params_defaults(algorithm, params);
    for (; *arguments != NULL; arguments++) {
        char *value = strchr(*arguments, '=');

        if (value == NULL) {
            dana_error_set(err, DANA_INVALID_PARAM, 0, "%s is not NAME=VALUE", *arguments);
            return false;
        }
        *value = '\0';
        if (dana_params_set_text(algorithm, params, *arguments, value + 1, err) != DANA_OK) {
            return false;
        }
    }
    return true;
}

/* The lines of the profile, those of the ranges with a star. */
static void print_lines(const dana_page *page, const dana_profile *profile,
                        const dana_range *ranges, size_t count)
{
    size_t range = 0;

    printf("line\tstart\tend\tcontent\tcode\t%s\n",
           profile->signal != NULL ? profile->signal : "-");
    for (size_t i = 0; i < profile->line_count; i++) {
        const dana_line *line = &profile->lines[i];

        while (range < count && ranges[range].end_line < i + 1) {
            range++;
        }
        bool selected = range < count && ranges[range].start_line <= i + 1;
        printf("%zu\t%u\t%zu\t%u\t%u\t", i + 1, line->start, dana_line_end(page, profile, i),
               line->content, line->code);
        if (profile->smoothed != NULL) {
            printf("%d", profile->smoothed[i]);
        }
        printf("%s\n", selected ? "\t*" : "");
    }
}

static bool show(dana_page *page, const dana_algorithm *algorithm, char **arguments,
                 dana_error *err)
{
    dana_params params;
    dana_result result;
    const dana_range *ranges;
    size_t count;

    if (!read_params(algorithm, arguments, &params, err) ||
        dana_extract(page, algorithm, &params, &result, err) != DANA_OK ||
        dana_result_ranges(page, &result, &ranges, &count, err) != DANA_OK) {
        return false;
    }
    print_lines(page, &result.profile, ranges, count);
    for (size_t i = 0; i < count; i++) {
        printf("range\tlines %u to %u\tbytes %u to %u\n", ranges[i].start_line, ranges[i].end_line,
               ranges[i].span.start, ranges[i].span.end);
    }
    return true;
}

int main(int argc, char **argv)
{
    dana_error err;
    page_file file;

    if (argc < 2) {
        fputs("usage: ranges FILE [ALGORITHM [NAME=VALUE]...]\n", stderr);
        return 2;
    }
    const char *id = argc > 2 ? argv[2] : "auto";
    const dana_algorithm *algorithm = dana_algorithm_find(DANA_KIND_CONTENT, id, strlen(id));
    if (algorithm == NULL) {
        fprintf(stderr, "no algorithm is called %s; there are:\n", id);
        for (size_t i = 0; (algorithm = dana_algorithm_at(i)) != NULL; i++) {
            if (algorithm->kind == DANA_KIND_CONTENT) {
                fprintf(stderr, "  %s\t%s\n", algorithm->id, algorithm->title);
            }
        }
        return 2;
    }
    bool fine = open_page(argv[1], &file, &err) &&
                show(file.page, algorithm, argv + (argc > 2 ? 3 : argc), &err);
    close_page(&file);
    return fine ? 0 : complain(argv[1], &err);
}
