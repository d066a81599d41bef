/*
 * Boilerpipe (Kohlschuetter, Fankhauser, Nejdl 2010; thesis 3.3.2.1): blocks of text between tags,
 * each judged by its words, its share of linked words, and those of its two neighbours.
 *
 * Completed from the public code (kohlschutter/boilerpipe): the two trees with their thresholds,
 * the elements that do not end a block, lines wrapped at 80 characters for the text density, and
 * the empty block that stands before the first and after the last one.
 */
#include "base/ascii.h"
#include "html/references.h"
#include "page/ops.h"
#include "page/walk.h"
#include "text/span_builder.h"

#include <unicode/uchar.h>

enum { CLASSIFIER, BLOCKS };
enum { BY_WORDS, BY_DENSITY };
enum { BLOCKS_TEXT, BLOCKS_TAGS };

#define LINE_LENGTH 80

static const char *const classifier_choices[] = {"words", "density", NULL};
static const char *const block_choices[] = {"text", "tags", NULL};

static const dana_param boilerpipe_params[] = {
    [CLASSIFIER] = {.name = "classifier",
                    .type = DANA_PARAM_CHOICE,
                    .choices = classifier_choices,
                    .default_value = BY_WORDS,
                    .unit = "",
                    .doc = "Judge a block by its number of words, or by its text density (words a "
                           "line of 80 characters), each with link density."},
    [BLOCKS] = {.name = "blocks",
                .type = DANA_PARAM_CHOICE,
                .choices = block_choices,
                .default_value = BLOCKS_TEXT,
                .unit = "",
                .doc = "What ends a block: tags but those of anchors and of formatted text, as in "
                       "the public code, or all tags but those of anchors, as in the paper."},
};

/* Elements of formatted text, which end no block; and whether they end a word. */
static const struct {
    uint64_t key;
    bool ends_word;
} inline_elements[] = {
    {DANA__NAME_KEY('b'), false},
    {DANA__NAME_KEY('i'), false},
    {DANA__NAME_KEY('u'), false},
    {DANA__NAME_KEY('e', 'm'), false},
    {DANA__NAME_KEY('t', 't'), false},
    {DANA__NAME_KEY('s', 'u', 'p'), false},
    {DANA__NAME_KEY('s', 'u', 'b'), false},
    {DANA__NAME_KEY('v', 'a', 'r'), false},
    {DANA__NAME_KEY('c', 'o', 'd', 'e'), false},
    {DANA__NAME_KEY('f', 'o', 'n', 't'), false},
    {DANA__NAME_KEY('s', 'p', 'a', 'n'), false},
    {DANA__NAME_KEY('s', 't', 'r', 'i', 'k', 'e'), false},
    {DANA__NAME_KEY('s', 't', 'r', 'o', 'n', 'g'), false},
    {DANA__NAME_KEY('a', 'b', 'b', 'r'), true},
    {DANA__NAME_KEY('a', 'c', 'r', 'o', 'n', 'y', 'm'), true},
};

/* A block. All zero: the empty one. */
typedef struct {
    const char *start; /* of its first token, NULL: none */
    const char *end;   /* of its last token */
    size_t words;
    size_t linked_words;
    size_t wrapped_lines;
    size_t words_of_line; /* of the line that is being filled */
    size_t line_length;   /* in characters, with a space after each word */
} block;

/* The blocks that are in sight: the one that is read, and the two before it. */
typedef struct {
    const int *values;
    const char *body; /* text before it does not count */
    bool in_anchor;
    bool in_word; /* the text ended inside a word */
    block reading;
    block current;
    block previous;
    dana__spans spans;
} reader;

static double link_density(const block *b)
{
    return b->words > 0 ? (double)b->linked_words / (double)b->words : 0.0;
}

/* Words a wrapped line; the last line counts only where it is the only one. */
static double text_density(const block *b)
{
    if (b->wrapped_lines == 0) {
        return (double)b->words;
    }
    size_t words = b->words - b->words_of_line;

    return (double)(words > 0 ? words : b->words) / (double)(words > 0 ? b->wrapped_lines : 1);
}

/* The tree of NumWordsRulesClassifier. */
static bool is_content_by_words(const block *previous, const block *current, const block *next)
{
    if (link_density(current) > 0.333333) {
        return false;
    }
    if (link_density(previous) > 0.555556) {
        return current->words > 40 || next->words > 17;
    }
    return current->words > 16 || next->words > 15 || previous->words > 4;
}

/* The tree of DensityRulesClassifier. */
static bool is_content_by_density(const block *previous, const block *current, const block *next)
{
    if (link_density(current) > 0.333333) {
        return false;
    }
    if (link_density(previous) > 0.555556) {
        return text_density(next) > 11.0;
    }
    if (text_density(current) > 9.0) {
        return text_density(next) > 0.0;
    }
    return text_density(next) > 10.0 || text_density(previous) > 4.0;
}

