/*
 * The two baselines of table 5.4 (thesis 5.4.3): the first of the highest headings, and the title
 * element itself.
 */
#include "dana/text.h"
#include "page/ops.h"
#include "page/page.h"

#define LOWEST_HEADING 6

/* Index after the units of the heading that begins at `first`: up to the next block border. */
static size_t heading_end(const dana_scan *scan, size_t first)
{
    size_t i = first + 1;

    while (i < scan->unit_count && scan->units[i].heading == scan->units[first].heading &&
           !scan->units[i].break_before) {
        i++;
    }
    return i;
}

static dana_candidate make_candidate(const dana_scan *scan, size_t first, size_t after)
{
    const dana_unit *start = &scan->units[first];
    const dana_unit *last = &scan->units[after - 1];

    return (dana_candidate){.span = {start->start, last->start + last->length},
                            .score = LOWEST_HEADING + 1 - (int)start->heading,
                            .heading = start->heading};
}

static dana_status keep_candidate(dana_page *page, dana_buffer *kept,
                                  const dana_candidate *candidate, dana_error *err)
{
    dana_status status = dana_buffer_reserve(page->arena, kept, 1, err);

    if (status == DANA_OK) {
        ((dana_candidate *)kept->data)[kept->length++] = *candidate;
    }
    return status;
}

/* Whether a text is seen. deviation: the thesis does not know headings and titles of white space
 * and direction marks alone, which pages have. */
static dana_status look_at(dana_page *page, dana_span span, bool *seen, dana_error *err)
{
    dana_view text;
    dana_status status = dana_render_span(page, span, &text, err);

    *seen = status == DANA_OK && dana_has_visible(text);
    return status;
}

/* The first heading of the highest order that the body holds: 6 points for h1, 1 for h6. */
static dana_status find_heading(dana_page *page, const dana_scan *scan, bool want_candidates,
                                dana_headline *headline, dana_error *err)
{
    dana_buffer kept;
    dana_status status = dana__poll(page, err);
    size_t after;

    dana_buffer_init(&kept, sizeof(dana_candidate));
    for (size_t i = 0; i < scan->unit_count && status == DANA_OK; i = after) {
        after = i + 1;
        if (scan->units[i].heading == 0) {
            continue;
        }
        after = heading_end(scan, i);
        dana_candidate candidate = make_candidate(scan, i, after);
        bool seen;

        status = look_at(page, candidate.span, &seen, err);
        if (!seen) {
            continue;
        }
        if (!headline->found || candidate.score > headline->headline.score) {
            headline->headline = candidate;
            headline->found = true;
        }
        if (want_candidates) {
            status = keep_candidate(page, &kept, &candidate, err);
        }
    }
    headline->candidates = kept.data;
    headline->candidate_count = kept.length;
    return status;
}

/* The title element's text, where it has any. */
static dana_status take_title(dana_page *page, const dana_scan *scan, bool want_candidates,
                              dana_headline *headline, dana_error *err)
{
    dana_buffer kept;
    bool seen;
    dana_candidate candidate = {.span = scan->title, .score = 1.0};
    dana_status status = look_at(page, scan->title, &seen, err);

    if (!seen) {
        return status;
    }
    headline->headline = candidate;
    headline->found = true;
    if (!want_candidates) {
        return DANA_OK;
    }
    dana_buffer_init(&kept, sizeof(dana_candidate));
    status = keep_candidate(page, &kept, &candidate, err);
    headline->candidates = kept.data;
    headline->candidate_count = kept.length;
    return status;
}

#define THESIS                                                                                     \
    "Mohammadzadeh: Improving Retrieval Accuracy in Main Content Extraction from HTML Web "        \
    "Documents, Leipzig 2013, 5.4.3"

static const struct dana_algorithm_ops heading_ops = {.headline = find_heading};
static const struct dana_algorithm_ops title_ops = {.headline = take_title, .needs_title = true};

const dana_algorithm dana__largest_heading = {
    .id = "largest-heading",
    .title = "Largest heading",
    .citation = THESIS,
    .revision = 1,
    .fidelity = DANA_FIDELITY_EXACT,
    .notes = "All of it is in the thesis: the first heading element of the highest order, h1 to "
             "h6; a block or br inside ends it. deviation: one of white space and marks of "
             "direction alone is none.",
    .kind = DANA_KIND_HEADLINE,
    .params = NULL,
    .param_count = 0,
    .ops = &heading_ops,
};

const dana_algorithm dana__title = {
    .id = "title",
    .title = "Title element",
    .citation = THESIS,
    .revision = 1,
    .fidelity = DANA_FIDELITY_EXACT,
    .notes =
        "All of it is in the thesis: the text of the title element as it stands. deviation: one "
        "of white space and marks of direction alone is none.",
    .kind = DANA_KIND_HEADLINE,
    .params = NULL,
    .param_count = 0,
    .ops = &title_ops,
};
