/*
 * Extracts a file: its headline, then its main content as Markdown.
 * Usage: extract FILE [URL]     URL: where the page is from, to make its links absolute
 */
#include "pages.h"

#include <stdio.h>
#include <string.h>

/* The headline, empty where the page has none. Returns false with the reason in err. */
static bool find_headline(dana_page *page, dana_view *text, dana_error *err)
{
    const dana_algorithm *method = dana_algorithm_default(DANA_KIND_HEADLINE);
    dana_headline found;

    *text = (dana_view){"", 0};
    if (dana_find_headline(page, method, NULL, false, &found, err) != DANA_OK) {
        return false;
    }
    return !found.found || dana_candidate_text(page, &found.headline, text, err) == DANA_OK;
}

static bool print_content(dana_page *page, dana_view url, dana_error *err)
{
    dana_result content, document;
    dana_view headline, base, markdown;

    /* NULL: the algorithm's own parameters */
    if (dana_extract(page, dana_algorithm_default(DANA_KIND_CONTENT), NULL, &content, err) !=
            DANA_OK ||
        !find_headline(page, &headline, err) ||
        dana_result_with_headline(page, &content, headline, &document, err) != DANA_OK ||
        dana_page_base(page, url, &base, err) != DANA_OK ||
        dana_render_markdown(page, &document, base, &markdown, err) != DANA_OK) {
        return false;
    }
    if (headline.length > 0 && document.headline.start == document.headline.end) {
        fputs("# ", stdout); /* the content does not show it */
        print_line(headline);
        putchar('\n');
    }
    fwrite(markdown.data, 1, markdown.length, stdout);
    for (int warning = 0; warning < DANA_WARNING_COUNT; warning++) {
        if ((content.warnings & (1u << warning)) != 0) {
            fprintf(stderr, "warning: %s\n", dana_warning_text((dana_warning)warning));
        }
    }
    return true;
}

int main(int argc, char **argv)
{
    dana_error err;
    page_file file;

    if (argc != 2 && argc != 3) {
        fprintf(stderr, "usage: extract FILE [URL] (libdana %s)\n", dana_version());
        return 2;
    }
    const char *url = argc > 2 ? argv[2] : "";
    bool fine = open_page(argv[1], &file, &err) &&
                print_content(file.page, (dana_view){url, strlen(url)}, &err);
    close_page(&file);
    return fine ? 0 : complain(argv[1], &err);
}
