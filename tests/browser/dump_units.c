/*
 * The text units of pages for dom.py, as core has them. Reads from its input, again and again, a
 * line "LENGTH" and so many bytes of UTF-8; writes a line "COUNT" and so many lines: the elements
 * that a unit lies in from the outermost on, a tab, its text with spaces for white space. Of
 * elements that core does not tell apart the name is "*". COUNT -1: the page is refused.
 */
#include "dana/extract.h"
#include "dom/dom.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DEPTH_MAX 4096

static const char *const names[DANA__ELEMENT_COUNT] = {
    [DANA__OTHER] = "*",
#include "dom/element_names.def"
};

static void print_path(const dana__dom *dom, size_t unit)
{
    const char *path[DEPTH_MAX];
    size_t depth = 0;

    for (size_t n = dom->unit_nodes[unit]; n != 0 && depth < DEPTH_MAX; n = dom->nodes[n].parent) {
        path[depth++] = names[dom->nodes[n].element];
    }
    while (depth > 0) {
        fputs(path[--depth], stdout);
        putchar(' ');
    }
}

static void print_text(dana_view text)
{
    putchar('\t');
    for (size_t i = 0; i < text.length; i++) {
        char c = text.data[i];

        putchar((unsigned char)c <= ' ' ? ' ' : c);
    }
    putchar('\n');
}

static bool print_units(dana_page *page, const dana_result *result)
{
    const dana__dom *dom;

    if (dana__dom_view(page, &dom, NULL) != DANA_OK) {
        return false;
    }
    const dana_scan_options plain = {.rtl_ranges_only = false};
    const dana_scan *scan;

    if (dana_scan_page(page, &plain, &scan, NULL) != DANA_OK) {
        return false;
    }
    printf("%zu\n", scan->unit_count);
    for (size_t i = 0; i < scan->unit_count; i++) {
        dana_span span = {scan->units[i].start, scan->units[i].start + scan->units[i].length};
        dana_result part = *result;
        dana_view text;

        part.scan = scan;
        part.selection = (dana_selection){&span, 1};
        if (dana_render_text(page, &part, &text, NULL) != DANA_OK) {
            return false;
        }
        print_path(dom, i);
        print_text(text);
    }
    return true;
}

static void dump(const char *html, size_t length)
{
    const dana_algorithm *plain = dana_algorithm_find(DANA_KIND_CONTENT, "addanag", 7);
    dana_page *page;
    dana_result result;

    if (dana_page_open(html, length, 0, NULL, &page, NULL) != DANA_OK) {
        puts("-1");
        return;
    }
    if (dana_extract(page, plain, NULL, &result, NULL) != DANA_OK || !print_units(page, &result)) {
        puts("-1");
    }
    dana_page_close(page);
}

int main(void)
{
    size_t length;

    while (scanf("%zu", &length) == 1 && getchar() == '\n') {
        char *html = malloc(length + 1);

        if (html == NULL || fread(html, 1, length, stdin) != length) {
            return 1;
        }
        dump(html, length);
        fflush(stdout);
        free(html);
    }
    return 0;
}
