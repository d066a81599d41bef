#include "report/export.h"
#include "report/tables.h"

#include <stdlib.h>

static bool print_report(const api__report *r)
{
    switch (r->options->format) {
    case API_REPORT_CSV:
        return api__print_csv(r);
    case API_REPORT_JSON:
        return api__print_json(r);
    case API_REPORT_SVG:
        return api__print_svg(r);
    default:
        return api__print_tables(r);
    }
}

char *api_evaluation_report(const api_evaluation *evaluation, const api_corpus_page *pages,
                            const api_page_score *scores, size_t count,
                            const api_report_options *options, size_t *length)
{
    char *text = NULL;
    api__report r = {.evaluation = evaluation,
                     .pages = pages,
                     .scores = scores,
                     .count = count,
                     .options = options,
                     .out = open_memstream(&text, length)};

    if (r.out == NULL) {
        return NULL;
    }
    bool fine = print_report(&r);

    fine = fclose(r.out) == 0 && fine;
    if (!fine) {
        free(text);
        return NULL;
    }
    return text;
}
