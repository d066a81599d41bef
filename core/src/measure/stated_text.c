#include "measure/stated_text.h"

#include "base/ascii.h"
#include "jsonld/read_ld.h"
#include "measure/block_texts.h"
#include "text/plain_text.h"
#include "text/read_words.h"

#include <string.h>

/* Bytes of an article's raw text at least, and of all raw texts at most. */
#define BODY_LEAST 200
#define TEXT_MOST  (256 * 1024)
/* Memory that has to be left, in lengths of the texts. */
#define MEMORY_PART 12
/* Rank of an object whose text is the page's: all but the page's list and people. */
#define RANK_LEAST 2
/* Tokens that are read at once. */
#define TOKENS_AT_ONCE 64
#define BITS           32
/* Bits of the table for each byte of the texts: a run has at least two bytes more than the one
 * before, in words some six. */
#define BITS_A_BYTE 16

/* The hashes of the last two tokens of a text; 0: there are none yet. */
typedef struct {
    uint64_t last[2];
} run_state;

/* What is done with the hash of a run. */
typedef void take_run(void *into, uint64_t run);

/* Hands out the runs of a text that goes on from what `state` has. */
static inline void read_runs(run_state *state, const char *p, const char *end, take_run *take,
                             void *into)
{
    dana__token_reader reader;
    uint64_t tokens[2 + TOKENS_AT_ONCE];
    size_t count;

    memcpy(tokens, state->last, sizeof(state->last));
    dana__read_tokens(&reader, p, end);
    do {
        size_t first = 0;

        count = dana__next_tokens(&reader, tokens + 2, TOKENS_AT_ONCE);
        while (first < count && tokens[first] == 0) {
            first++;
        }
        for (size_t i = first; i < count; i++) {
            take(into,
                 dana__add_to_token(dana__add_to_token(tokens[i], tokens[i + 1]), tokens[i + 2]));
        }
        memmove(tokens, tokens + count, 2 * sizeof(*tokens));
    } while (count == TOKENS_AT_ONCE);
    memcpy(state->last, tokens, sizeof(state->last));
}

static void add_run(void *into, uint64_t run)
{
    dana__stated_text *stated = into;
    size_t bit = (size_t)(run >> 32) & stated->mask;

    stated->bits[bit / BITS] |= UINT32_C(1) << bit % BITS;
}

dana_status dana__make_stated(dana_page *page, size_t bytes, dana__stated_text *out,
                              dana_error *err)
{
    size_t words = 1;

    *out = (dana__stated_text){NULL, 0};
    if (bytes == 0 || bytes > TEXT_MOST || bytes > dana_arena_left(page->arena) / MEMORY_PART) {
        return DANA_OK;
    }
    while (words * BITS < BITS_A_BYTE * bytes) {
        words *= 2;
    }
    *out = (dana__stated_text){dana_arena_zeroed(page->arena, words, sizeof(*out->bits), err),
                               words * BITS - 1};
    return out->bits != NULL ? DANA_OK : err->status;
}

/* *text: as people read it. */
static dana_status add_text(dana_page *page, dana_view raw, dana__stated_text *stated,
                            dana_view *text, dana_error *err)
{
    run_state state = {{0, 0}};
    dana_status status = dana__json_text(page->arena, raw, raw.length, text, err);

    if (status == DANA_OK) {
        read_runs(&state, text->data, text->data + text->length, add_run, stated);
    }
    return status;
}

dana_status dana__read_stated_body(dana_page *page, dana__stated_text *out, dana_view *text,
                                   bool *of_post, dana_error *err)
{
    const dana__ld *ld = dana__ld_of(page);
    int32_t subject = dana__ld_subject(ld, DANA__LD_BODY, RANK_LEAST);
    dana_view none = {NULL, 0};
    dana_view raw = subject >= 0 ? dana__ld_text(ld, (uint32_t)subject, DANA__LD_BODY) : none;
    dana_status status = dana__make_stated(page, raw.length >= BODY_LEAST ? raw.length : 0, out,
                                           err);

    *text = none;
    *of_post = subject >= 0 && dana__ld_is_a(ld, (uint32_t)subject, "DiscussionForumPosting");
    return status == DANA_OK && out->bits != NULL ? add_text(page, raw, out, text, err) : status;
}

/* Objects that are parts of a page: which member holds their text, and whether they are so on
 * threads alone. */
static const struct {
    const char *type;
    dana__ld_member_kind member;
    bool of_threads;
} part_types[] = {
    {"Question", DANA__LD_NAME, false},
    {"Question", DANA__LD_TEXT, false},
    {"Answer", DANA__LD_TEXT, false},
    {"HowToStep", DANA__LD_TEXT, false},
    {"DiscussionForumPosting", DANA__LD_TEXT, true},
    {"Comment", DANA__LD_TEXT, true},
};

