/*
 * Maximum Subsequence Segmentation (Pasternack, Roth 2009; thesis 3.3.1.4): a naive Bayes score
 * for each token, and the run of tokens whose scores sum highest (Algorithm 8).
 */
#include "extractors/lines/mss.h"

#include "base/ascii.h"
#include "base/utf8.h"
#include "dana/text.h"
#include "page/ops.h"
#include "terms/porter.h"
#include "text/span_builder.h"

#include <math.h>
#include <unicode/uchar.h>

#define FNV_OFFSET  0x811c9dc5u
#define FNV_PRIME   0x01000193u
#define WORD_MAX    40
#define WEIGHT_UNIT 16.0

/* Salts that keep kinds of features apart. */
enum { START_TAG = 1, END_TAG, OTHER_TAG, WORD, NUMBER, TRIGRAM, PARENT };

#include "extractors/lines/mss_table.inc"

static uint32_t hash_byte(uint32_t hash, unsigned char byte)
{
    return (hash ^ byte) * FNV_PRIME;
}

static uint32_t hash_number(uint32_t hash, uint64_t value, size_t bytes)
{
    for (size_t i = 0; i < bytes; i++) {
        hash = hash_byte(hash, (unsigned char)(value >> (8 * i)));
    }
    return hash;
}

static uint32_t salted(unsigned char salt)
{
    return hash_byte(FNV_OFFSET, salt);
}

/* Elements that have no content and so are no one's parent. */
static bool is_void(uint64_t key)
{
    static const char names[][8] = {"br",   "img", "hr",    "input", "meta",  "link", "area",
                                    "base", "col", "embed", "param", "track", "wbr",  "source"};

    for (size_t i = 0; i < DANA__COUNT(names); i++) {
        if (dana__name_key(names[i]) == key) {
            return true;
        }
    }
    return false;
}

/* Keeps the open elements: an end tag closes the innermost of its name and what is inside it. */
static void note_tag(dana__mss_reader *reader, const dana__markup *tag)
{
    uint64_t key = tag->name.key;

    if (tag->kind == DANA__START_TAG && !is_void(key) && reader->depth < DANA__MSS_DEPTH) {
        reader->open[reader->depth++] = key;
    }
    for (size_t i = reader->depth; tag->kind == DANA__END_TAG && i > 0; i--) {
        if (reader->open[i - 1] == key) {
            reader->depth = i - 1;
            return;
        }
    }
}

static uint32_t parent_feature(const dana__mss_reader *reader)
{
    uint64_t key = reader->depth > 0 ? reader->open[reader->depth - 1] : 0;

    return hash_number(salted(PARENT), key, sizeof(key));
}

static uint32_t tag_feature(const dana__markup *tag)
{
    unsigned char salt = tag->kind == DANA__START_TAG ? START_TAG
                         : tag->kind == DANA__END_TAG ? END_TAG
                                                      : OTHER_TAG;

    return hash_number(salted(salt), tag->name.key, sizeof(tag->name.key));
}

/* Hashes a word in lower case; one of ASCII letters is stemmed, a number is "1". */
static uint32_t word_feature(const char *p, const char *end)
{
    char letters[WORD_MAX];
    size_t length = 0;
    bool is_number = true;
    uint32_t hash = salted(WORD);

    for (const char *q = p; q < end;) {
        size_t bytes;
        uint32_t c = dana__utf8_decode(q, &bytes);

        is_number &= u_isdigit((UChar32)c) != 0;
        c = (uint32_t)u_tolower((UChar32)c);
        hash = hash_number(hash, c, 3);
        if (length < WORD_MAX && c >= 'a' && c <= 'z') {
            letters[length++] = (char)c;
        }
        q += bytes;
    }
    if (is_number) {
        return salted(NUMBER);
    }
    if (length != (size_t)(end - p)) {
        return hash;
    }
    length = dana__porter_stem(letters, length);
    hash = salted(WORD);
    for (size_t i = 0; i < length; i++) {
        hash = hash_number(hash, (unsigned char)letters[i], 3);
    }
    return hash;
}

void dana__mss_start(dana__mss_reader *reader, const dana_page *page, dana_error *err)
{
    *reader = (dana__mss_reader){.at = NULL};
    dana__walk_start(&reader->walk, page, err);
}

/* The next word of the current text; a reference separates words and is none. */
static bool read_word(dana__mss_reader *reader, dana__mss_token *token)
{
    dana_view text = {reader->at, (size_t)(reader->piece.end - reader->at)};
    size_t position = 0;
    dana_span word;

    while (dana_next_word(text, &position, &word)) {
        const char *start = text.data + word.start;
        bool is_reference = start > reader->piece.start &&
                            (start[-1] == '&' ||
                             (start[-1] == '#' && start - 1 > reader->piece.start &&
                              start[-2] == '&'));

        reader->at = text.data + position;
        if (is_reference && reader->at < reader->piece.end && *reader->at == ';') {
            continue;
        }
        *token = (dana__mss_token){.start = start,
                                   .end = text.data + word.end,
                                   .is_word = true,
                                   .self = word_feature(start, text.data + word.end),
                                   .parent = parent_feature(reader)};
        return true;
    }
    reader->at = NULL;
    return false;
}

