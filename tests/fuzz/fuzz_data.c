/*
 * Random data in scripts and attributes of a shell: whatever is taken as content must be valid
 * UTF-8, its strings must lie in the source in order, and Markdown and HTML can be made of it. The
 * same seed gives the same pages.
 * fuzz_data [COUNT [SEED]]   prints the seed of a page that fails
 */
#include "common.h"
#include "dana/algorithm.h"
#include "dana/extract.h"
#include "dana/format.h"
#include "dana/headline.h"
#include "dana/language.h"
#include "dana/links.h"
#include "dana/metadata.h"
#include "dana/text.h"
#include "random.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PROSE                                                                                      \
    "The harbour reopened on Monday, said the officer who runs the ferry and the tugs of it. "

static const char *const heads[] = {
    "<div id=root></div><script>window.x=",
    "<div id=root></div><script>x=(function(a,b,c){return ",
    "<div id=root></div><script type=application/json>",
    "<div id=root></div><script type=application/ld+json>",
    "<div id=root></div><script>x=JSON.parse(\"",
    "<div id=root data-page='",
    "<title>The harbour</title><script>s.push(",
};

static const char *const pieces[] = {
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "\"",
    "'",
    "`",
    "\\",
    "(",
    ")",
    "\\\"",
    "\\u003cp\\u003e",
    "\\u{1F600}",
    "\\ud83d",
    "\\x41",
    "&quot;",
    "&q;",
    "&l;p&g;",
    "%7B",
    "%22",
    "//",
    "/*",
    "*/",
    "\n",
    "0",
    "1",
    "2",
    "7",
    "-5",
    "null",
    "a",
    "b",
    "_1",
    "\xD8\xB3",
    "\xE6\xB8\xAF\xE5\x8F\xA3",
    "{\"title\":\"The harbour\",",
    "\"body\":",
    "\"" PROSE "\"",
    "\"<p>" PROSE "</p>\"",
    PROSE,
    "\"text\":",
    "\"blocks\":[",
    "{\"type\":\"paragraph\",\"data\":{\"text\":\"" PROSE "\"}},",
    "{\"type\":\"list\",\"style\":\"ordered\",\"items\":[\"a b c\",\"d e f\"]},",
    "{\"_type\":\"block\",\"style\":\"h2\",\"children\":[{\"_type\":\"span\",\"text\":\"Night\"}]}"
    ",",
    "\"articleBody\":",
    "\"author\":{\"name\":\"Anna\"},",
    "\"publishedAt\":\"2024-05-03\",",
    "[[\"Reactive\",1],{\"a\":2,\"body\":3},",
    "[{\"_1\":2},\"body\",",
    "\"{\\\"body\\\":\\\"" PROSE "\\\"}\"",
    "<b>",
    "<!--",
    "<textarea>",
    "</p>",
    "}(",
    "))",
    "return{",
};

static char *make_page(size_t *length)
{
    size_t room = 64 * 1024;
    char *page = malloc(room);
    size_t used = 0;

    if (page == NULL) {
        abort();
    }
    for (size_t script = 1 + random_below(3); script > 0; script--) {
        const char *head = heads[random_below(COUNT_OF(heads))];

        used += (size_t)snprintf(page + used, room - used, "%s", head);
        for (size_t i = 2 + random_below(60); i > 0; i--) {
            const char *piece = pieces[random_below(COUNT_OF(pieces))];

            used += (size_t)snprintf(page + used, room - used, "%s", piece);
        }
        used += (size_t)snprintf(page + used, room - used, "</script>");
    }
    page = realloc(page, used);
    *length = used;
    return page;
}

static bool is_valid(dana_view text)
{
    return dana_utf8_valid_length(text.data, text.length) == text.length;
}

