#include "extractors/bounds/stated.h"

#include "html/elements.h"
#include "measure/stated_text.h"
#include "measure/verbatim.h"
#include "page/page.h"

/* Of a block's runs of tokens, in per cent: from this share on it is all in the stated text, and
 * below that one it is none of it. With fewer runs nothing is known. */
#define ALL_LEAST   90
#define OTHER_BELOW 50
#define RUNS_LEAST  2
/* A block that is added has so many characters, and the learned step did not refuse it outright;
 * what a question or an answer is, is plain. */
#define ADDED_LEAST 40
#define ADDED_SCORE .1f
/* What the learned step is this sure of stays between parts of the text, and behind its end, in the
 * mean of characters; what ends a text is at most this part of it. */
#define BETWEEN_SURE .85f
#define BEHIND_SURE  .8f
#define BEHIND_MOST  .25f

/* What the stated text says of a block. */
enum { UNKNOWN, OTHER, PARTLY, STATED };

/* The page's blocks beside the stated text. */
typedef struct {
    dana__blocks *blocks;
    uint8_t *marks;  /* of each block */
    float least;     /* how likely content a block is that may be missing */
    bool with_taken; /* what is taken is looked up, too */
    size_t first;    /* the first block that is taken and stated; block_count: there is none */
    size_t last;
    uint64_t taken;  /* characters */
    uint64_t stated; /* of them in the stated text */
    dana__verbatim verbatim;
} beside;

static uint8_t mark_of(dana__stated_part part)
{
    uint64_t share = part.runs > 0 ? 100 * (uint64_t)part.found / part.runs : 0;

    if (part.runs < RUNS_LEAST) {
        return UNKNOWN;
    }
    if (share >= ALL_LEAST) {
        return STATED;
    }
    return share < OTHER_BELOW ? OTHER : PARTLY;
}

/* Whether a block that is not taken belongs to the text: the caption of a picture is none of it,
 * nor is a copy, a link or what was cut without being asked for. */
static bool is_missing(const beside *b, size_t i)
{
    const dana__block *block = &b->blocks->blocks[i];
    bool was_cut = block->decision == DANA__DECISION_CUT && block->score < ADDED_SCORE;

    return !dana__is_taken(block) && block->decision != DANA__DECISION_REPEATED && !was_cut &&
           block->text >= ADDED_LEAST && 2 * (uint64_t)block->link_text <= block->text &&
           block->score >= b->least &&
           !dana__is_inside(&b->blocks->nodes[block->node], DANA__KIND_BIT(FIGURE));
}

/* Whether a block has to be looked up: as taken, as missing, or as the question before that. */
static bool is_asked(const beside *b, size_t i)
{
    return dana__is_taken(&b->blocks->blocks[i])
               ? b->with_taken
               : is_missing(b, i) || (i + 1 < b->blocks->block_count && is_missing(b, i + 1));
}

static void add_taken(beside *b, size_t i)
{
    const dana__block *block = &b->blocks->blocks[i];

    b->taken += block->text;
    if (b->marks[i] == STATED) {
        b->stated += block->text;
        b->first = b->first < i ? b->first : i;
        b->last = i;
    }
}

/* What the stated text says of a block; *unit as for dana__find_in_stated. */
static uint8_t look_up(beside *b, const dana_page *page, const dana__stated_text *stated,
                       const dana__block *block, size_t *unit)
{
    return dana__is_verbatim(&b->verbatim, page, block, unit)
               ? STATED
               : mark_of(dana__find_in_stated(page, stated, block, unit));
}

static void mark_blocks(beside *b, const dana_page *page, const dana__stated_text *stated)
{
    size_t unit = 0;

    for (size_t i = 0; i < b->blocks->block_count; i++) {
        const dana__block *block = &b->blocks->blocks[i];

        b->marks[i] = is_asked(b, i) ? look_up(b, page, stated, block, &unit) : UNKNOWN;
        if (dana__is_taken(block)) {
            add_taken(b, i);
        }
    }
}

/* Takes the question right before an answer that is added. */
static void take_question(const beside *b, size_t answer)
{
    dana__block *question = &b->blocks->blocks[answer - (answer > 0)];

    if (b->marks[answer - (answer > 0)] == STATED && !dana__is_taken(question) &&
        question->decision != DANA__DECISION_REPEATED) {
        question->decision = DANA__DECISION_LEARNED;
    }
}

/* Takes what is missing of the blocks from `first` on. */
static void take_missing(const beside *b, size_t first)
{
    for (size_t i = first; i < b->blocks->block_count; i++) {
        dana__block *block = &b->blocks->blocks[i];

        if (b->marks[i] == STATED && is_missing(b, i)) {
            block->decision = DANA__DECISION_LEARNED;
            take_question(b, i);
        }
    }
}

