/*
 * Whether content and headlines are found equally well in every script: word F1 of `auto` and exact
 * match of the headline methods on wcxb-dev as it is, and with each Latin letter of its texts, its
 * title and the names in its markup written as an Arabic one. Fails if the two scores of auto, or
 * of titlerank, differ by more than .01.
 */
#include "corpus.h"
#include "dana/evaluate.h"
#include "dana/extract.h"
#include "dana/headline.h"
#include "html/references.h"
#include "title/rank/candidates.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LARGEST_DIFFERENCE 0.01
#define METHODS            2

static const char *const ids[METHODS] = {"titlerank", "titlefinder"};

typedef struct {
    size_t pages;
    size_t failures;
    size_t right[METHODS][2]; /* as it is, transliterated */
    size_t contents;          /* pages with gold text */
    double f1[2];             /* of auto, in sum */
} sums;

/* A text that grows: room for twice the source. */
typedef struct {
    char *data;
    size_t length;
} output;

/* Writes a Latin letter as one of U+0628 to U+063A, U+0641 to U+0647; case is lost. */
static void put_letter(output *out, char c)
{
    unsigned index = (unsigned)((c | 0x20) - 'a');
    unsigned point = index < 19 ? 0x628 + index : 0x641 + index - 19;

    out->data[out->length++] = (char)(0xC0 | point >> 6);
    out->data[out->length++] = (char)(0x80 | (point & 0x3F));
}

static size_t kept_length(const char *p, const char *end, bool is_json)
{
    uint32_t code_points[2];

    if (is_json && *p == '\\' && p + 1 < end) {
        return p[1] == 'u' && end - p >= 6 ? 6 : 2;
    }
    return *p == '&' ? dana__read_reference(p, end, code_points) : 0;
}

/* Writes a text in Arabic letters, except references and escapes. */
static void put_text(output *out, const char *p, const char *end, bool is_json)
{
    while (p < end) {
        size_t kept = kept_length(p, end, is_json);

        if (kept == 0 && (unsigned char)((*p | 0x20) - 'a') < 26) {
            put_letter(out, *p++);
            continue;
        }
        kept = kept > 0 ? kept : 1;
        memcpy(out->data + out->length, p, kept);
        out->length += kept;
        p += kept;
    }
}

/* A piece of the source to be written in other letters. */
typedef struct {
    size_t start;
    size_t end;
    bool is_json;
} piece;

static int by_start(const void *a, const void *b)
{
    const piece *x = a;
    const piece *y = b;

    return (x->start > y->start) - (x->start < y->start);
}

/* Lists the texts of a page: units, the title, names in its markup except URLs. */
static size_t list_pieces(const dana_scan *scan, const dana__blocks *blocks, const dana__head *head,
                          piece *pieces)
{
    size_t count = 0;

    for (size_t i = 0; i < scan->unit_count; i++) {
        const dana_unit *unit = &scan->units[i];

        pieces[count++] = (piece){unit->start, (size_t)unit->start + unit->length, false};
    }
    pieces[count++] = (piece){blocks->title.start, blocks->title.end, false};
    for (size_t i = 0; i < head->count; i++) {
        const dana__head_entry *entry = &head->entries[i];

        if (entry->source != DANA__HEAD_ADDRESS) {
            pieces[count++] = (piece){entry->span.start, entry->span.end, entry->is_json};
        }
    }
    qsort(pieces, count, sizeof(*pieces), by_start);
    return count;
}

static bool transliterate(const corpus_page *page, output *out)
{
    dana_scan_options options = {0};
    const dana_scan *scan;
    dana__auto_trace trace;
    dana__head names;
    dana_page *opened;
    dana_error err;
    size_t at = 0;

    if (dana_page_open(page->html, page->html_length, 0, NULL, &opened, &err) != DANA_OK) {
        return false;
    }
    bool fine = dana__rank_trace(opened, &trace, &err) == DANA_OK;

    options.keep_noscript = fine && trace.kept_noscript;
    fine = fine && dana_scan_page(opened, &options, &scan, &err) == DANA_OK &&
           dana__head_names(opened, &trace.blocks.head, &names, &err) == DANA_OK;
    if (fine) {
        dana_view source = dana_page_source(opened);
        piece *pieces = malloc((scan->unit_count + 1 + DANA__HEAD_MAX) * sizeof(*pieces));
        size_t count = list_pieces(scan, &trace.blocks, &names, pieces);

        out->data = malloc(2 * source.length);
        for (size_t i = 0; i < count; i++) {
            if (pieces[i].start >= at) {
                memcpy(out->data + out->length, source.data + at, pieces[i].start - at);
                out->length += pieces[i].start - at;
                put_text(out, source.data + pieces[i].start, source.data + pieces[i].end,
                         pieces[i].is_json);
                at = pieces[i].end;
            }
        }
        memcpy(out->data + out->length, source.data + at, source.length - at);
        out->length += source.length - at;
        free(pieces);
    }
    dana_page_close(opened);
    return fine;
}