static const char *check_selection(const dana_result *result, size_t length)
{
    size_t last = 0;

    for (size_t i = 0; i < result->selection.count; i++) {
        dana_span span = result->selection.spans[i];

        if (span.start < last || span.end < span.start || span.end > length) {
            return "a span of the selection";
        }
        last = span.end;
    }
    return NULL;
}

static const char *check_forms(dana_page *page, const dana_result *result, size_t length)
{
    const dana_view base = {"https://h.example/", 18};
    dana_view text;
    dana_view markdown;
    dana_view html;
    const dana_link *links;
    const dana_range *ranges;
    size_t count;

    if (dana_render_text(page, result, &text, NULL) != DANA_OK ||
        dana_render_markdown(page, result, base, &markdown, NULL) != DANA_OK ||
        dana_render_html(page, result, base, &html, NULL) != DANA_OK ||
        dana_result_links(page, result, base, &links, &count, NULL) != DANA_OK) {
        return "rendering";
    }
    for (size_t i = 0; i < count; i++) {
        if (links[i].span.end > length || !is_valid(links[i].text)) {
            return "a link";
        }
    }
    if (dana_result_ranges(page, result, &ranges, &count, NULL) != DANA_OK) {
        return "ranges";
    }
    return is_valid(text) && is_valid(markdown) && is_valid(html) ? NULL : "a form";
}

static const char *check_rest(dana_page *page, const dana_result *result)
{
    dana_headline headline;
    dana_language language;
    dana_metadata m;
    dana_metadata_input input = {.url = {"", 0}, .result = result};

    if (dana_render_text(page, result, &input.text, NULL) != DANA_OK ||
        dana_find_language(page, result->scan, input.text, &language, NULL) != DANA_OK ||
        dana_find_headline(page, dana_algorithm_default(DANA_KIND_HEADLINE), NULL, true, &headline,
                           NULL) != DANA_OK ||
        dana_find_metadata(page, &input, &m, NULL) != DANA_OK) {
        return "the rest";
    }
    for (size_t i = 0; i < m.author_count; i++) {
        if (!is_valid(m.authors[i])) {
            return "an author";
        }
    }
    return !headline.found || headline.headline.text.data == NULL ||
                   is_valid(headline.headline.text)
               ? NULL
               : "the headline";
}

/* *taken: whether the content is from data. */
static const char *check_page(const char *data, size_t length, bool *taken)
{
    dana_page *page;
    dana_result result;
    const char *wrong = "the extraction";

    if (dana_page_open(data, length, 8u << 20, NULL, &page, NULL) != DANA_OK) {
        return "opening it";
    }
    if (dana_extract(page, dana_algorithm_default(DANA_KIND_CONTENT), NULL, &result, NULL) ==
        DANA_OK) {
        *taken = result.data != NULL;
        wrong = check_selection(&result, length);
        wrong = wrong != NULL ? wrong : check_forms(page, &result, length);
        wrong = wrong != NULL ? wrong : check_rest(page, &result);
    }
    dana_page_close(page);
    return wrong;
}

int main(int argc, char **argv)
{
    unsigned long count = argc > 1 ? strtoul(argv[1], NULL, 10) : 10000;
    unsigned long seed = argc > 2 ? strtoul(argv[2], NULL, 10) : 1;
    unsigned long failed = 0;
    unsigned long from_data = 0;

    for (unsigned long i = 0; i < count; i++) {
        size_t length;
        bool taken = false;

        random_state = (seed + i) * 0x9E3779B97F4A7C15u + 1;
        char *data = make_page(&length);
        const char *wrong = check_page(data, length, &taken);

        if (wrong != NULL) {
            printf("FAILED seed %lu: %s\n", seed + i, wrong);
            failed++;
        }
        from_data += taken;
        free(data);
    }
    /* Pages that are all passed over would show nothing. */
    failed += from_data * 50 < count;
    printf("tests: %lu passed, %lu failed; %lu with content from data\n", count - failed, failed,
           from_data);
    return failed == 0 ? 0 : 1;
}
