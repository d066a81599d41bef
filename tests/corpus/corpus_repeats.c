/*
 * Lines that the gold text of a page has more than once: on how many pages `auto` gives one of them
 * less often, and why. A page counts for the first of the causes that one of its lines has; that
 * a line comes again is the cause where auto folds it, or takes it once each of its places is
 * spelled in another way. corpus_repeats [--list] [SET...]   without sets: wcxb-dev, and the
 * pages of the first two causes are checked
 */
#include "corpus.h"
#include "dana/extract.h"
#include "dana/text.h"
#include "dana/trace.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Of 239 pages that lost such a line when the fold was by text alone, less than a fifth; and what
 * is left of the fold alone may cost so many. */
#define MOST_BY_REPEATING 46
#define MOST_BY_FOLD      20

/* Why a line is there less often, the cause that is the repeat's first. */
typedef enum {
    BY_FOLD,     /* the step for copies takes one of its places alone */
    AS_REPEAT,   /* taken where each place is spelled in another way */
    BY_RULE,     /* a rule prunes the element around it */
    WITH_OTHERS, /* left out with the text before it or behind it */
    ALONE,       /* left out between texts that are taken, not for coming again */
    NOT_A_BLOCK, /* gold has it more often than the page has blocks of that text */
    CAUSES
} cause;

static const char *const cause_names[CAUSES] = {
    [BY_FOLD] = "folded",           [AS_REPEAT] = "left out for coming again",
    [BY_RULE] = "pruned by a rule", [WITH_OTHERS] = "left out with the text beside it",
    [ALONE] = "left out alone",     [NOT_A_BLOCK] = "more often in gold than on the page",
};

/* Lines of a text, sorted. */
typedef struct {
    char **lines;
    size_t count;
} line_list;

typedef struct {
    const dana_algorithm *algorithm;
    bool list;
    size_t repeating; /* pages whose gold text repeats a line that the page's answer has */
    size_t fewer;
    size_t by_cause[CAUSES];
    size_t failures;
} tally;

/* A page that is read by auto. */
typedef struct {
    dana_page *page;
    dana_result result;
    const dana_traced_block *blocks;
    size_t block_count;
    line_list lines; /* of its text */
} answer;

