/*
 * Random texts through the readers of JSON-LD and of dates, and random pages through metadata and
 * titlerank: every value must be valid. The same seed gives the same texts.
 * fuzz_metadata [COUNT [SEED]]   prints the seed of a text that fails
 */
#include "check_metadata.h"
#include "random.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_LENGTH ((size_t)16 * 1024)

/* Text that is hard for the readers. */
static const char *const pieces[] = {
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "\"",
    "\\",
    "\\u",
    "\\ud83d",
    "\\u0628",
    "\\\"",
    "<!--",
    "-->",
    "//<![CDATA[",
    "// x\n",
    "/*",
    "*/",
    "//]]>",
    "null",
    "1e9",
    "\n",
    "\t",
    "\x01",
    "\"@type\":\"NewsArticle\",",
    "\"@graph\":[",
    "\"author\":",
    "{\"name\":\"Anna Lee\"}",
    "\"@id\":\"#a\",",
    "\"datePublished\":",
    "\"2020-08-24T09:23:13+03:00\"",
    "\"mainEntity\":",
    "&amp;",
    "&#x41;",
    "<b>",
    "2020",
    "-",
    "/",
    ".",
    "08",
    "24",
    "T",
    "Z",
    "+03:30",
    ":",
    " ",
    "August",
    "\u0623\u063a\u0633\u0637\u0633",
    "\u0641\u0631\u0648\u0631\u062f\u06cc\u0646",
    "\u4ee4\u548c2\u5e74",
    "24 \u0e15.\u0e04. 2562",
    "24 \u0e15.\u0e04. 62",
    "2020. gada ",
    " | ",
    "\u06f1\u06f4\u06f0\u06f3",
    "\u0661",
    "\u5e74",
    "\u6708",
    "\u65e5",
    "\ub144",
    "12:15",
    "a.m.",
    "1394744400",
    "99999999999999999999",
    "\u00a0",
    "<script type=application/ld+json>",
    "</script>",
    "<span class='author date updated'>",
    "</span>",
    "<div class='comments related'>",
    "</div>",
    "<time datetime='2020-01-01T10:00'>",
    "</time>",
    "<meta name=author content='By Anna'>",
    "<meta property=article:published_time content=2020-1-1>",
    "<a rel=author href=/author/x>",
    "</a>",
    "<h1>",
    "</h1>",
    "<p itemprop=author>",
    "</p>",
    "by ",
    "By Anna Lee and Tom Ray",
    "<html lang=fa dir=rtl>",
    "<link rel=canonical href=/x>",
    "<title>",
    "</title>",
    "\U0001F600",
    "<div class=post>",
    "<li class=comment id=c1>",
    "</li>",
    "<div class=q>",
    "<noscript>",
    "</noscript>",
    "<svg>",
    "<!",
    "<",
    "\u4f5c\u8005\uff1a",
};

#define PIECE_COUNT (sizeof(pieces) / sizeof(pieces[0]))

/* A text of exact size on the heap, so that a read beyond the end is detected. */
static char *make_text(size_t *length)
{
    char *text = malloc(MAX_LENGTH);
    size_t wanted = random_below(300) + 1;

    *length = 0;
    for (size_t i = 0; i < wanted; i++) {
        const char *piece = pieces[random_below(PIECE_COUNT)];
        size_t n = strlen(piece);

        if (*length + n <= MAX_LENGTH) {
            memcpy(text + *length, piece, n);
            *length += n;
        }
    }
    return realloc(text, *length > 0 ? *length : 1);
}

int main(int argc, char **argv)
{
    unsigned long count = argc > 1 ? strtoul(argv[1], NULL, 10) : 10000;
    unsigned long seed = argc > 2 ? strtoul(argv[2], NULL, 10) : 1;
    unsigned long failed = 0;

    for (unsigned long i = 0; i < count; i++) {
        size_t length;

        random_state = (seed + i) * 0x9E3779B97F4A7C15u + 1;
        char *data = make_text(&length);
        dana_view text = {data, length};
        const char *wrong = check_json_ld(text);

        wrong = wrong != NULL ? wrong : check_dates(text);
        wrong = wrong != NULL ? wrong : check_page_metadata(text);
        if (wrong != NULL) {
            printf("FAILED seed %lu: %s\n", seed + i, wrong);
            failed++;
        }
        free(data);
    }
    printf("tests: %lu passed, %lu failed\n", count - failed, failed);
    return failed == 0 ? 0 : 1;
}
