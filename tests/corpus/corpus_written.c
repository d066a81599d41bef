/*
 * Whether answers depend on how texts are written: content, authors and dates of real pages as they
 * are, with every character of their texts beyond ASCII as a reference ("&#233;"), with every
 * reference as the character that it stands for, with comments around the first space of each text,
 * as React writes a text of several parts, with Arabic letters and digits in the place of Persian
 * ones, and with spaces that do not break in short texts.
 *   CORPORA=... corpus_written [--all] [--list] [SET...]   --list: the pages that differ
 */
#include "corpus.h"
#include "dana/extract.h"
#include "dana/metadata.h"
#include "dana/text.h"
#include "html/references.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Share of pages that may differ: their trees see other numbers where a text is damaged. */
#define MOST_DIFFERENT .005

/* Bytes of a character at most, written as a reference: "&#1114111;". */
#define REFERENCE_MOST 10

/* Bytes of a text in which the spaces are written as ones that do not break. */
#define SHORT_TEXT 60

enum { AS_REFERENCES, AS_CHARACTERS, IN_PARTS, IN_ARABIC, UNBROKEN, WAYS };

static const char *const ways[WAYS] = {"characters as references", "references as characters",
                                       "texts in parts", "Persian letters as Arabic ones",
                                       "spaces that do not break"};

typedef struct {
    bool list;
    size_t pages;
    size_t failures;
    size_t different[WAYS];
} tally;

/* What is compared of a page; its strings are borrowed from it. */
typedef struct {
    dana_page *page;
    dana_view text;
    dana_metadata about;
} answer;

/* Controls of C1 are not what references to them stand for. */
static bool is_control(uint32_t c)
{
    return c >= 0x80 && c < 0xA0;
}

/* Whether a reference may be the character itself: markup and white space may not. */
static bool may_stand(uint32_t c)
{
    return c > ' ' && c != '<' && c != '>' && c != '&' && c != 0xA0 && !is_control(c);
}

/* The Arabic character that is written for a Persian one, else the character. */
static uint32_t to_arabic(uint32_t c)
{
    if (c >= 0x6F0 && c <= 0x6F9) {
        return c - 0x6F0 + 0x660;
    }
    return c == 0x6CC ? 0x64A : c == 0x6A9 ? 0x643 : c;
}

/* The character that one of these ways writes for another. */
static uint32_t other_character(uint32_t c, dana_view text, int way)
{
    return way == IN_ARABIC                                          ? to_arabic(c)
           : way == UNBROKEN && c == ' ' && text.length < SHORT_TEXT ? 0xA0
                                                                     : c;
}

/* Writes a text in one of the ways; out has room for it. Returns the bytes. */
static size_t write_text(dana_view text, int way, char *out)
{
    static const char parts[] = "<!-- --> <!-- -->";
    const char *end = text.data + text.length;
    bool is_whole = way == IN_PARTS;
    size_t written = 0;
    size_t length;

    for (const char *p = text.data; p < end; p += length) {
        uint32_t c = dana__character_at(p, end, &length);

        if (is_whole && c == ' ' && p > text.data && p + 1 < end) {
            memcpy(out + written, parts, sizeof(parts) - 1);
            written += sizeof(parts) - 1;
            is_whole = false;
        } else if (way == AS_REFERENCES && (unsigned char)*p >= 0x80 && !is_control(c)) {
            written += (size_t)snprintf(out + written, REFERENCE_MOST + 1, "&#%u;", c);
        } else if (way == AS_CHARACTERS && *p == '&' && length > 1 && may_stand(c)) {
            written += dana__utf8_encode(c, out + written);
        } else if (*p != '&' && other_character(c, text, way) != c) {
            written += dana__utf8_encode(other_character(c, text, way), out + written);
        } else {
            memcpy(out + written, p, length);
            written += length;
        }
    }
    return written;
}

/* Writes a page's source with its texts in one of the ways; NULL: it cannot be read. */
static char *rewrite(const corpus_page *page, int way, size_t *length)
{
    const dana_scan_options options = {0};
    const dana_scan *scan;
    dana_page *opened;
    size_t at = 0;

    if (dana_page_open(page->html, page->html_length, 0, NULL, &opened, NULL) != DANA_OK) {
        return NULL;
    }
    dana_view source = dana_page_source(opened);
    char *out = malloc(source.length * REFERENCE_MOST + 1);

    *length = 0;
    if (out != NULL && dana_scan_page(opened, &options, &scan, NULL) == DANA_OK) {
        for (size_t i = 0; i < scan->unit_count; i++) {
            const dana_unit *unit = &scan->units[i];

            memcpy(out + *length, source.data + at, unit->start - at);
            *length += unit->start - at;
            *length += write_text((dana_view){source.data + unit->start, unit->length}, way,
                                  out + *length);
            at = (size_t)unit->start + unit->length;
        }
        memcpy(out + *length, source.data + at, source.length - at);
        *length += source.length - at;
    }
    dana_page_close(opened);
    return out;
}