/* The raw text of an object that a row of these tells; data NULL: it has none. */
static dana_view part_text(const dana__ld *ld, uint32_t object, size_t row, bool is_thread)
{
    dana_view none = {NULL, 0};

    if ((part_types[row].of_threads && !is_thread) ||
        !dana__ld_is_a(ld, object, part_types[row].type)) {
        return none;
    }
    return dana__ld_text(ld, object, part_types[row].member);
}

static size_t count_parts(const dana__ld *ld, bool is_thread)
{
    size_t bytes = 0;

    for (uint32_t i = 0; i < ld->objects.length; i++) {
        for (size_t row = 0; row < DANA__COUNT(part_types); row++) {
            bytes += part_text(ld, i, row, is_thread).length;
        }
    }
    return bytes;
}

static dana_status add_parts(dana_page *page, uint32_t object, bool is_thread,
                             dana__stated_text *stated, dana_error *err)
{
    dana_status status = DANA_OK;
    dana_view text;

    for (size_t row = 0; row < DANA__COUNT(part_types) && status == DANA_OK; row++) {
        dana_view raw = part_text(dana__ld_of(page), object, row, is_thread);

        status = raw.length > 0 ? add_text(page, raw, stated, &text, err) : DANA_OK;
    }
    return status;
}

dana_status dana__read_stated_parts(dana_page *page, bool is_thread, dana__stated_text *out,
                                    dana_error *err)
{
    const dana__ld *ld = dana__ld_of(page);
    dana_status status = dana__make_stated(page, count_parts(ld, is_thread), out, err);

    for (uint32_t i = 0; i < ld->objects.length && status == DANA_OK && out->bits != NULL; i++) {
        status = add_parts(page, i, is_thread, out, err);
    }
    return status;
}

dana_status dana__read_descriptions(dana_page *page, const dana__blocks *blocks,
                                    dana__stated_text *out, dana_error *err)
{
    const dana__head *head = &blocks->head;
    size_t bytes = 0;

    for (size_t i = 0; i < head->description_count; i++) {
        bytes += (size_t)head->descriptions[i].end - head->descriptions[i].start;
    }
    dana_status status = dana__make_stated(page, bytes, out, err);

    for (size_t i = 0; i < head->description_count && out->bits != NULL; i++) {
        const char *source = page->source.data;
        run_state state = {{0, 0}};

        read_runs(&state, source + head->descriptions[i].start, source + head->descriptions[i].end,
                  add_run, out);
    }
    return status;
}

/* Hands out the runs of a block, as dana__find_in_stated. */
static void read_block(const dana_page *page, const dana__block *block, size_t *unit,
                       take_run *take, void *into)
{
    run_state state = {{0, 0}};
    const dana_unit *next;

    for (next = dana__next_text_of(page, block, unit); next != NULL;
         next = dana__next_text_of(page, block, unit)) {
        const char *text = page->source.data + next->start;

        read_runs(&state, text, text + next->length, take, into);
    }
}

void dana__add_to_stated(const dana_page *page, dana__stated_text *stated, const dana__block *block,
                         size_t *unit)
{
    read_block(page, block, unit, add_run, stated);
}

dana_status dana__read_taken(dana_page *page, const dana__blocks *blocks, dana__stated_text *out,
                             dana_error *err)
{
    size_t bytes = 0;
    size_t unit = 0;

    for (size_t i = 0; i < blocks->block_count; i++) {
        const dana__block *block = &blocks->blocks[i];

        bytes += dana__is_taken(block) ? (size_t)block->end - block->start : 0;
    }
    dana_status status = dana__make_stated(page, bytes, out, err);

    for (size_t i = 0; i < blocks->block_count && out->bits != NULL; i++) {
        if (dana__is_taken(&blocks->blocks[i])) {
            dana__add_to_stated(page, out, &blocks->blocks[i], &unit);
        }
    }
    return status;
}

/* A block being looked up. */
typedef struct {
    const dana__stated_text *stated;
    dana__stated_part part;
} lookup;

static void find_run(void *into, uint64_t run)
{
    lookup *look = into;
    size_t bit = (size_t)(run >> 32) & look->stated->mask;

    look->part.runs++;
    look->part.found += look->stated->bits[bit / BITS] >> bit % BITS & 1;
}

dana__stated_part dana__find_in_stated(const dana_page *page, const dana__stated_text *stated,
                                       const dana__block *block, size_t *unit)
{
    lookup look = {stated, {0, 0}};

    read_block(page, block, unit, find_run, &look);
    return look.part;
}