/* Classifies the current block, now that the next one is known. */
static dana_status judge(reader *r, const block *next)
{
    if (r->current.start == NULL) {
        return DANA_OK;
    }
    bool is_content = r->values[CLASSIFIER] == BY_WORDS
                          ? is_content_by_words(&r->previous, &r->current, next)
                          : is_content_by_density(&r->previous, &r->current, next);

    if (!is_content) {
        dana__spans_skip(&r->spans);
        return DANA_OK;
    }
    return dana__spans_add(&r->spans, r->current.start, r->current.end);
}

static dana_status end_block(reader *r)
{
    r->in_word = false;
    if (r->reading.start == NULL) {
        return DANA_OK;
    }
    dana_status status = judge(r, &r->reading);

    r->previous = r->current;
    r->current = r->reading;
    r->reading = (block){.start = NULL};
    return status;
}

/* Whether a token holds a letter or a digit. */
static bool is_word(const char *p, const char *end)
{
    while (p < end) {
        size_t length;

        if (u_isalnum((UChar32)dana__character_at(p, end, &length))) {
            return true;
        }
        p += length;
    }
    return false;
}

static void add_word(reader *r, size_t length)
{
    block *b = &r->reading;

    b->line_length += b->words > 0 ? length + 1 : length;
    b->words++;
    b->words_of_line++;
    b->linked_words += r->in_anchor;
    if (b->line_length > LINE_LENGTH) {
        b->wrapped_lines++;
        b->line_length = length;
        b->words_of_line = 1;
    }
}

static void add_text(reader *r, const dana__piece *piece)
{
    const char *word;

    for (const char *p = piece->start; dana__walk_word(&p, piece->end, &word);) {
        bool continues = r->in_word && word == piece->start;

        if (r->reading.start == NULL) {
            r->reading.start = word;
        }
        r->reading.end = p;
        r->in_word = p == piece->end;
        if (!continues && is_word(word, p)) {
            add_word(r, dana__utf8_count(word, (size_t)(p - word)));
        }
    }
    if (r->reading.end != piece->end) {
        r->in_word = false;
    }
}

static const bool *find_inline(const dana__markup *tag)
{
    for (size_t i = 0; i < DANA__COUNT(inline_elements); i++) {
        if (inline_elements[i].key == tag->name.key && tag->name.length < sizeof(tag->name.key)) {
            return &inline_elements[i].ends_word;
        }
    }
    return NULL;
}

static dana_status add_tag(reader *r, const dana__markup *tag)
{
    if ((tag->flags & DANA__ANCHOR) != 0) {
        r->in_anchor = tag->kind == DANA__START_TAG;
        r->in_word = false;
        return DANA_OK;
    }
    const bool *ends_word = r->values[BLOCKS] == BLOCKS_TEXT ? find_inline(tag) : NULL;

    if (ends_word == NULL) {
        return end_block(r);
    }
    r->in_word &= !*ends_word;
    return DANA_OK;
}

static dana_status extract_boilerpipe(dana_page *page, dana_result *result, dana_error *err)
{
    reader r = {.values = result->params.values,
                .body = page->source.data + result->scan->body_tag.end};
    dana__walk walk;
    dana__piece piece;
    dana_status status = DANA_OK;
    const block nothing = {.start = NULL};

    dana__share_profile(result);
    dana__spans_start(&r.spans, page, err);
    dana__walk_start(&walk, page, err);
    while (status == DANA_OK && dana__walk_next(&walk, &piece)) {
        if (!piece.is_text) {
            status = add_tag(&r, &piece.markup);
        } else if (piece.start >= r.body) {
            add_text(&r, &piece);
        }
    }
    if (status == DANA_OK) {
        status = walk.status;
    }
    if (status == DANA_OK) {
        status = end_block(&r);
    }
    if (status == DANA_OK) {
        status = judge(&r, &nothing);
    }
    if (status == DANA_OK) {
        result->selection = dana__spans_finish(&r.spans);
    }
    return status;
}

static const struct dana_algorithm_ops boilerpipe_ops = {.scan_options = dana__default_scan,
                                                         .extract = extract_boilerpipe};

const dana_algorithm dana__boilerpipe = {
    .id = "boilerpipe",
    .title = "Boilerpipe",
    .citation = "Kohlschuetter, Fankhauser, Nejdl: Boilerplate Detection using Shallow Text "
                "Features, WSDM 2010; thesis 3.3.2.1",
    .revision = 1,
    .fidelity = DANA_FIDELITY_COMPLETED,
    .notes = "Both trees, their thresholds and the elements that end no block are those of the "
             "public code (kohlschutter/boilerpipe). A word is a run without white space that "
             "holds a letter or digit, which is what its tokenizer makes of most text.",
    .kind = DANA_KIND_CONTENT,
    .params = boilerpipe_params,
    .param_count = DANA__COUNT(boilerpipe_params),
    .ops = &boilerpipe_ops,
};
