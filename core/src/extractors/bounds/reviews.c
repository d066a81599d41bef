#include "extractors/bounds/reviews.h"

#include "blocks/class_words.h"
#include "blocks/marks.h"
#include "blocks/page_hints.h"
#include "dana/result.h"
#include "page/page.h"

#include <string.h>

/* Whether the class of an element calls it reviews: "customer-review", "reviewsList"; or several,
 * which are buyers': "product-reviews". */
static bool is_review(const dana_page *page, const dana__node *node, bool several)
{
    dana_view value;
    char word[DANA__WORD_MAX];
    size_t at = 0;

    if ((node->marks & DANA__MARK_BIT(REVIEW)) == 0 ||
        !dana_tag_attribute(dana__start_tag_of(page, node), "class", &value)) {
        return false;
    }
    while (dana__next_word(value, &at, word) > 0) {
        if (strcmp(word, "reviews") == 0 || (!several && strcmp(word, "review") == 0)) {
            return true;
        }
    }
    return false;
}

/* Code points at most of how buyers rate a product: stars, a number, how many they were. */
#define RATING_MOST 120

/* Whether an element is called a rating and holds no more than one: "star-rating". */
static bool is_rating(const dana_page *page, const dana__node *node)
{
    dana_view value;
    char word[DANA__WORD_MAX];
    size_t at = 0;

    if ((node->marks & DANA__MARK_BIT(REVIEW)) == 0 || node->text > RATING_MOST ||
        !dana_tag_attribute(dana__start_tag_of(page, node), "class", &value)) {
        return false;
    }
    while (dana__next_word(value, &at, word) > 0) {
        if (strcmp(word, "rating") == 0) {
            return true;
        }
    }
    return false;
}

/* Whether an element is buyers' reviews of what the page is about. */
static bool is_of_buyers(const dana_page *page, const dana__node *node)
{
    return !node->holds_main && is_review(page, node, true);
}

/* Whether an element stands in such reviews, or is one. */
static bool is_in_reviews(const dana_page *page, const dana__blocks *blocks, size_t at)
{
    while (at != 0 && !is_of_buyers(page, &blocks->nodes[at])) {
        at = blocks->nodes[at].parent;
    }
    return at != 0;
}

bool dana__unweigh_reviews(const dana_page *page, dana__blocks *blocks, size_t subtree)
{
    dana__node *nodes = blocks->nodes;
    size_t end = 0; /* of the reviews around */

    if (!dana__is_product(blocks->hints, 0.0f) || !is_in_reviews(page, blocks, subtree)) {
        return false;
    }
    for (size_t i = 1; i < blocks->node_count; i++) {
        nodes[nodes[i].parent].mass -= nodes[i].mass;
    }
    for (size_t i = 1; i < blocks->node_count; i++) {
        if (i >= end && is_of_buyers(page, &nodes[i])) {
            end = nodes[i].end;
        }
        nodes[i].mass = i < end ? 0.0f : nodes[i].mass;
    }
    for (size_t i = blocks->node_count; i > 1; i--) {
        nodes[nodes[i - 1].parent].mass += nodes[i - 1].mass;
    }
    return true;
}

/* Code points of what is chosen of a product at most: sizes, colours. */
#define CHOICES_MOST 200

/* Whether a block offers a choice: buttons of a group, without a sentence. */
static bool is_choice(const dana__blocks *blocks, const dana__block *block)
{
    return dana__is_inside(&blocks->nodes[block->node], DANA__KIND_BIT(FORM_PART)) &&
           block->text <= CHOICES_MOST && block->punctuation == 0;
}

/* Whether two blocks say the same name or price. */
static bool are_alike(const dana__blocks *blocks, const dana__block *one, const dana__block *other)
{
    uint32_t marks = blocks->nodes[one->node].all_marks & blocks->nodes[other->node].all_marks;

    return one->hash == other->hash && one->text == other->text &&
           ((one->heading > 0 && other->heading > 0) || (marks & DANA__MARK_BIT(PRICE)) != 0);
}

void dana__cut_choices(dana__blocks *blocks, const float *types, bool repeated)
{
    const dana__block *before = NULL;

    if (!dana__is_product(blocks->hints, types[DANA_PAGE_PRODUCT])) {
        return;
    }
    for (size_t i = 0; i < blocks->block_count; i++) {
        dana__block *block = &blocks->blocks[i];

        if (!dana__is_taken(block)) {
            continue;
        }
        if (is_choice(blocks, block)) {
            block->decision = DANA__DECISION_CUT;
        } else if (repeated && before != NULL && are_alike(blocks, before, block)) {
            block->decision = DANA__DECISION_REPEATED;
        } else {
            before = block;
        }
    }
}

/* Whether a page is of something that others rate: a product, an app, a hotel. */
static bool is_rated(const dana__blocks *blocks, const float *types)
{
    const unsigned other = DANA__HINT_ARTICLE | DANA__HINT_THREAD | DANA__HINT_FORUM;

    return dana__is_product(blocks->hints, types[DANA_PAGE_PRODUCT]) ||
           (blocks->hints & (DANA__HINT_RATED | other)) == DANA__HINT_RATED;
}

void dana__cut_reviews(const dana_page *page, dana__blocks *blocks, const float *types)
{
    size_t i = is_rated(blocks, types) ? 1 : blocks->node_count;

    while (i < blocks->node_count) {
        const dana__node *node = &blocks->nodes[i];

        if (node->holds_main || 2 * (uint64_t)node->non_link_text > blocks->non_link_text ||
            !(is_review(page, node, false) || is_rating(page, node))) {
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
