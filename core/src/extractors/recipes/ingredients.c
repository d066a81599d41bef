#include "extractors/recipes/ingredients.h"

#include "base/utf8.h"
#include "blocks/marks.h"
#include "extractors/recipes/called.h"
#include "extractors/recipes/list.h"
#include "extractors/recipes/members.h"
#include "jsonld/read_ld.h"
#include "measure/block_texts.h"
#include "text/plain_text.h"
#include "text/read_words.h"

/* Ingredients of a recipe at most; tokens of all of them at most. */
#define STATED_MOST 128
#define TOKENS_MOST 1024

/* The rank of an object that is what the page is about. */
#define RANK_LEAST 3

/* A block is a part of an ingredient if so many tenths of its tokens, which are so many at most,
 * are of the ingredients. */
#define TENTHS_LEAST 7
#define PART_MOST    160

/* A list shows so many fifths of the tokens at least. */
#define FIFTHS_LEAST 3

/* The tokens of what is stated, in order and each once. */
typedef struct {
    uint64_t tokens[TOKENS_MOST];
    uint32_t list[TOKENS_MOST]; /* the last list that shows it */
    size_t count;
} stated_tokens;

/* Blocks [first, last] that show ingredients. number: from 1 on. */
typedef struct {
    uint32_t number;
    size_t first;
    size_t last;
    size_t parts;
    size_t shown; /* of the stated tokens */
} shown_list;

static void add_tokens(stated_tokens *stated, dana_view text)
{
    dana__token_reader reader;

    dana__read_tokens(&reader, text.data, text.data + text.length);
    stated->count += dana__next_tokens(&reader, stated->tokens + stated->count,
                                       TOKENS_MOST - stated->count);
}

static void keep_each_once(stated_tokens *stated)
{
    size_t kept = 0;

    dana__sort_tokens(stated->tokens, stated->count);
    for (size_t i = 0; i < stated->count; i++) {
        if (kept == 0 || stated->tokens[kept - 1] != stated->tokens[i]) {
            stated->tokens[kept++] = stated->tokens[i];
        }
    }
    stated->count = kept;
}

/* Reads what the recipe of a page states. *stated: NULL where it states too little. */
static dana_status read_stated(dana_page *page, stated_tokens **stated, dana_error *err)
{
    const dana__ld *ld = dana__ld_of(page);
    int32_t recipe = dana__ld_subject(ld, DANA__LD_INGREDIENT, RANK_LEAST);
    dana_view texts[STATED_MOST];
    size_t count = recipe >= 0 ? dana__ld_texts(ld, (uint32_t)recipe, DANA__LD_INGREDIENT,
                                                DANA__LD_NAME, texts, STATED_MOST)
                               : 0;
    dana_status status = DANA_OK;

    *stated = NULL;
    if (count < DANA__RECIPE_PARTS_LEAST) {
        return DANA_OK;
    }
    *stated = dana_arena_zeroed(page->arena, 1, sizeof(**stated), err);
    if (*stated == NULL) {
        return err->status;
    }
    for (size_t i = 0; i < count && status == DANA_OK; i++) {
        dana_view text;

        status = dana__json_text(page->arena, texts[i], texts[i].length, &text, err);
        if (status == DANA_OK) {
            add_tokens(*stated, text);
        }
    }
    keep_each_once(*stated);
    return status;
}

/* The place of a token; the number of tokens: it is not stated. */
static size_t find_token(const stated_tokens *stated, uint64_t token)
{
    const uint64_t *found = dana__find_token(stated->tokens, stated->count, token);

    return found != NULL ? (size_t)(found - stated->tokens) : stated->count;
}

/* Reads the places of a block's tokens. Returns whether the block is a part of an ingredient.
 * *unit as for dana__next_text_of. */
