/*
 * Phase four, the rendering of text, against its reference: the text that dana_render_text makes of
 * the selected lines, and the text nodes that libxml2's HTML parser makes of the same lines. They
 * must be equal except for white space, and nearly all words must be equal. libxml2 2.9.14 is not
 * an HTML5 parser. If the texts differ, the lines are rewritten without the markup that libxml2
 * does not know; then they must be equal.
 *   CORPORA=... corpus_reference [--all] [--list]
 */
#include "corpus.h"
#include "dana/extract.h"
#include "dana/text.h"
#include "growing_text.h"
#include "reference_text.h"
#include "rewrite_source.h"

#include <libxml/parser.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* Least word F1 between the two texts of one page. It is not 1: svg and button end words in the
 * reference, but not in danad's text. */
#define LEAST_PAGE_F1 0.98

typedef struct {
    size_t pages;
    size_t equal;
    size_t failures;
    size_t pages_by_cause[CAUSES];
    bool list;
} tally;

/* Characters that are not compared: other spaces, and those that are not seen. */
static size_t unseen_length(const char *p, size_t left)
{
    static const char *const unseen[] = {"\u00a0", "\u00ad", "\u3000", "\u2002", "\u2003",
                                         "\u200b", "\u200d", "\u2060", "\ufeff"};

    for (size_t i = 0; i < sizeof(unseen) / sizeof(unseen[0]); i++) {
        size_t length = strlen(unseen[i]);

        if (length <= left && memcmp(p, unseen[i], length) == 0) {
            return length;
        }
    }
    return 0;
}

/* Drops white space and what is not seen, so that only characters are compared. */
static void squeeze(growing_text *text)
{
    size_t kept = 0;

    for (size_t i = 0; i < text->length;) {
        size_t length = unseen_length(text->data + i, text->length - i);

        if (length == 0 && (unsigned char)text->data[i] > ' ') {
            text->data[kept++] = text->data[i];
        }
        i += length > 0 ? length : 1;
    }
    text->length = kept;
}

/* Drops soft hyphens, which stand in words. */
static void drop_hyphens(growing_text *text)
{
    size_t kept = 0;

    for (size_t i = 0; i < text->length; i++) {
        if (i + 1 < text->length && memcmp(text->data + i, "\u00ad", 2) == 0) {
            i++;
        } else {
            text->data[kept++] = text->data[i];
        }
    }
    text->length = kept;
}

/* The first offset at which two texts differ, moved to the start of a character. */
static size_t first_difference(growing_text *a, growing_text *b)
{
    size_t i = 0;

    append(a, "", 1);
    append(b, "", 1);
    a->length--;
    b->length--;
    while (i < a->length && i < b->length && a->data[i] == b->data[i]) {
        i++;
    }
    while (i > 0 && ((unsigned char)a->data[i] & 0xC0) == 0x80) {
        i--;
    }
    return i;
}

/* libxml2's text of the selected lines; of the rewritten lines if found is not NULL. */
static void reference_of(dana_page *opened, const dana_result *result, size_t *found,
                         growing_text *out)
{
    dana_view source = dana_page_source(opened);

    append(out, " ", 1);
    for (size_t i = 0; i < result->selection.count; i++) {
        dana_span span = result->selection.spans[i];
        growing_text lines = {0};
        growing_text fixed = {0};

        append(&lines, source.data + span.start, span.end - span.start);
        append(&lines, "", 1);
        lines.length--;
        if (found != NULL) {
            rewrite_source(&lines, &fixed, found);
        }
        const growing_text *read = found != NULL ? &fixed : &lines;

        reference_text(read->data, read->length, out);
        free(lines.data);
        free(fixed.data);
    }
}

/* Whether two texts have equal characters except white space, and nearly equal words. */
static bool agree(const corpus_page *page, dana_view text, growing_text *reference, bool tell)
{
    drop_hyphens(reference);
    double f1 = text.length == 0
                    ? 1.0
                    : corpus_word_f1(text, (dana_view){reference->data, reference->length}, NULL,
                                     NULL);
    growing_text ours = {0};

    append(&ours, text.data, text.length);
    squeeze(&ours);
    squeeze(reference);
    bool fine = f1 >= LEAST_PAGE_F1 && ours.length == reference->length &&
                (ours.length == 0 || memcmp(ours.data, reference->data, ours.length) == 0);

    if (!fine && tell) {
        size_t at = first_difference(&ours, reference);

        printf("%s/%s differs: word F1 %.4f, %zu and %zu bytes, at \"%.40s\" and \"%.40s\"\n",
               page->set, page->id, f1, ours.length, reference->length, ours.data + at,
               reference->data + at);
    }
    free(ours.data);
    return fine;
}

static void compare(const corpus_page *page, dana_page *opened, const dana_result *result,
                    dana_view text, tally *t)
{
    growing_text reference = {0};
    growing_text again = {0};
    size_t found[CAUSES] = {0};

    reference_of(opened, result, NULL, &reference);
    if (agree(page, text, &reference, t->list)) {
        t->equal++;
    } else {
        reference_of(opened, result, found, &again);
        t->failures += !agree(page, text, &again, true);
        for (size_t i = 0; i < CAUSES; i++) {
            t->pages_by_cause[i] += found[i] > 0;
        }
    }
    t->pages++;
    free(reference.data);
    free(again.data);
}

static bool visit(const corpus_page *page, void *arg)
{
    dana_page *opened;
    dana_result result;
    dana_view text;
    tally *t = arg;

    if (dana_page_open(page->html, page->html_length, 0, NULL, &opened, NULL) != DANA_OK) {
        t->failures++;
        return true;
    }
    if (dana_extract(opened, dana_algorithm_find(DANA_KIND_CONTENT, "addanag", 7), NULL, &result,
                     NULL) == DANA_OK &&
        dana_render_text(opened, &result, &text, NULL) == DANA_OK) {
        compare(page, opened, &result, text, t);
    } else {
        t->failures++;
    }
    dana_page_close(opened);
    return true;
}

int main(int argc, char **argv)
{
    const char *folder = corpus_folder();
    char *sets[CORPUS_MAX_SETS];
    bool all = corpus_takes_all(&argc, argv);
    tally t = {.list = argc > 1 && strcmp(argv[1], "--list") == 0};

    if (folder == NULL) {
        return 0;
    }
    size_t count = corpus_sets(folder, sets, CORPUS_MAX_SETS);

    for (size_t i = 0; i < count; i++) {
        corpus_each_of(folder, sets[i], all, visit, &t);
        free(sets[i]);
    }
    xmlCleanupParser();
    printf("%zu pages, %zu equal to libxml2's text of the same lines\n", t.pages, t.equal);
    for (size_t i = 0; i < CAUSES; i++) {
        printf("%5zu differ, but not where libxml2 is spared %s\n", t.pages_by_cause[i], causes[i]);
    }
    printf("tests: %zu passed, %zu failed\n", t.pages - t.failures, t.failures);
    return t.failures == 0 && t.pages > 0 ? 0 : 1;
}
