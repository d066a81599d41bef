#include "extractors/keep/lists.h"

/* Lists of items, and of terms, of which less is enough: terms are shorter than any text. */
#define LIST_KINDS  (DANA__KIND_BIT(LIST) | DANA__KIND_BIT(DEFINITIONS))
#define TERMS_SHARE 3

/* What the trees expect of an item in the mean, and its code points, where one alone is enough. */
#define ITEM_SCORE .3f
#define ITEM_TEXT  16

/* What a list has of a kind of blocks. */
typedef struct {
    size_t blocks;
    size_t links;
    uint64_t text;
    float expected;
} list_part;

static void add_item(list_part *part, const dana__block *block, bool is_list)
{
    part->blocks++;
    part->links += is_list && 2 * (uint64_t)block->link_text > block->text;
    part->text += block->text;
    part->expected += block->score;
}

/* Whether what is refused of a list belongs to what is taken: no links, unless those are terms. */
static bool is_whole_list(const dana__blocks *blocks, const dana__node *list)
{
    bool is_list = list->kind == DANA__KIND_LIST;
    list_part parts[2] = {{0}, {0}}; /* refused, taken */

    for (size_t i = list->first_block; i < list->end_block; i++) {
        const dana__block *block = &blocks->blocks[i];
        bool is_taken = dana__is_taken(block);

        if (!is_taken && !dana__is_out(block)) {
            return false;
        }
        add_item(&parts[is_taken], block, is_list);
    }
    const list_part *refused = &parts[0], *taken = &parts[1];
    size_t all = refused->blocks + taken->blocks;
    bool most = is_list ? taken->blocks >= refused->blocks
                        : TERMS_SHARE * taken->blocks >= refused->blocks;

    most |= is_list && refused->links + taken->links == 0 &&
            refused->expected + taken->expected >= ITEM_SCORE * (float)all &&
            refused->text + taken->text >= ITEM_TEXT * all;
    return refused->blocks > 0 && taken->blocks > 0 && most &&
           !(taken->links < taken->blocks && refused->links > 0);
}

void dana__keep_lists(dana__blocks *blocks, bool is_thread)
{
    uint64_t kinds = is_thread ? DANA__KIND_BIT(LIST) : LIST_KINDS;

    if (!dana__has_kind(blocks, kinds)) {
        return;
    }
    for (size_t i = 1; i < blocks->node_count; i++) {
        const dana__node *node = &blocks->nodes[i];
        bool is_whole = (UINT64_C(1) << node->kind & kinds) != 0 && is_whole_list(blocks, node);

        for (size_t k = node->first_block; is_whole && k < node->end_block; k++) {
            dana__block *block = &blocks->blocks[k];
            bool is_number = block->digits >= block->text;

            if (!dana__is_taken(block) && !is_number) {
                block->decision = DANA__DECISION_LEARNED;
            }
        }
    }
}
