/*
 * The baseline of thesis 5.4.3 as it is meant: the first text of the largest font size. For a page
 * that was not rendered, largest-heading takes the order of heading elements for sizes.
 */
#include "dana/segments.h"
#include "dana/text.h"
#include "page/ops.h"
#include "page/page.h"

/* The level of the heading that a block of text stands in, 0: none. *unit moves to the first unit
 * of the block. */
static unsigned heading_of(const dana_scan *scan, dana_span span, size_t *unit)
{
    while (*unit < scan->unit_count && scan->units[*unit].start < span.start) {
        ++*unit;
    }
    return *unit < scan->unit_count && scan->units[*unit].start < span.end
               ? scan->units[*unit].heading
               : 0;
}

static bool is_larger(const dana_candidate *candidate, const dana_headline *headline)
{
    return !headline->found || candidate->score > headline->headline.score;
}

/* Whether a block of text is a candidate: it has a size, and a character of it is seen. Smaller
 * ones than the headline so far are asked only where all candidates are wanted. */
static dana_status judge(dana_page *page, const dana_candidate *made, bool wanted, bool *is_one,
                         dana_error *err)
{
    dana_view text = {"", 0};
    dana_status status = made->score > 0.0 && wanted
                             ? dana_render_span(page, made->span, &text, err)
                             : DANA_OK;

    *is_one = status == DANA_OK && dana_has_visible(text);
    return status;
}

static dana_status find_largest(dana_page *page, const dana_scan *scan, bool want_candidates,
                                dana_headline *headline, dana_error *err)
{
    const dana_text_block *blocks;
    dana_buffer kept;
    size_t count;
    size_t unit = 0;
    dana_status status = dana_find_text_blocks(page, &blocks, &count, err);

    dana_buffer_init(&kept, sizeof(dana_candidate));
    for (size_t i = 0; status == DANA_OK && i < count; i++) {
        const dana_candidate made = {.span = blocks[i].span,
                                     .score = (double)blocks[i].looks.font_size,
                                     .heading = heading_of(scan, blocks[i].span, &unit)};
        bool seen;

        status = judge(page, &made, want_candidates || is_larger(&made, headline), &seen, err);
        if (seen && is_larger(&made, headline)) {
            headline->headline = made;
            headline->found = true;
        }
        if (seen && want_candidates) {
            status = dana_buffer_append(page->arena, &kept, &made, 1, err);
        }
    }
    headline->candidates = kept.data;
    headline->candidate_count = kept.length;
    return status;
}

static const struct dana_algorithm_ops largest_font_ops = {.headline = find_largest};

const dana_algorithm dana__largest_font = {
    .id = "largest-font",
    .title = "Largest font",
    .citation = "Mohammadzadeh: Improving Retrieval Accuracy in Main Content Extraction from HTML "
                "Web Documents, Leipzig 2013, 5.4.3",
    .revision = 1,
    .fidelity = DANA_FIDELITY_EXACT,
    .notes = "For rendered pages alone. All of it is in the thesis: the headline is the first text "
             "of the largest font size. A text ends where a block-level element begins or ends.",
    .kind = DANA_KIND_HEADLINE,
    .params = NULL,
    .param_count = 0,
    .needs_boxes = true,
    .ops = &largest_font_ops,
};
