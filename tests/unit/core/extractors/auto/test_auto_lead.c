/* auto: the lead of an article, between its headline and its text. */
#include "decided.h"

#include "extractors/short/lead.h"
#include "page/page.h"

#include <string.h>

#define TEXT                                                                                       \
    "<p>The harbour reopened on Monday, said the ferry company, and the first boats left at noon " \
    "in the rain.</p><p>Two tugs sank in the night; no one was hurt, and the pilots went back to " \
    "work by noon.</p>"

/* Half of these words are in the text; all of these; none of these. */
#define OWN                                                                                        \
    "Nobody on the islands had fresh bread for a week, and half of the town came down to see the " \
    "first boats in."
#define SUMMARY                                                                                    \
    "The first boats left the harbour at noon on Monday, and the pilots went back to work in the " \
    "rain, said the ferry company."
#define NOTE                                                                                       \
    "Subscribe today: every week our editors send five letters about everything worth knowing, "   \
    "from markets around here."

#define HEAD "<h1>The harbour</h1>"
#define LINE "<p>A line</p>"

typedef struct {
    const char *html;
    bool is_taken;
    float score; /* of what stands between headline and text; 0: .4 */
} lead_case;

static const lead_case cases[] = {
    {HEAD "<p>" OWN "</p>" LINE TEXT, true, 0.0f},
    {HEAD LINE "<h2>" OWN "</h2>" TEXT, true, 0.0f},
    {HEAD "<p>" OWN "</p>" TEXT, true, .36f},
    {HEAD "<p>" OWN " <a href=/x>More</a></p>" TEXT, false, 0.0f},
    /* the text says all of it again, or hardly a word */
    {HEAD "<p>" SUMMARY "</p>" TEXT, false, 0.0f},
    {HEAD "<p>" NOTE "</p>" TEXT, false, 0.0f},
    /* the trees are sure, it is short, no sentence, or a link */
    {HEAD "<p>" OWN "</p>" TEXT, false, .34f},
    {HEAD "<p>Nobody on the islands had fresh bread, and half of the town came.</p>" TEXT, false,
     0.0f},
    {HEAD "<p>" OWN " -</p>" TEXT, false, 0.0f},
    {HEAD "<p><a href=/x>" OWN "</a> " OWN "</p>" TEXT, false, 0.0f},
    /* a caption, an author, a box */
    {HEAD "<p class=caption>" OWN "</p>" TEXT, false, 0.0f},
    {HEAD "<div class=author><p>" OWN "</p></div>" TEXT, false, 0.0f},
    {HEAD "<div class=newsletter><p>" OWN "</p></div>" TEXT, false, 0.0f},
    /* before the headline, far behind it, behind the text, without one */
    {"<p>" OWN "</p>" HEAD TEXT, false, 0.0f},
    {HEAD LINE LINE LINE LINE LINE LINE LINE LINE LINE LINE LINE "<p>" OWN "</p>" TEXT, true, 0.0f},
    {HEAD LINE LINE LINE LINE LINE LINE LINE LINE LINE LINE LINE LINE "<p>" OWN "</p>" TEXT, false,
     0.0f},
    {HEAD TEXT "<p>" OWN "</p>", false, 0.0f},
    {HEAD "<p>" OWN "</p>", false, 0.0f},
};

/* Takes headline and text, leaves out the rest, and looks for the lead. */
static bool takes_lead(const lead_case *c)
{
    decided d = decide_by_rules(c->html);
    dana__blocks *blocks = &d.trace.blocks;
    dana_scan_options options = {.lines = DANA_LINES_BLOCK};
    const dana_scan *scan;
    dana_error err;
    size_t headline = 0;
    size_t before;

    assert_int_equal(dana_scan_page(d.page, &options, &scan, &err), DANA_OK);
    for (size_t i = 0; i < blocks->block_count; i++) {
        dana__block *block = &blocks->blocks[i];
        const char *text = d.page->source.data + block->start;
        bool is_text = block->heading == 1 || memcmp(text, "The harbour", 11) == 0 ||
                       memcmp(text, "Two tugs", 8) == 0;

        block->decision = is_text ? DANA__DECISION_SUBTREE : DANA__DECISION_REFUSED;
        block->rule = 0;
        block->score = c->score > 0.0f ? c->score : .4f;
        headline = block->heading == 1 ? i : headline;
    }
    before = dana__taken_text(blocks, 0, blocks->block_count);
    dana__keep_lead(d.page, blocks, headline);
    bool out = dana__taken_text(blocks, 0, blocks->block_count) > before;

    dana_page_close(d.page);
    return out;
}

static void leads_are_taken(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        if (takes_lead(&cases[i]) != cases[i].is_taken) {
            fail_msg("not %d: %s", cases[i].is_taken, cases[i].html);
        }
    }
}

static void without_headline_there_is_no_lead(void **state)
{
    decided d = decide_by_rules("<p>" OWN "</p>" TEXT);
    size_t count = d.trace.blocks.block_count;
    size_t taken = dana__taken_text(&d.trace.blocks, 0, count);

    (void)state;
    dana__keep_lead(d.page, &d.trace.blocks, count);
    assert_int_equal(dana__taken_text(&d.trace.blocks, 0, count), taken);
    dana_page_close(d.page);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(leads_are_taken),
        cmocka_unit_test(without_headline_there_is_no_lead),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
