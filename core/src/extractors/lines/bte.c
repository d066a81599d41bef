/*
 * BTE (Finn, Kushmerick, Smyth 2001; thesis 3.3.1.1): one range of tokens with many words inside
 * and many tags outside.
 *
 * Algorithm 5 maximises lookupForward[i] + lookupBackward[j] + words(i, j). words(i, j) is a
 * difference of prefix sums, so the value is left(i) + right(j), with
 *   left(i)  = tags up to i, i included, less the words before i,
 *   right(j) = words up to j, plus the tags from j on, which are all tags less those before j;
 * the best i for each j is known when j comes. The number of all tags is the same in all ranges.
 */
#include "extractors/lines/bte.h"

#include "page/ops.h"
#include "page/walk.h"
#include "text/span_builder.h"

bool dana__bte_add(dana__bte_pass *bte, bool is_tag)
{
    int64_t left = bte->tags + is_tag - bte->words;
    int64_t right = bte->words + !is_tag - bte->tags;

    if (bte->count == 0 || left > bte->left) {
        bte->left = left;
        bte->start = bte->count;
    }
    bool better = bte->count == 0 || bte->left + right > bte->highest;

    if (better) {
        bte->highest = bte->left + right;
        bte->first = bte->start;
        bte->last = bte->count;
    }
    bte->tags += is_tag;
    bte->words += !is_tag;
    bte->count++;
    return better;
}

/* Bytes of words: of the best range so far, and where the words of its successor would begin. */
typedef struct {
    dana__bte_pass bte;
    size_t start;           /* the range that from belongs to */
    const char *from;       /* first word of the range that is being tried, NULL: none yet */
    const char *best_start; /* NULL: the best range has no word */
    const char *best_end;
} word_range;

static void add_token(word_range *range, bool is_tag, const char *start, const char *end)
{
    bool better = dana__bte_add(&range->bte, is_tag);

    if (range->bte.start != range->start) {
        range->start = range->bte.start;
        range->from = NULL;
    }
    if (!is_tag && range->from == NULL) {
        range->from = start;
    }
    if (better) {
        range->best_start = range->from;
        range->best_end = end;
    }
}

static dana_status find_range(dana_page *page, word_range *range, dana_error *err)
{
    dana__walk walk;
    dana__piece piece;
    const char *word;

    dana__walk_start(&walk, page, err);
    while (dana__walk_next(&walk, &piece)) {
        if (!piece.is_text) {
            add_token(range, true, piece.start, piece.end);
            continue;
        }
        for (const char *p = piece.start; dana__walk_word(&p, piece.end, &word);) {
            add_token(range, false, word, p);
        }
    }
    return walk.status;
}

static dana_status extract_bte(dana_page *page, dana_result *result, dana_error *err)
{
    word_range range = {.from = NULL};
    dana__spans spans;
    dana_status status = find_range(page, &range, err);

    dana__share_profile(result);
    if (status != DANA_OK || range.best_start == NULL) {
        return status;
    }
    dana__spans_start(&spans, page, err);
    status = dana__spans_add(&spans, range.best_start, range.best_end);
    if (status == DANA_OK) {
        result->selection = dana__spans_finish(&spans);
    }
    return status;
}

static const struct dana_algorithm_ops bte_ops = {.scan_options = dana__default_scan,
                                                  .extract = extract_bte};

const dana_algorithm dana__bte = {
    .id = "bte",
    .title = "BTE",
    .citation = "Finn, Kushmerick, Smyth: Fact or fiction, DELOS Workshop 2001; thesis 3.3.1.1, "
                "Algorithm 5",
    .revision = 1,
    .fidelity = DANA_FIDELITY_EXACT,
    .notes = "All of it is in the thesis, made linear; a word is a run of text without white "
             "space, which the thesis leaves open.",
    .kind = DANA_KIND_CONTENT,
    .params = NULL,
    .param_count = 0,
    .ops = &bte_ops,
};