static bool read_part(const dana_page *page, const stated_tokens *stated, const dana__block *block,
                      size_t *unit, size_t places[PART_MOST], size_t *count)
{
    uint64_t tokens[PART_MOST];
    size_t found = 0;
    const dana_unit *next = dana__next_text_of(page, block, unit);

    *count = 0;
    for (; next != NULL; next = dana__next_text_of(page, block, unit)) {
        const char *text = page->source.data + next->start;
        dana__token_reader reader;

        dana__read_tokens(&reader, text, text + next->length);
        *count += dana__next_tokens(&reader, tokens + *count, PART_MOST - *count);
    }
    for (size_t i = 0; i < *count; i++) {
        places[i] = find_token(stated, tokens[i]);
        found += places[i] < stated->count;
    }
    return *count < PART_MOST && found > 0 && 10 * found >= TENTHS_LEAST * *count;
}

/* Whether a block is a fraction alone, which has no token. */
static bool is_fraction(const dana_page *page, const dana__block *block)
{
    size_t length;
    uint32_t c = block->text == 1 ? dana__utf8_decode(page->source.data + block->start, &length)
                                  : 0;

    return (c >= 0xBC && c <= 0xBE) || (c >= 0x2150 && c <= 0x215E);
}

/* Adds a block to the list at hand. */
static void add_part(shown_list *list, stated_tokens *stated, size_t block, const size_t *places,
                     size_t count)
{
    list->last = block;
    list->parts++;
    for (size_t i = 0; i < count; i++) {
        if (places[i] < stated->count && stated->list[places[i]] != list->number) {
            stated->list[places[i]] = list->number;
            list->shown++;
        }
    }
}

/* Finds the first list that shows most of what is stated; parts: which blocks are of one. */
static shown_list find_list(const dana_page *page, const dana__blocks *blocks,
                            stated_tokens *stated, bool *parts)
{
    shown_list best = {0, 0, 0, 0, 0};
    shown_list list = best;
    size_t unit = 0;

    for (size_t i = 0; i < blocks->block_count; i++) {
        const dana__block *block = &blocks->blocks[i];
        size_t places[PART_MOST];
        size_t count = 0;

        parts[i] = dana__may_show_part(blocks, block) &&
                   (is_fraction(page, block) ||
                    read_part(page, stated, block, &unit, places, &count));
        if (!parts[i]) {
            continue;
        }
        if (list.parts == 0 || i - list.last > DANA__RECIPE_GAP_MOST + 1) {
            list = (shown_list){list.number + 1, i, i, 0, 0};
        }
        add_part(&list, stated, i, places, count);
        best = list.shown > best.shown ? list : best;
    }
    return best;
}

/* Takes the list that shows what is stated, if there is one. */
static void take_stated(const dana_page *page, dana__blocks *blocks, stated_tokens *stated,
                        bool *parts)
{
    shown_list list = find_list(page, blocks, stated, parts);

    if (5 * list.shown >= FIFTHS_LEAST * stated->count) {
        dana__take_recipe_list(blocks, list.first, list.last, parts);
    }
}

dana_status dana__keep_ingredients(dana_page *page, dana__blocks *blocks, dana_error *err)
{
    stated_tokens *stated;
    dana_status status = read_stated(page, &stated, err);
    bool has_members = (blocks->hints & DANA__HINT_RECIPE) != 0;
    size_t called = blocks->block_count;

    if (status == DANA_OK && stated == NULL && !has_members) {
        called = dana__find_ingredients(page, blocks);
    }
    if (status != DANA_OK || (stated == NULL && !has_members && called == blocks->block_count)) {
        return status;
    }
    bool *parts = dana_arena_alloc(page->arena, blocks->block_count * sizeof(*parts), err);

    if (parts == NULL) {
        return err->status;
    }
    if (stated != NULL) {
        take_stated(page, blocks, stated, parts);
    } else if (has_members) {
        dana__take_recipe_members(page, blocks, parts);
    } else {
        dana__take_called(blocks, called, parts);
    }
    return DANA_OK;
}