static bool find_answer(const char *html, size_t length, answer *out)
{
    const dana_algorithm *algorithm = dana_algorithm_find(DANA_KIND_CONTENT, "auto", 4);
    dana_result result;

    out->page = NULL;
    if (dana_page_open(html, length, 0, NULL, &out->page, NULL) != DANA_OK ||
        dana_extract(out->page, algorithm, NULL, &result, NULL) != DANA_OK ||
        dana_render_text(out->page, &result, &out->text, NULL) != DANA_OK) {
        return false;
    }
    dana_metadata_input input = {.result = &result, .text = out->text};

    return dana_find_metadata(out->page, &input, &out->about, NULL) == DANA_OK;
}

/* The next character of a text that is compared: none of spaces where they are written otherwise;
 * 0: there is none. */
static uint32_t next_character(const char **p, const char *end, int way)
{
    while (*p < end) {
        size_t length;
        uint32_t c = dana__utf8_decode(*p, &length);

        *p += length;
        if (way != UNBROKEN || (c > ' ' && c != 0xA0)) {
            return way == IN_ARABIC ? to_arabic(c) : c;
        }
    }
    return 0;
}

static bool same(dana_view a, dana_view b, int way)
{
    const char *p = a.data;
    const char *q = b.data;
    uint32_t c;

    do {
        c = next_character(&p, a.data + a.length, way);
        if (next_character(&q, b.data + b.length, way) != c) {
            return false;
        }
    } while (c != 0);
    return true;
}

static bool same_answers(const answer *a, const answer *b, int way)
{
    bool equal = same(a->text, b->text, way) &&
                 same(a->about.published.value, b->about.published.value, way) &&
                 a->about.author_count == b->about.author_count;

    for (size_t i = 0; equal && i < a->about.author_count; i++) {
        equal = same(a->about.authors[i], b->about.authors[i], way);
    }
    return equal;
}

static void compare(tally *t, const corpus_page *page, const answer *as_it_is, int way)
{
    size_t length;
    char *html = rewrite(page, way, &length);
    answer other;

    if (html == NULL || !find_answer(html, length, &other)) {
        t->failures++;
    } else if (!same_answers(as_it_is, &other, way)) {
        t->different[way]++;
        if (t->list) {
            printf("%s %s: %s\n", page->set, page->id, ways[way]);
        }
    }
    if (html != NULL) {
        dana_page_close(other.page);
    }
    free(html);
}

static bool visit(const corpus_page *page, void *arg)
{
    tally *t = arg;
    answer as_it_is;

    t->pages++;
    if (!find_answer(page->html, page->html_length, &as_it_is)) {
        t->failures++;
    } else {
        for (int way = 0; way < WAYS; way++) {
            compare(t, page, &as_it_is, way);
        }
    }
    dana_page_close(as_it_is.page);
    return true;
}

static bool takes(const char *flag, int *argc, char **argv)
{
    for (int i = 1; i < *argc; i++) {
        if (strcmp(argv[i], flag) == 0) {
            memmove(argv + i, argv + i + 1, (size_t)(*argc - i) * sizeof(*argv));
            --*argc;
            return true;
        }
    }
    return false;
}

static void visit_sets(tally *t, const char *folder, int argc, char **argv, bool all)
{
    char *sets[CORPUS_MAX_SETS];
    size_t count = argc > 1 ? 0 : corpus_sets(folder, sets, CORPUS_MAX_SETS);

    for (int i = 1; i < argc; i++) {
        t->failures += corpus_each(folder, argv[i], visit, t) < 0;
    }
    for (size_t i = 0; i < count; i++) {
        t->failures += corpus_each_of(folder, sets[i], all, visit, t) < 0;
        free(sets[i]);
    }
}

int main(int argc, char **argv)
{
    static tally t;
    const char *folder = corpus_folder();
    bool all = corpus_takes_all(&argc, argv);
    bool fine;

    if (folder == NULL) {
        return 0;
    }
    t.list = takes("--list", &argc, argv);
    visit_sets(&t, folder, argc, argv, all);
    fine = t.failures == 0 && t.pages > 0;
    for (int way = 0; way < WAYS; way++) {
        printf("%s: %zu of %zu pages have another answer\n", ways[way], t.different[way], t.pages);
        fine = fine && (double)t.different[way] <= MOST_DIFFERENT * (double)t.pages;
    }
    printf("tests: %d passed, %d failed\n", fine, !fine);
    return fine ? 0 : 1;
}
