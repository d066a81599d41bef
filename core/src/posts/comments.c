#include "dana/posts.h"

#include "base/error.h"
#include "blocks/marks.h"
#include "blocks/read_blocks.h"
#include "extractors/auto/auto.h"
#include "page/page.h"
#include "text/span_sets.h"

/* An element that is called the readers' comments is one where it holds no more than this share of
 * the page's text, as for the rule that prunes it (extractors/auto/rules.c); larger ones are found
 * by their items. */
#define SECTION_SHARE .3f

/* The elements of comments, those inside others left out. */
static dana_status list_items(dana_page *page, const dana_posts *posts, dana_selection *out,
                              dana_error *err)
{
    dana_span *spans = dana_arena_alloc(page->arena, posts->count * sizeof(*spans), err);
    size_t count = 0;

    if (spans == NULL) {
        return err->status;
    }
    for (size_t i = 0; i < posts->count; i++) {
        dana_span span = posts->items[i].span;

        if (posts->items[i].kind == DANA_ITEM_COMMENT &&
            (count == 0 || span.start >= spans[count - 1].end)) {
            spans[count++] = span;
        }
    }
    *out = (dana_selection){spans, count};
    return DANA_OK;
}

static bool is_section(const dana__blocks *blocks, const dana__node *node)
{
    return (node->marks & DANA__MARK_BIT(COMMENTS)) != 0 && node->first_block < node->end_block &&
           (float)node->non_link_text <= SECTION_SHARE * (float)blocks->non_link_text;
}

/* Adds the sections of comments to what is left out: their headings and forms, where no item was
 * found. In a forum comments are what the page is about. */
static dana_status add_sections(dana_page *page, const dana__blocks *blocks, dana_selection *out,
                                dana_error *err)
{
    dana_span *spans = dana_arena_alloc(page->arena, blocks->node_count * sizeof(*spans), err);
    dana_selection both[2] = {*out, {spans, 0}};

    if (spans == NULL) {
        return err->status;
    }
    for (size_t i = 1; i < blocks->node_count; i++) {
        const dana__node *node = &blocks->nodes[i];

        if (is_section(blocks, node)) {
            spans[both[1].count++] = (dana_span){blocks->blocks[node->first_block].start,
                                                 blocks->blocks[node->end_block - 1].end};
            i = node->end - 1;
        }
    }
    return dana__join_selections(page, both, 2, 1, out, err);
}

/* Finds all that is of readers' comments. */
static dana_status list_all(dana_page *page, const dana_result *result, const dana_posts *posts,
                            dana_selection *out, dana_error *err)
{
    dana__blocks read;
    const dana__blocks *blocks = &read;
    bool keeps_noscript = result->scan->options.keep_noscript;
    dana_status status = list_items(page, posts, out, err);

    if (status == DANA_OK && page->trace != NULL) {
        blocks = &page->trace->blocks;
    } else if (status == DANA_OK) {
        status = dana__read_blocks(page, keeps_noscript, 0, &read, err);
    }
    if (status == DANA_OK && (blocks->hints & DANA__HINT_FORUM) == 0) {
        status = add_sections(page, blocks, out, err);
    }
    if (status == DANA_OK && blocks == &read) {
        dana__release_blocks(page, &read);
    }
    return status;
}

dana_status dana_set_comments(dana_page *page, const dana_posts *posts, bool take,
                              dana_result *result, dana_error *err)
{
    dana_error *why = DANA__ERROR(err);
    dana_selection both[2] = {result->selection, {NULL, 0}};
    if (result->data != NULL || (take && page->has_chosen)) {
        return DANA_OK;
    }
    dana_status status = take ? list_items(page, posts, &both[1], why)
                              : list_all(page, result, posts, &both[1], why);

    if (status != DANA_OK) {
        return status;
    }
    status = take ? dana__join_selections(page, both, 2, 1, &result->selection, why)
                  : dana__subtract_spans(page, &both[0], &both[1], &result->selection, why);
    if (status == DANA_OK && result->selection.count == 0) {
        result->warnings |= 1u << DANA_WARNING_NO_CONTENT;
    } else if (status == DANA_OK) {
        result->warnings &= ~(1u << DANA_WARNING_NO_CONTENT);
    }
    return status;
}
