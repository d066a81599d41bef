/*
 * Posts and comments of real pages. There is no gold for items. Measured are the word F1 of their
 * texts together against the gold of the page, next to that of `auto` on the same pages, and how
 * many items have an author and a date.
 *   corpus_posts [--all] [--type TYPE] [--least N] [SET...]   one line a page, then the means
 *   corpus_posts --show ID                prints the items of one page
 * TYPE: forum. --least fails if fewer authors, or fewer dates, are found.
 */
#include "corpus.h"
#include "dana/extract.h"
#include "dana/headline.h"
#include "dana/posts.h"
#include "dana/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    const char *type;
    const char *shown; /* id of the page to print, NULL: none */
    size_t least;      /* authors, and dates */
    size_t pages;
    size_t with_items;
    size_t items;
    size_t authors;
    size_t dates;
    double f1;
    double auto_f1;
    size_t failures;
} tally;

static void show(const dana_posts *posts)
{
    for (size_t i = 0; i < posts->count; i++) {
        const dana_post *p = &posts->items[i];

        printf("%zu %s depth %u parent %d | %.*s | %.*s | %.*s%s\n", i,
               p->kind == DANA_ITEM_POST ? "post" : "comment", p->depth, p->parent,
               (int)p->author.length, p->author.data != NULL ? p->author.data : "",
               (int)p->date.length, p->date.data != NULL ? p->date.data : "",
               (int)(p->text.length < 160 ? p->text.length : 160), p->text.data,
               p->text.length > 160 ? "..." : "");
    }
}

/* The texts of all items, a newline between them. */
static dana_view join(const dana_posts *posts, char *room)
{
    size_t length = 0;

    for (size_t i = 0; i < posts->count; i++) {
        memcpy(room + length, posts->items[i].text.data, posts->items[i].text.length);
        length += posts->items[i].text.length;
        room[length++] = '\n';
    }
    return (dana_view){room, length};
}

/* What must be true for the items of any page. */
static const char *check(const dana_posts *posts, size_t source_length)
{
    for (size_t i = 0; i < posts->count; i++) {
        const dana_post *p = &posts->items[i];
        uint32_t behind = p->span.start;

        if (p->parent >= (int32_t)i || (p->parent < 0) != (p->depth == 0)) {
            return "a parent";
        }
        if (p->span.start >= p->span.end || p->span.end > source_length ||
            dana_utf8_valid_length(p->text.data, p->text.length) != p->text.length) {
            return "a span or a text";
        }
        for (size_t k = 0; k < p->range_count; k++) {
            if (p->ranges[k].start < behind || p->ranges[k].end <= p->ranges[k].start ||
                p->ranges[k].end > p->span.end) {
                return "a range";
            }
            behind = p->ranges[k].end;
        }
    }
    return NULL;
}

static void judge(tally *t, const corpus_page *page, const dana_posts *posts, dana_view text)
{
    size_t authors = 0;
    size_t dates = 0;
    size_t comments = 0;
    double f1 = 0;

    for (size_t i = 0; i < posts->count; i++) {
        authors += posts->items[i].author.length > 0;
        dates += posts->items[i].date.length > 0;
        comments += posts->items[i].kind == DANA_ITEM_COMMENT;
    }
    t->pages++;
    t->with_items += posts->count > 0;
    t->items += posts->count;
    t->authors += authors;
    t->dates += dates;
    if (page->gold != NULL) {
        char *room = malloc(page->html_length * 2 + posts->count + 1);
        dana_view gold = {page->gold, page->gold_length};

        f1 = corpus_word_f1(join(posts, room), gold, NULL, NULL);
        t->f1 += posts->count > 0 ? f1 : 0;
        t->auto_f1 += posts->count > 0 ? corpus_word_f1(text, gold, NULL, NULL) : 0;
        free(room);
    }
    printf("%-12s %-10s posts %3zu comments %3zu authors %3zu dates %3zu  F1 %.3f\n", page->id,
           page->page_type != NULL ? page->page_type : "-", posts->count - comments, comments,
           authors, dates, f1);
}