static bool is_right(sums *s, size_t method, dana_view html, dana_view gold)
{
    const dana_algorithm *algorithm = dana_algorithm_find(DANA_KIND_HEADLINE, ids[method],
                                                          strlen(ids[method]));
    dana_page *page;
    dana_headline headline;
    dana_view text = {"", 0};
    dana_error err;

    if (dana_page_open(html.data, html.length, 0, NULL, &page, &err) != DANA_OK) {
        s->failures++;
        return false;
    }
    if (dana_find_headline(page, algorithm, NULL, false, &headline, &err) != DANA_OK ||
        (headline.found && dana_candidate_text(page, &headline.headline, &text, &err) != DANA_OK)) {
        s->failures++;
    }
    bool same = dana_same_text(text, gold);

    dana_page_close(page);
    return same;
}

/* Word F1 of auto's text. */
static double content_f1(sums *s, dana_view html, dana_view gold)
{
    const dana_algorithm *algorithm = dana_algorithm_find(DANA_KIND_CONTENT, "auto", 4);
    dana_page *page;
    dana_result result;
    dana_view text = {"", 0};

    if (dana_page_open(html.data, html.length, 0, NULL, &page, NULL) != DANA_OK) {
        s->failures++;
        return 0.0;
    }
    if (dana_extract(page, algorithm, NULL, &result, NULL) != DANA_OK ||
        dana_render_text(page, &result, &text, NULL) != DANA_OK) {
        s->failures++;
    }
    double f1 = corpus_word_f1(text, gold, NULL, NULL);

    dana_page_close(page);
    return f1;
}

static void compare_content(sums *s, const corpus_page *page, dana_view html)
{
    output gold = {.data = malloc(2 * page->gold_length + 1)};

    put_text(&gold, page->gold, page->gold + page->gold_length, false);
    s->contents++;
    s->f1[0] += content_f1(s, (dana_view){page->html, page->html_length},
                           (dana_view){page->gold, page->gold_length});
    s->f1[1] += content_f1(s, html, (dana_view){gold.data, gold.length});
    free(gold.data);
}

static bool visit(const corpus_page *page, void *arg)
{
    sums *s = arg;
    output html = {0};
    output gold = {0};

    if (page->headline == NULL) {
        return true;
    }
    gold.data = malloc(2 * strlen(page->headline) + 1);
    put_text(&gold, page->headline, page->headline + strlen(page->headline), false);
    if (!transliterate(page, &html)) {
        s->failures++;
    } else {
        s->pages++;
        if (page->gold != NULL) {
            compare_content(s, page, (dana_view){html.data, html.length});
        }
        for (size_t m = 0; m < METHODS; m++) {
            s->right[m][0] += is_right(s, m, (dana_view){page->html, page->html_length},
                                       (dana_view){page->headline, strlen(page->headline)});
            s->right[m][1] += is_right(s, m, (dana_view){html.data, html.length},
                                       (dana_view){gold.data, gold.length});
        }
    }
    free(html.data);
    free(gold.data);
    return true;
}

int main(void)
{
    static sums s;
    const char *folder = corpus_folder();
    double scores[METHODS][2];

    if (folder == NULL) {
        return 0;
    }
    if (corpus_each(folder, "wcxb-dev", visit, &s) <= 0 || s.pages == 0) {
        return 1;
    }
    printf("%-14s %10s %10s\n", "exact match", "as it is", "in Arabic");
    for (size_t m = 0; m < METHODS; m++) {
        scores[m][0] = (double)s.right[m][0] / (double)s.pages;
        scores[m][1] = (double)s.right[m][1] / (double)s.pages;
        printf("%-14s %10.4f %10.4f\n", ids[m], scores[m][0], scores[m][1]);
    }
    double content[2] = {s.f1[0] / (double)s.contents, s.f1[1] / (double)s.contents};

    printf("%-14s %10s %10s\n%-14s %10.4f %10.4f\n", "word F1", "", "", "auto", content[0],
           content[1]);
    bool fine = s.failures == 0 && s.contents > 0 &&
                fabs(scores[0][0] - scores[0][1]) <= LARGEST_DIFFERENCE &&
                fabs(content[0] - content[1]) <= LARGEST_DIFFERENCE;

    printf("tests: %d passed, %d failed\n", fine, !fine);
    return fine ? 0 : 1;
}
