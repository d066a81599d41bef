/*
 * What core alone takes for the work of a default request: the page's bytes decoded, `auto`, its
 * text, profile and headline. For wire.py, beside requests with the same page. bench_page FILE
 * ROUNDS     prints milliseconds of CPU a page
 */
#include "dana/decode.h"
#include "dana/extract.h"
#include "dana/headline.h"
#include "dana/page.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

/* Results, so that the compiler cannot remove the work. */
static size_t output_bytes;

static void stop(const char *what)
{
    fprintf(stderr, "bench_page: %s\n", what);
    exit(1);
}

/* CPU of the process so far, in milliseconds. */
static double used_ms(void)
{
    return (double)clock() * 1e3 / CLOCKS_PER_SEC;
}

static void find(dana_page *page)
{
    const dana_algorithm *algorithm = dana_algorithm_default(DANA_KIND_CONTENT);
    dana_params params;
    dana_result result;
    dana_headline headline;
    dana_view text;
    dana_error err;

    dana_params_defaults(algorithm, &params);
    if (dana_extract(page, algorithm, &params, &result, &err) != DANA_OK ||
        dana_render_text(page, &result, &text, &err) != DANA_OK) {
        stop(err.message);
    }
    algorithm = dana_algorithm_default(DANA_KIND_HEADLINE);
    dana_params_defaults(algorithm, &params);
    if (dana_find_headline(page, algorithm, &params, false, &headline, &err) != DANA_OK) {
        stop(err.message);
    }
    output_bytes += text.length + headline.headline.span.end;
}

static void run(const char *bytes, size_t length)
{
    dana_decoded decoded = {.name = NULL};
    dana_page *page;
    dana_error err;

    if (dana_decode(bytes, length, (dana_view){NULL, 0}, DANA_SOURCE_MAX, NULL, &decoded, &err) !=
            DANA_OK ||
        dana_page_open(decoded.text.data, decoded.text.length, 0, NULL, &page, &err) != DANA_OK) {
        stop(err.message);
    }
    find(page);
    dana_page_close(page);
    dana_decoded_clear(&decoded);
}

int main(int argc, char **argv)
{
    static char bytes[DANA_SOURCE_MAX];
    FILE *file = argc == 3 ? fopen(argv[1], "rbe") : NULL;
    long rounds = argc == 3 ? strtol(argv[2], NULL, 10) : 0;

    if (file == NULL || rounds < 1) {
        stop("usage: bench_page FILE ROUNDS");
    }
    size_t length = fread(bytes, 1, sizeof bytes, file);

    fclose(file);
    run(bytes, length);
    double began_ms = used_ms();
    for (long i = 0; i < rounds; i++) {
        run(bytes, length);
    }
    printf("%.4f\n", (used_ms() - began_ms) / (double)rounds);
    return output_bytes == 0;
}