static bool visit(const corpus_page *page, void *arg)
{
    tally *t = arg;
    dana_page *opened;
    dana_result result;
    dana_headline headline;
    dana_posts posts;
    dana_view text;
    dana_error err;
    const char *wrong = "it cannot be run";
    bool chosen = t->shown != NULL ? strcmp(t->shown, page->id) == 0
                                   : t->type == NULL || (page->page_type != NULL &&
                                                         strcmp(t->type, page->page_type) == 0);

    if (!chosen) {
        return true;
    }
    if (dana_page_open(page->html, page->html_length, 0, NULL, &opened, &err) != DANA_OK) {
        t->failures++;
        return true;
    }
    if (dana_extract(opened, dana_algorithm_find(DANA_KIND_CONTENT, "auto", 4), NULL, &result,
                     &err) == DANA_OK &&
        dana_render_text(opened, &result, &text, &err) == DANA_OK &&
        dana_find_headline(opened, dana_algorithm_default(DANA_KIND_HEADLINE), NULL, false,
                           &headline, &err) == DANA_OK) {
        dana_metadata_input input = {.url = {"", 0}, .result = &result, .text = text};

        if (headline.found) {
            input.headline = headline.headline.span;
        }
        if (dana_find_posts(opened, &input, &posts, &err) == DANA_OK) {
            wrong = check(&posts, page->html_length);
            judge(t, page, &posts, text);
            if (t->shown != NULL) {
                show(&posts);
            }
        }
    }
    if (wrong != NULL) {
        printf("FAILED %s/%s: %s\n", page->set, page->id, wrong);
        t->failures++;
    }
    dana_page_close(opened);
    return true;
}

/* Reads the flags, each with a value. Returns the index of the first set. */
static int read_flags(int argc, char **argv, tally *t)
{
    int first = 1;

    for (; first + 1 < argc && argv[first][0] == '-'; first += 2) {
        if (strcmp(argv[first], "--type") == 0) {
            t->type = argv[first + 1];
        } else if (strcmp(argv[first], "--least") == 0) {
            t->least = strtoul(argv[first + 1], NULL, 10);
        } else {
            t->shown = argv[first + 1];
        }
    }
    return first;
}

/* Prints the means. Returns whether all is well. */
static bool report(const tally *t)
{
    double n = t->with_items > 0 ? (double)t->with_items : 1;
    bool few = t->authors < t->least || t->dates < t->least;

    printf(
        "%zu pages, %zu with items: %zu items, %zu authors, %zu dates; F1 of the pages with items: "
        "%.3f, of auto there %.3f\n",
        t->pages, t->with_items, t->items, t->authors, t->dates, t->f1 / n, t->auto_f1 / n);
    if (few) {
        printf("FAILED: fewer than %zu authors or dates\n", t->least);
    }
    printf("tests: %zu passed, %zu failed\n", t->pages - t->failures, t->failures + few);
    return t->failures == 0 && !few;
}

int main(int argc, char **argv)
{
    bool all = corpus_takes_all(&argc, argv);
    const char *folder = corpus_folder();
    char *sets[CORPUS_MAX_SETS];
    tally t = {0};
    int first = read_flags(argc, argv, &t);

    if (folder == NULL) {
        return 0;
    }
    all = all || first < argc || t.shown != NULL;
    size_t set_count = corpus_sets(folder, sets, CORPUS_MAX_SETS);

    for (size_t i = 0; i < set_count; i++) {
        bool chosen = first >= argc;

        for (int k = first; k < argc; k++) {
            chosen = chosen || strcmp(argv[k], sets[i]) == 0;
        }
        if (chosen && corpus_each_of(folder, sets[i], all, visit, &t) < 0) {
            t.failures++;
        }
        free(sets[i]);
    }
    return report(&t) ? 0 : 1;
}
