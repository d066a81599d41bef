/* auto: the lead of an article, between its headline and its text, and what its description tells.
 */
#include "decided.h"

#include "extractors/short/described.h"
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

/* A page that says this of itself. */
#define SAYS(text) "<meta name=description content='" text "'>"

static const lead_case described_cases[] = {
    {SAYS(OWN) HEAD LINE LINE "<p>" OWN "</p>" TEXT, true, .01f},
    {"<meta property=og:description content='" OWN "'>" HEAD LINE LINE "<h2>" OWN "</h2>" TEXT,
     true, .01f},
    {"<meta name=twitter:description content='" OWN "'>" HEAD LINE LINE "<p>" OWN "</p>" TEXT, true,
     .01f},
    /* some words of it, and references; more than one element says something */
    {SAYS("Bread &amp; &#98;oats. " OWN " All of it.") SAYS("The Pier Post") HEAD LINE LINE
     "<p>Bread &#38; boats. " OWN "</p>" TEXT,
     true, .01f},
    /* right below the headline golds differ */
    {SAYS(OWN) HEAD LINE "<p>" OWN "</p>" TEXT, false, .01f},
    /* nothing says it, or the text says it */
    {SAYS(NOTE) HEAD LINE LINE "<p>" OWN "</p>" TEXT, false, .01f},
    {SAYS("") HEAD LINE LINE "<p>" OWN "</p>" TEXT, false, .01f},
    {HEAD LINE LINE "<p>" OWN "</p>" TEXT, false, .01f},
    {SAYS("The first boats left at noon in the rain.") HEAD LINE LINE
     "<p>And the first boats left at noon in the rain.</p>" TEXT,
     false, .01f},
    /* too short, a link, a caption, an author, a header */
    {SAYS("Bread at last, after a week.") HEAD LINE LINE "<p>Bread at last, after.</p>" TEXT, false,
     .01f},
    {SAYS(OWN) HEAD LINE LINE "<p><a href=/x>" OWN "</a></p>" TEXT, false, .01f},
    {SAYS(OWN) HEAD LINE LINE "<p class=caption>" OWN "</p>" TEXT, false, .01f},
    {SAYS(OWN) HEAD LINE LINE "<div class=author><p>" OWN "</p></div>" TEXT, false, .01f},
    {SAYS(OWN) HEAD LINE LINE "<header><p>" OWN "</p></header>" TEXT, false, .01f},
    /* before the headline, far behind it, behind the text, without one */
    {SAYS(OWN) "<p>" OWN "</p>" HEAD TEXT, false, .01f},
    {SAYS(OWN) HEAD LINE LINE LINE LINE LINE LINE LINE LINE LINE LINE LINE LINE LINE LINE LINE LINE
         LINE LINE LINE LINE LINE LINE LINE "<p>" OWN "</p>" TEXT,
     true, .01f},
    {SAYS(OWN) HEAD LINE LINE LINE LINE LINE LINE LINE LINE LINE LINE LINE LINE LINE LINE LINE LINE
         LINE LINE LINE LINE LINE LINE LINE LINE "<p>" OWN "</p>" TEXT,
     false, .01f},
    {SAYS(OWN) HEAD TEXT LINE LINE "<p>" OWN "</p>", false, .01f},
    {SAYS(OWN) HEAD LINE LINE "<p>" OWN "</p>", false, .01f},
};

/* Looks for a lead by its kind. */
static void keep_lead(decided *d, size_t headline, bool is_described)
{
    dana_error err = {.status = DANA_OK};

    if (is_described) {
        assert_int_equal(dana__keep_described(d->page, &d->trace.blocks, headline, &err), DANA_OK);
    } else {
        dana__keep_lead(d->page, &d->trace.blocks, headline);
    }
}

/* Takes headline and text, leaves out the rest, and looks for the lead. */
static bool takes_lead(const lead_case *c, bool is_described)
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
    keep_lead(&d, headline, is_described);
    bool out = dana__taken_text(blocks, 0, blocks->block_count) > before;

    dana_page_close(d.page);
    return out;
}

static void check_cases(const lead_case *c, size_t count, bool is_described)
{
    for (size_t i = 0; i < count; i++) {
        if (takes_lead(&c[i], is_described) != c[i].is_taken) {
            fail_msg("not %d: %s", c[i].is_taken, c[i].html);
        }
    }
}

static void leads_are_taken(void **state)
{
    (void)state;
    check_cases(cases, sizeof(cases) / sizeof(cases[0]), false);
}

static void beginnings_that_a_description_tells_are_taken(void **state)
{
    (void)state;
    check_cases(described_cases, sizeof(described_cases) / sizeof(described_cases[0]), true);
}

static void without_headline_there_is_no_lead(void **state)
{
    decided d = decide_by_rules(SAYS(OWN) "<p>" OWN "</p>" TEXT);
    size_t count = d.trace.blocks.block_count;
    size_t taken = dana__taken_text(&d.trace.blocks, 0, count);

    (void)state;
    keep_lead(&d, count, false);
    keep_lead(&d, count, true);
    assert_int_equal(dana__taken_text(&d.trace.blocks, 0, count), taken);
    dana_page_close(d.page);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(leads_are_taken),
        cmocka_unit_test(beginnings_that_a_description_tells_are_taken),
        cmocka_unit_test(without_headline_there_is_no_lead),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