static int compare_lines(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* The mark of a list's item is none of the author's text. */
static const char *after_mark(const char *p)
{
    size_t digits = strspn(p, "0123456789");

    if (p[0] == '-' && p[1] == ' ') {
        return p + 2;
    }
    return digits > 0 && p[digits] == '.' && p[digits + 1] == ' ' ? p + digits + 2 : p;
}

/* A line in small ASCII letters, white-space runs as one space, none at its ends. Owned. */
static char *plain_line(const char *start, const char *end)
{
    char *out = malloc((size_t)(end - start) + 1);
    size_t length = 0;

    for (const char *p = start; out != NULL && p < end; p++) {
        if (*p == ' ' || *p == '\r') {
            if (length > 0 && out[length - 1] != ' ') {
                out[length++] = ' ';
            }
        } else {
            out[length++] = (char)(*p >= 'A' && *p <= 'Z' ? *p + 32 : *p);
        }
    }
    while (length > 0 && out[length - 1] == ' ') {
        length--;
    }
    if (out != NULL) {
        out[length] = '\0';
        memmove(out, after_mark(out), strlen(after_mark(out)) + 1);
    }
    return out;
}

/* Lines and cells of a text that are not empty. */
static line_list split(dana_view text)
{
    const char *end = text.data + text.length;
    line_list out = {.lines = calloc(text.length + 1, sizeof(char *))};

    for (const char *p = text.data; out.lines != NULL && p < end;) {
        const char *stop = p;

        while (stop < end && *stop != '\n' && *stop != '\t') {
            stop++;
        }
        char *line = plain_line(p, stop);

        if (line != NULL && line[0] != '\0') {
            out.lines[out.count++] = line;
        } else {
            free(line);
        }
        p = stop + 1;
    }
    if (out.lines != NULL) {
        qsort(out.lines, out.count, sizeof(char *), compare_lines);
    }
    return out;
}

static void clear(line_list *list)
{
    for (size_t i = 0; i < list->count; i++) {
        free(list->lines[i]);
    }
    free(list->lines);
}

/* How often a sorted list has a line. */
static size_t count_of(const line_list *list, const char *line)
{
    size_t low = 0;
    size_t count = 0;
    size_t high = list->count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (strcmp(list->lines[middle], line) < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    while (low + count < list->count && strcmp(list->lines[low + count], line) == 0) {
        count++;
    }
    return count;
}

static bool extract(answer *out, const dana_algorithm *algorithm, const char *repeats)
{
    dana_params values;
    dana_view text;
    dana_error err;

    dana_params_defaults(algorithm, &values);
    bool fine = dana_params_set_text(algorithm, &values, "repeats", repeats, &err) == DANA_OK &&
                dana_extract(out->page, algorithm, &values, &out->result, &err) == DANA_OK &&
                dana_render_text(out->page, &out->result, &text, &err) == DANA_OK &&
                dana_result_trace(out->page, &out->result, &out->blocks, &out->block_count, &err) ==
                    DANA_OK;

    if (fine) {
        out->lines = split(text);
    }
    return fine;
}

static void close_answer(answer *a)
{
    clear(&a->lines);
    if (a->page != NULL) {
        dana_page_close(a->page);
    }
}

/* What auto makes of a page. Returns false where that fails. */
static bool answer_page(const tally *t, dana_view html, const char *repeats, answer *out)
{
    dana_error err;

    *out = (answer){0};
    return dana_page_open(html.data, html.length, 0, NULL, &out->page, &err) == DANA_OK &&
           extract(out, t->algorithm, repeats);
}

/* Whether the text of a block is a line. */
static bool is_line(const answer *a, size_t block, const char *line)
{
    dana_view text;
    dana_error err;
    bool equal = false;

    if (dana_render_span(a->page, a->blocks[block].span, &text, &err) == DANA_OK) {
        char *plain = plain_line(text.data, text.data + text.length);

        equal = plain != NULL && strcmp(plain, line) == 0;
        free(plain);
    }
    return equal;
}

/* Spells the end of a text in the n-th other way: its last letters are others, of the same case. */
static void respell(char *html, dana_span span, size_t n)
{
    bool in_tag = false;

    for (size_t i = span.end; i > span.start && n > 0; i--) {
        char *c = &html[i - 1];
        bool is_small = *c >= 'a' && *c <= 'z';

        in_tag = *c == '>' || *c == ';' || (in_tag && *c != '<' && *c != '&');
        if (!in_tag && (is_small || (*c >= 'A' && *c <= 'Z'))) {
            char first = is_small ? 'a' : 'A';

            *c = (char)(first + (char)(((size_t)(*c - first) + n % 26) % 26));
            n /= 26;
        }
    }
}

/* The lines of gold that an answer has less often, with the blocks of each that it has not. */
typedef struct {
    const char *line;
    size_t times, found, kept;
    size_t *left; /* indices of blocks; owned */
    size_t left_count;
} lost_line;

/* Finds the blocks of a lost line, and spells each of them in another way in `html`. */
static void find_blocks(const answer *a, lost_line *lost, char *html)
{
    size_t places = 0;

    lost->left = calloc(a->block_count + 1, sizeof(*lost->left));
    for (size_t i = 0; lost->left != NULL && i < a->block_count; i++) {
        if (is_line(a, i, lost->line)) {
            respell(html, a->blocks[i].span, places++);
            if (!a->blocks[i].taken) {
                lost->left[lost->left_count++] = i;
            }
        }
    }
}

/* Why a block is left out; respelled is the answer to the page with each place spelled anew. */
static cause cause_of_block(const answer *a, const answer *respelled, size_t block)
{
    const dana_traced_block *traced = &a->blocks[block];
    bool before = block == 0 || a->blocks[block - 1].taken;
    bool after = block + 1 == a->block_count || a->blocks[block + 1].taken;

    if (respelled->block_count == a->block_count && respelled->blocks[block].taken) {
        return AS_REPEAT;
    }
    if (strcmp(traced->decision, "pruned") == 0) {
        return BY_RULE;
    }
    return before && after ? ALONE : WITH_OTHERS;
}

static cause cause_of_line(const answer *a, const answer *respelled, const lost_line *lost)
{
    cause first = lost->kept > lost->found ? BY_FOLD : NOT_A_BLOCK;

    for (size_t i = 0; i < lost->left_count; i++) {
        cause why = cause_of_block(a, respelled, lost->left[i]);

        first = why < first ? why : first;
    }
    return first;
}

/* Lines that gold repeats and the answer has less often. Returns their number. */
static size_t find_lost(tally *t, const line_list *gold, const answer *fold, const answer *keep,
                        lost_line *out)
{
    bool repeating = false;
    size_t count = 0;
    size_t times;

    for (size_t i = 0; i < gold->count; i += times) {
        lost_line line = {.line = gold->lines[i]};

        line.times = times = count_of(gold, line.line);
        line.found = count_of(&fold->lines, line.line);
        line.kept = count_of(&keep->lines, line.line);
        repeating |= times > 1 && line.kept > 0;
        if (times > 1 && line.kept > 0 && line.found < times) {
            out[count++] = line;
        }
    }
    t->repeating += repeating;
    return count;
}

/* Tells why each of the lines is lost, and counts the page. */
static void tell_causes(tally *t, const corpus_page *page, const answer *fold, lost_line *lost,
                        size_t count)
{
    char *html = malloc(page->html_length + 1);
    cause first = CAUSES;
    answer respelled;

    if (html == NULL) {
        t->failures++;
        return;
    }
    memcpy(html, page->html, page->html_length);
    for (size_t i = 0; i < count; i++) {
        find_blocks(fold, &lost[i], html);
    }
    t->failures += !answer_page(t, (dana_view){html, page->html_length}, "fold", &respelled);
    for (size_t i = 0; i < count; i++) {
        cause why = cause_of_line(fold, &respelled, &lost[i]);

        first = why < first ? why : first;
        if (t->list) {
            printf("%s: %zu of %zu, %zu kept, %s: %s\n", page->id, lost[i].found, lost[i].times,
                   lost[i].kept, cause_names[why], lost[i].line);
        }
        free(lost[i].left);
    }
    t->fewer++;
    t->by_cause[first]++;
    close_answer(&respelled);
    free(html);
}

static bool visit(const corpus_page *page, void *arg)
{
    tally *t = arg;
    dana_view html = {page->html, page->html_length};
    answer fold = {0};
    answer keep = {0};

    if (page->gold == NULL) {
        return true;
    }
    line_list gold = split((dana_view){page->gold, page->gold_length});
    lost_line *lost = calloc(gold.count + 1, sizeof(*lost));

    if (lost != NULL && answer_page(t, html, "fold", &fold) &&
        answer_page(t, html, "keep", &keep)) {
        size_t count = find_lost(t, &gold, &fold, &keep, lost);

        if (count > 0) {
            tell_causes(t, page, &fold, lost, count);
        }
    } else {
        t->failures++;
    }
    free(lost);
    clear(&gold);
    close_answer(&fold);
    close_answer(&keep);
    return true;
}

int main(int argc, char **argv)
{
    const char *folder = corpus_folder();
    tally t = {.algorithm = dana_algorithm_find(DANA_KIND_CONTENT, "auto", 4)};
    static char set[] = "wcxb-dev";
    char *sets[] = {set};

    if (folder == NULL) {
        return 0;
    }
    if (argc > 1 && strcmp(argv[1], "--list") == 0) {
        t.list = true;
        argc--;
        argv++;
    }
    size_t count = argc > 1 ? (size_t)argc - 1 : 1;

    for (size_t i = 0; i < count; i++) {
        if (corpus_each(folder, argc > 1 ? argv[i + 1] : sets[0], visit, &t) <= 0) {
            return 1;
        }
    }
    size_t by_repeating = t.by_cause[BY_FOLD] + t.by_cause[AS_REPEAT];

    printf("pages whose gold text repeats a line of the answer %zu; one is there less often on "
           "%zu\n",
           t.repeating, t.fewer);
    for (cause why = 0; why < CAUSES; why++) {
        printf("%5zu %s\n", t.by_cause[why], cause_names[why]);
    }
    bool fine = t.failures == 0 && t.repeating > 0 &&
                (argc > 1 ||
                 (by_repeating <= MOST_BY_REPEATING && t.by_cause[BY_FOLD] <= MOST_BY_FOLD));

    printf("tests: %d passed, %d failed\n", fine, !fine);
    return fine ? 0 : 1;
}
