#include "report/cells.h"

#define NUMBER_WIDTH 8

void api__print_cell(const api__report *r, const char *text, int width, bool first)
{
    if (r->options->format == API_REPORT_MARKDOWN) {
        fprintf(r->out, "| %s ", text);
    } else if (first) {
        fprintf(r->out, "%-*s", width, text);
    } else {
        fprintf(r->out, "  %*s", width, text);
    }
}

void api__end_row(const api__report *r)
{
    fputs(r->options->format == API_REPORT_MARKDOWN ? "|\n" : "\n", r->out);
}

void api__print_rule(const api__report *r, size_t columns)
{
    if (r->options->format != API_REPORT_MARKDOWN) {
        return;
    }
    fputs("|---", r->out);
    for (size_t i = 1; i < columns; i++) {
        fputs("|--:", r->out);
    }
    fputs("|\n", r->out);
}

void api__print_ratio(const api__report *r, bool known, double value)
{
    char text[32] = "-";

    if (known) {
        snprintf(text, sizeof(text), "%.4f", value);
    }
    api__print_cell(r, text, NUMBER_WIDTH, false);
}

void api__print_count(const api__report *r, double value)
{
    char text[32];

    snprintf(text, sizeof(text), "%.0f", value);
    api__print_cell(r, text, NUMBER_WIDTH, false);
}