/* Whether a block may be none of the text: no table and no code, of which texts are stated without.
 */
static bool may_go(const beside *b, size_t i)
{
    const dana__block *block = &b->blocks->blocks[i];

    return dana__is_taken(block) && b->marks[i] < PARTLY &&
           !dana__is_inside(&b->blocks->nodes[block->node],
                            DANA__KIND_BIT(TABLE) | DANA__KIND_BIT(PRE));
}

/* What may go of a range of blocks, headings apart. */
typedef struct {
    float text;     /* characters */
    float expected; /* that the learned step expects to be content */
    bool is_other;  /* of some it is known that they are not stated */
} rest;

static rest sum_rest(const beside *b, size_t first, size_t end)
{
    rest sum = {0.0f, 0.0f, false};

    for (size_t i = first; i < end; i++) {
        const dana__block *block = &b->blocks->blocks[i];

        if (may_go(b, i) && block->heading == 0) {
            sum.text += (float)block->text;
            sum.expected += (float)block->text * block->score;
            sum.is_other = sum.is_other || b->marks[i] == OTHER;
        }
    }
    return sum;
}

static void cut_rest(const beside *b, size_t first, size_t end)
{
    for (size_t i = first; i < end; i++) {
        if (may_go(b, i)) {
            b->blocks->blocks[i].decision = DANA__DECISION_CUT;
        }
    }
}

/* The first heading of those that stand right before a block. */
static size_t before_headings(const beside *b, size_t end)
{
    while (end > 0 && (!dana__is_taken(&b->blocks->blocks[end - 1]) ||
                       b->blocks->blocks[end - 1].heading != 0)) {
        end--;
    }
    return end;
}

static void cut_between(const beside *b)
{
    size_t after = b->first + 1;

    for (size_t i = after; i <= b->last; i++) {
        if (!dana__is_taken(&b->blocks->blocks[i]) || b->marks[i] < PARTLY) {
            continue;
        }
        size_t end = before_headings(b, i);
        rest between = sum_rest(b, after, end);

        if (between.is_other && between.expected < BETWEEN_SURE * between.text) {
            cut_rest(b, after, end);
        }
        after = i + 1;
    }
}

static void cut_behind(const beside *b)
{
    size_t end = b->blocks->block_count;
    rest behind = sum_rest(b, b->last + 1, end);

    if (behind.expected < BEHIND_SURE * behind.text &&
        behind.text <= BEHIND_MOST * (float)b->stated) {
        cut_rest(b, b->last + 1, end);
    }
}

/* Marks the blocks beside stated texts that the page has; the marks are in the arena. */
static dana_status mark_page(beside *b, dana_page *page, const dana__stated_text *stated,
                             dana_error *err)
{
    b->first = b->blocks->block_count;
    b->marks = dana_arena_alloc(page->arena, b->blocks->block_count, err);
    if (b->marks == NULL) {
        return err->status;
    }
    mark_blocks(b, page, stated);
    return DANA_OK;
}

static dana_status follow_body(dana_page *page, dana__blocks *blocks, dana_error *err)
{
    dana__stated_text stated;
    beside b = {.blocks = blocks, .least = ADDED_SCORE, .with_taken = true};
    bool of_post = false;
    dana_status status = dana__read_stated_body(page, &stated, &b.verbatim.text, &of_post, err);

    if (status == DANA_OK && stated.bits != NULL) {
        status = mark_page(&b, page, &stated, err);
    }
    if (status == DANA_OK && b.stated > 0 && 2 * b.stated >= b.taken) {
        take_missing(&b, b.first);
        if (!of_post) {
            cut_between(&b);
            cut_behind(&b);
        }
    }
    return status;
}

static dana_status take_parts(dana_page *page, dana__blocks *blocks, bool is_thread,
                              dana_error *err)
{
    dana__stated_text stated;
    beside b = {.blocks = blocks, .least = is_thread ? ADDED_SCORE : 0.0f};
    dana_status status = dana__read_stated_parts(page, is_thread, &stated, err);

    if (status == DANA_OK && stated.bits != NULL) {
        status = mark_page(&b, page, &stated, err);
        if (status == DANA_OK) {
            take_missing(&b, 0);
        }
    }
    return status;
}

dana_status dana__follow_stated(dana_page *page, dana__blocks *blocks, bool is_thread,
                                dana_error *err)
{
    dana_status status = follow_body(page, blocks, err);

    return status == DANA_OK ? take_parts(page, blocks, is_thread, err) : status;
}
