#include "vips/content.h"

/* Characters that a leaf must have outside links to be worth anything: chosen on pages of ten sets
 * (core/README.md), where 15 to 30 make little difference. */
#define LEAF_COST 20

static int64_t worth_of(const dana_segment *leaf)
{
    return (int64_t)leaf->chars - 2 * (int64_t)leaf->link_chars - LEAF_COST;
}

static bool is_leaf(const dana_segments *segments, size_t index)
{
    return segments->items[index].end == index + 1;
}

bool dana__is_content_leaf(const dana_segments *segments, size_t index)
{
    const dana_segment *segment = &segments->items[index];

    return is_leaf(segments, index) && segment->chars > 0 &&
           2 * (uint64_t)segment->link_chars <= segment->chars;
}

dana_status dana__choose_segment(dana_page *page, const dana_segments *segments, size_t *out,
                                 dana_error *err)
{
    int64_t *worth = dana_arena_zeroed(page->arena, segments->count, sizeof(*worth), err);
    size_t best = 0;

    *out = 0;
    if (worth == NULL) {
        return err->status;
    }
    for (size_t i = segments->count; i-- > 0;) {
        if (is_leaf(segments, i)) {
            worth[i] = worth_of(&segments->items[i]);
        }
        if (i > 0) {
            worth[segments->items[i].parent] += worth[i];
        }
    }
    for (size_t i = 1; i < segments->count; i++) {
        best = worth[i] >= worth[best] ? i : best;
    }
    *out = best;
    return DANA_OK;
}
