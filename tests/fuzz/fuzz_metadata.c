/*
 * Random texts through the readers of JSON-LD and of dates, and random pages through metadata and
 * titlerank: every value must be valid. The same seed gives the same texts.
 * fuzz_metadata [COUNT [SEED]]   prints the seed of a text that fails
 */
#include "dana/extract.h"
#include "dana/headline.h"
#include "dana/metadata.h"
#include "dana/posts.h"
#include "dana/text.h"
#include "dates/date.h"
#include "jsonld/json.h"
#include "random.h"
#include "text/plain_text.h"

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

static bool is_valid(dana_view text)
{
    return text.length == 0 || dana_utf8_valid_length(text.data, text.length) == text.length;
}

/* Reads a text as JSON. Returns what is wrong, NULL if nothing is. */
static const char *check_json(dana_view text)
{
    dana_arena *arena = dana_arena_new(MAX_LENGTH * 64, NULL);
    dana__json json;
    dana__json_event event;
    size_t events = 0;
    const char *wrong = NULL;

    dana__json_start(&json, text);
    for (dana__json_next(&json, &event); event.kind != DANA__JSON_END && wrong == NULL;
         dana__json_next(&json, &event)) {
        dana_view out = {NULL, 0};
        dana_error err;

        if (++events > text.length) {
            wrong = "JSON: more events than bytes";
        } else if (event.text.data != NULL &&
                   (event.text.data < text.data ||
                    event.text.data + event.text.length > text.data + text.length)) {
            wrong = "JSON: a string outside the text";
        } else if (event.kind == DANA__JSON_STRING &&
                   (dana__json_text(arena, event.text, 500, &out, &err) != DANA_OK ||
                    !is_valid(out))) {
            wrong = "JSON: a string's text";
        }
    }
    dana_arena_free(arena);
    return wrong;
}

/* A date that was read must be the same when written and read again. */
static const char *check_dates(dana_view text)
{
    dana__date_reading reading = {.machine = random_below(2) == 0,
                                  .solar = random_below(2) == 0,
                                  .month_first = random_below(2) == 0};
    dana__date date;
    dana__date again;
    dana_span span;
    char written[DANA__DATE_MAX];

    if (!dana__find_date(text, reading, &date, &span)) {
        return NULL;
    }
    if (span.start >= span.end || span.end > text.length) {
        return "a date's span";
    }
    size_t length = dana__write_date(&date, written);

    if (length >= DANA__DATE_MAX ||
        !dana__find_date((dana_view){written, length}, (dana__date_reading){0}, &again, &span)) {
        return "a date as it is written";
    }
    if (!dana__same_day(&date, &again) || date.has_time != again.has_time ||
        date.hour != again.hour || date.minute != again.minute || date.second != again.second ||
        (date.has_time && date.has_zone && date.zone_minutes != again.zone_minutes)) {
        return "a date read again";
    }
    return NULL;
}

static const char *check_metadata(const dana_metadata *m)
{
    const dana_metadata_field *fields[] = {&m->published, &m->modified,     &m->language,
                                           &m->site_name, &m->excerpt,      &m->direction,
                                           &m->image,     &m->canonical_url};

    for (size_t i = 0; i < sizeof(fields) / sizeof(fields[0]); i++) {
        if (fields[i]->value.data != NULL &&
            (fields[i]->value.length == 0 || !is_valid(fields[i]->value))) {
            return "a field";
        }
    }
    for (size_t i = 0; i < m->author_count; i++) {
        if (m->authors[i].length == 0 || !is_valid(m->authors[i])) {
            return "an author";
        }
    }
    for (size_t i = 0; i < m->subtitle_count; i++) {
        if (m->subtitles[i].text.length == 0 || !is_valid(m->subtitles[i].text)) {
            return "a subtitle";
        }
    }
    return NULL;
}

static const char *check_posts(dana_page *page, const dana_metadata_input *input, size_t length)
{
    dana_posts posts;

    if (dana_find_posts(page, input, &posts, NULL) != DANA_OK) {
        return "finding posts";
    }
    for (size_t i = 0; i < posts.count; i++) {
        const dana_post *p = &posts.items[i];

        if (p->parent >= (int32_t)i || p->span.end > length || p->span.start >= p->span.end ||
            !is_valid(p->text) || (p->author.data != NULL && !is_valid(p->author))) {
            return "a post";
        }
        for (size_t k = 0; k < p->range_count; k++) {
            if (p->ranges[k].start < p->span.start || p->ranges[k].end > p->span.end ||
                p->ranges[k].start >= p->ranges[k].end) {
                return "a post's range";
            }
        }
    }
    return NULL;
}

static const char *check_headline(dana_page *page, size_t length)
{
    dana_headline headline;

    if (dana_find_headline(page, dana_algorithm_find(DANA_KIND_HEADLINE, "titlerank", 9), NULL,
                           true, &headline, NULL) != DANA_OK) {
        return "finding the headline";
    }
    for (size_t i = 0; i < headline.candidate_count; i++) {
        const dana_candidate *c = &headline.candidates[i];

        if (c->text.length == 0 || !is_valid(c->text) || c->span.start >= c->span.end ||
            c->span.end > length) {
            return "a headline";
        }
    }
    return NULL;
}

static const char *check_page(dana_view text)
{
    dana_page *page;
    dana_result result;
    dana_view rendered;
    dana_metadata m;
    const char *wrong = "the extraction";

    if (dana_page_open(text.data, text.length, 64 * MAX_LENGTH, NULL, &page, NULL) != DANA_OK) {
        return "opening it";
    }
    if (dana_extract(page, dana_algorithm_find(DANA_KIND_CONTENT, "auto", 4), NULL, &result,
                     NULL) == DANA_OK &&
        dana_render_text(page, &result, &rendered, NULL) == DANA_OK) {
        dana_metadata_input input = {
            .url = {"https://h.example/a/", 20}, .result = &result, .text = rendered};

        wrong = dana_find_metadata(page, &input, &m, NULL) == DANA_OK ? check_metadata(&m)
                                                                      : "finding it";
        wrong = wrong != NULL ? wrong : check_posts(page, &input, text.length);
        wrong = wrong != NULL ? wrong : check_headline(page, text.length);
    }
    dana_page_close(page);
    return wrong;
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
        const char *wrong = check_json(text);

        wrong = wrong != NULL ? wrong : check_dates(text);
        wrong = wrong != NULL ? wrong : check_page(text);
        if (wrong != NULL) {
            printf("FAILED seed %lu: %s\n", seed + i, wrong);
            failed++;
        }
        free(data);
    }
    printf("tests: %lu passed, %lu failed\n", count - failed, failed);
    return failed == 0 ? 0 : 1;
}