static bool read_token(dana__mss_reader *reader, dana__mss_token *token)
{
    for (;;) {
        if (reader->at != NULL && read_word(reader, token)) {
            return true;
        }
        if (!dana__walk_next(&reader->walk, &reader->piece)) {
            return false;
        }
        if (!reader->piece.is_text) {
            *token = (dana__mss_token){.start = reader->piece.start,
                                       .end = reader->piece.end,
                                       .self = tag_feature(&reader->piece.markup),
                                       .parent = parent_feature(reader)};
            note_tag(reader, &reader->piece.markup);
            return true;
        }
        reader->at = reader->piece.start;
    }
}

bool dana__mss_next(dana__mss_reader *reader, dana__mss_token *token)
{
    dana__mss_token *pending = reader->pending;

    while (reader->pending_count < 3 && !reader->at_end) {
        if (read_token(reader, &pending[reader->pending_count])) {
            reader->pending_count++;
        } else {
            reader->at_end = true;
        }
    }
    if (reader->pending_count == 0 || reader->walk.status != DANA_OK) {
        return false;
    }
    uint32_t hash = salted(TRIGRAM);

    for (size_t i = 0; i < 3; i++) {
        hash = hash_number(hash, i < reader->pending_count ? pending[i].self : 0, 4);
    }
    *token = pending[0];
    token->trigram = hash;
    pending[0] = pending[1];
    pending[1] = pending[2];
    reader->pending_count--;
    return true;
}

/* The log odds of a feature; one that the table does not know says nothing. */
static double weight_of(uint32_t feature)
{
    size_t low = 0;
    size_t high = DANA__COUNT(weights);

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (weights[middle].feature == feature) {
            return weights[middle].weight / WEIGHT_UNIT;
        }
        if (weights[middle].feature < feature) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return 0.0;
}

/* f(p) = p - 0.5, p by naive Bayes. */
static double score_of(const dana__mss_token *token)
{
    double odds = PRIOR / WEIGHT_UNIT + weight_of(token->trigram) + weight_of(token->parent);

    return 1.0 / (1.0 + exp(-odds)) - 0.5;
}

bool dana__mss_add(dana__mss_maximum *maximum, double score)
{
    size_t here = maximum->count++;
    bool better;

    maximum->sum += score;
    better = here == 0 || maximum->sum > maximum->best;
    if (better) {
        maximum->best = maximum->sum;
        maximum->first = maximum->start;
        maximum->last = here;
    }
    if (maximum->sum < 0.0) {
        maximum->start = here + 1;
        maximum->sum = 0.0;
    }
    return better;
}

/* Source bytes from the first word of the best subsequence to its last one. */
typedef struct {
    dana__mss_maximum maximum;
    const char *from; /* first word of the subsequence that ends here, NULL: none yet */
    const char *to;   /* end of its last word */
    const char *best_from;
    const char *best_to;
} word_range;

static void add_token(word_range *range, const dana__mss_token *token)
{
    if (range->maximum.start == range->maximum.count) {
        range->from = NULL;
    }
    if (token->is_word) {
        range->from = range->from != NULL ? range->from : token->start;
        range->to = token->end;
    }
    if (dana__mss_add(&range->maximum, score_of(token)) && range->from != NULL) {
        range->best_from = range->from;
        range->best_to = range->to;
    }
}

/* Behind the characters that stand at a word without white space: a full stop, a bracket. */
static const char *end_of_word(const dana_page *page, const char *word_end)
{
    const char *text_end = dana__find_markup(word_end, page->source.data + page->source.length);
    const char *p = word_end;
    const char *start;

    return dana__walk_word(&p, text_end, &start) && start == word_end ? p : word_end;
}

static dana_status extract_mss(dana_page *page, dana_result *result, dana_error *err)
{
    dana__mss_reader reader;
    dana__mss_token token;
    word_range range = {.from = NULL};
    dana__spans spans;
    dana_status status;

    dana__share_profile(result);
    dana__mss_start(&reader, page, err);
    while (dana__mss_next(&reader, &token)) {
        add_token(&range, &token);
    }
    status = reader.walk.status;
    if (status != DANA_OK || range.best_from == NULL || range.maximum.best <= 0.0) {
        return status;
    }
    dana__spans_start(&spans, page, err);
    status = dana__spans_add(&spans, range.best_from, end_of_word(page, range.best_to));
    if (status == DANA_OK) {
        result->selection = dana__spans_finish(&spans);
    }
    return status;
}

static const struct dana_algorithm_ops mss_ops = {.scan_options = dana__default_scan,
                                                  .extract = extract_mss};

const dana_algorithm dana__mss = {
    .id = "mss",
    .title = "MSS",
    .citation = "Pasternack, Roth: Extracting Article Text from the Web with Maximum Subsequence "
                "Segmentation, WWW 2009; thesis 3.3.1.4, Algorithm 8",
    .revision = 1,
    .fidelity = DANA_FIDELITY_COMPLETED,
    .notes = "Stems are Porter's of 1980; the weights are our own, trained on wcxb-dev and "
             "ar-mulham (CC-BY-4.0) and cut to the 4096 most telling features, and a parent tag is "
             "the innermost open element, without a tree.",
    .kind = DANA_KIND_CONTENT,
    .params = NULL,
    .param_count = 0,
    .ops = &mss_ops,
};
