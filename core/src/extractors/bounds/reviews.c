#include "extractors/bounds/reviews.h"

#include "blocks/class_words.h"
#include "blocks/marks.h"
#include "blocks/page_hints.h"
#include "dana/result.h"
#include "page/page.h"

#include <string.h>

/* Whether the class of an element calls it reviews: "customer-review", "reviewsList". */
static bool is_review(const dana_page *page, const dana__node *node)
{
    dana_view value;
    char word[DANA__WORD_MAX];
    size_t at = 0;

    if ((node->marks & DANA__MARK_BIT(REVIEW)) == 0 ||
        !dana_tag_attribute(dana__start_tag_of(page, node), "class", &value)) {
        return false;
    }
    while (dana__next_word(value, &at, word) > 0) {
        if (strcmp(word, "review") == 0 || strcmp(word, "reviews") == 0) {
            return true;
        }
    }
    return false;
}

void dana__cut_reviews(const dana_page *page, dana__blocks *blocks, const float *types)
{
    bool is_product = dana__is_product(blocks->hints, types[DANA_PAGE_PRODUCT]);
    size_t i = is_product ? 1 : blocks->node_count;

    while (i < blocks->node_count) {
        const dana__node *node = &blocks->nodes[i];

        if (node->holds_main || 2 * (uint64_t)node->non_link_text > blocks->non_link_text ||
            !is_review(page, node)) {
            i++;
            continue;
        }
        for (size_t k = node->first_block; k < node->end_block; k++) {
            if (dana__is_taken(&blocks->blocks[k])) {
                blocks->blocks[k].decision = DANA__DECISION_CUT;
            }
        }
        i = node->end;
    }
}
