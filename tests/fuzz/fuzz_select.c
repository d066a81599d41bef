/*
 * Selectors: random ones on random pages, compared with a slow matcher over a tree; and random
 * texts, which are refused at a place inside them or taken. The same seed gives the same.
 * fuzz_select [COUNT [SEED]]   prints the seed that fails
 */
#include "base/ascii.h"
#include "common.h"
#include "dana/extract.h"
#include "dana/select.h"
#include "dana/text.h"
#include "random.h"
#include "select_compare.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_LENGTH ((size_t)4096)

/* Pieces of pages: what nests, what implies ends, what is misnested. */
static const char *const html_pieces[] = {
    "<div class='a b'>",
    "<div id=x class=c>",
    "</div>",
    "<p>",
    "<p class=a>",
    "</p>",
    "<ul>",
    "<li class=a>",
    "<li>",
    "</li>",
    "</ul>",
    "<table>",
    "<tr>",
    "<td class=b>",
    "</td>",
    "</table>",
    "<tbody>",
    "<caption>",
    "<col>",
    "<b>",
    "<b class=a>",
    "</b>",
    "<a href=/x-y>",
    "<a href='/x'>",
    "</a>",
    "<span lang=en-GB>",
    "</span>",
    "<dl>",
    "<dt>",
    "<dd>",
    "</dl>",
    "<form>",
    "</form>",
    "<button>",
    "</button>",
    "<h2>",
    "</h3>",
    "<br>",
    "<img src=a>",
    "<script>x</script>",
    "<section title='&lt;a b'>",
    "</section>",
    "<head>",
    "</head>",
    "</body>",
    "text ",
    " ",
    "<!-- c -->",
    "<noscript>",
    "</noscript>",
    "<math>",
    "<mi/>",
    "</math>",
    "<ruby>",
    "<rt>",
    "<custom-elementname class='a'>",
    "</custom-elementname>",
};

/* Pieces of selectors. */
static const char *const css_pieces[] = {
    "a",           "div",
    ".a",          "#x",
    "*",           "[",
    "]",           "=",
    "~=",          "\"",
    "'",           "\\",
    "\\2c ",       " ",
    ">",           "+",
    "~",           ",",
    ":",           "::",
    ":not(",       ")",
    ":nth-child(", "2n+1",
    "-n + 3",      "odd",
    "n",           "99999999999",
    "i",           ":first-child",
    ":last-child", "|",
    "-",           "--",
    "\n",          "\xC3\xA9",
    "9",           "[href^=\"/\" i]",
    "/*",
};

/* Joins random pieces; sometimes one byte is another one. */
static size_t make_text(const char *const *pieces, size_t count, size_t most, char *out)
{
    size_t length = 0;

    for (size_t n = random_below(most); n > 0; n--) {
        const char *piece = pieces[random_below(count)];
        size_t size = strlen(piece);

        if (length + size >= MAX_LENGTH) {
            break;
        }
        memcpy(out + length, piece, size);
        length += size;
    }
    out[length] = '\0';
    return length;
}

static bool check_page(void)
{
    char html[MAX_LENGTH];
    size_t length = make_text(html_pieces, DANA__COUNT(html_pieces), 60, html);
    dana_page *page;

    if (dana_page_open(html, length, 0, NULL, &page, NULL) != DANA_OK) {
        return false;
    }
    bool fine = reference_compare(page, 8);

    dana_page_close(page);
    if (!fine) {
        printf("  on %s\n", html);
    }
    return fine;
}

/* A random text: refused at a place of it, or taken, and then a page answers it. */
static bool check_text(void)
{
    static const char html[] = "<div class=a id=x><p>one</p><a href=/x>two</a></div><p>three";
    char css[MAX_LENGTH];
    dana_view list = {css, make_text(css_pieces, DANA__COUNT(css_pieces), 12, css)};
    dana_selectors selectors = {.remove = &list, .remove_count = 1};
    dana_error err = {.status = DANA_OK};
    dana_page *page;
    size_t which = 0;
    dana_status status = dana_selectors_check(&selectors, &which, &err);

    if (status != DANA_OK) {
        return status == DANA_INVALID_PARAM && which == 0 && err.position <= list.length &&
               err.message[0] != '\0';
    }
    if (dana_page_open(html, sizeof(html) - 1, 0, NULL, &page, NULL) != DANA_OK) {
        return false;
    }
    dana_result result;
    dana_view text;
    bool fine = dana_page_select(page, &selectors, &err) == DANA_OK &&
                dana_extract(page, dana_algorithm_default(DANA_KIND_CONTENT), NULL, &result,
                             &err) == DANA_OK &&
                dana_render_text(page, &result, &text, &err) == DANA_OK &&
                dana_page_source(page).data == html;

    dana_page_close(page);
    return fine;
}

int main(int argc, char **argv)
{
    size_t count = argc > 1 ? strtoul(argv[1], NULL, 10) : 1000;
    uint64_t first = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;

    for (uint64_t seed = first; seed < first + count; seed++) {
        random_state = seed * UINT64_C(0x9E3779B97F4A7C15);
        if (!check_page() || !check_text()) {
            printf("tests: %zu passed, 1 failed\nseed %" PRIu64 "\n", (size_t)(seed - first), seed);
            return 1;
        }
    }
    printf("tests: %zu passed, 0 failed\n", count);
    return 0;
}
