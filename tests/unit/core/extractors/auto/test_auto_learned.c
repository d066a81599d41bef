/* auto's learned step: sections, features, its arithmetic; and how class values are split into
 * words. */
#include "decided.h"

#include "blocks/class_words.h"
#include "blocks/page_hints.h"
#include "extractors/auto/constants.h"
#include "extractors/auto/features.h"
#include "extractors/auto/headline.h"
#include "extractors/auto/sections.h"
#include "extractors/auto/trees.h"
#include "extractors/auto/trees_table.h"

#include <math.h>
#include <stdio.h>

#define SMALL_PAGE                                                                                 \
    "<nav><ul><li><a href=/>Home</a><li><a href=/w>World</a></ul></nav><p>" LONG_TEXT "</p>"

typedef struct {
    decided d;
    dana__sections sections;
} sectioned;

static sectioned find_sections(const char *html)
{
    sectioned s = {.d = decide_by_rules(html)};

    assert_int_equal(dana__find_sections(s.d.page, &s.d.trace.blocks, &s.sections, NULL), DANA_OK);
    return s;
}

static void close_sections(sectioned *s)
{
    dana__release_sections(s->d.page, &s->sections);
    dana_page_close(s->d.page);
}

static void sections_begin_at_headings(void **state)
{
    sectioned s = find_sections("<body><p>before<h1>A</h1><p>text<h2>B</h2><h2>C</h2><p>more");
    static const uint32_t firsts[] = {0, 1, 3, 4};
    static const uint32_t levels[] = {0, 1, 2, 2};

    (void)state;
    assert_int_equal(s.sections.count, 4);
    for (size_t i = 0; i < 4; i++) {
        assert_int_equal(s.sections.sections[i].first, firsts[i]);
        assert_int_equal(s.sections.sections[i].level, levels[i]);
    }
    assert_int_equal(s.sections.sections[4].first, s.d.trace.blocks.block_count);
    assert_int_equal(s.sections.sections[4].text_before, s.d.trace.blocks.text);
    assert_int_equal(s.sections.of_level[2], 2);
    close_sections(&s);
}

/* The index of the section that ends a section, found by checking each one after it. */
static size_t slow_outer(const dana__sections *all, size_t section)
{
    size_t next = section + 1;

    while (next < all->count && all->sections[next].level > all->sections[section].level) {
        next++;
    }
    return next;
}

static void sections_nest_as_their_levels_say(void **state)
{
    sectioned s = find_sections("<body><h3>a</h3><h2>b</h2><h4>c</h4><h3>d</h3><h6>e</h6><h2>f</h2>"
                                "<h1>g</h1><h2>h</h2><h2>i</h2><h5>j</h5><h4>k</h4><h1>l</h1>");

    (void)state;
    assert_int_equal(s.sections.count, 13);
    for (size_t i = 0; i < s.sections.count; i++) {
        assert_int_equal(s.sections.sections[i].outer, slow_outer(&s.sections, i));
    }
    close_sections(&s);
}

static void a_page_without_text_is_one_section(void **state)
{
    sectioned s = find_sections("<body>");

    (void)state;
    assert_int_equal(s.sections.count, 1);
    assert_int_equal(s.sections.sections[0].outer, 1);
    assert_int_equal(s.sections.sections[1].text_before, 0);
    close_sections(&s);
}

static void features_tell_of_the_section_around_a_block(void **state)
{
    sectioned s = find_sections("<body><h1>Long title</h1><p>abcd<p>efgh<h2>B</h2><p>"
                                "<a href=x>ijkl</a><h1>C</h1>");
    dana__section_features f;

    (void)state;
    assert_int_equal(s.sections.count, 4);
    dana__measure_section(&s.sections, 1, &f);
    assert_float_equal(f.section.level, 1.0f, 0.0f);
    assert_float_equal(f.section.of_level, 2.0f, 0.0f);
    assert_float_equal(f.section.heading_text, 10.0f, 0.0f);
    assert_float_equal(f.flat.of_page, 18.0f / 20.0f, 1e-6f);
    assert_float_equal(f.flat.link_share, 0.0f, 0.0f);
    assert_float_equal(f.flat.blocks, 3.0f, 0.0f);
    assert_float_equal(f.deep.of_page, 19.0f / 20.0f, 1e-6f);
    assert_float_equal(f.deep.link_share, 4.0f / 23.0f, 1e-6f);
    assert_float_equal(f.deep.blocks, 5.0f, 0.0f);
    assert_float_equal(f.outline.sections, 4.0f, 0.0f);
    close_sections(&s);
}

static void words_are_found_in_class_values(void **state)
{
    static const char value[] = "postBody x HTMLText a1bc averyveryverylongword-end 9";
    static const char *const words[] = {"post", "body", "x", "htmltext", "a", "bc", "end"};
    dana_view view = {value, sizeof(value) - 1};
    char word[DANA__WORD_MAX];
    size_t at = 0;

    (void)state;
    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
        assert_int_equal(dana__next_word(view, &at, word), strlen(words[i]));
        assert_memory_equal(word, words[i], strlen(words[i]));
    }
    assert_int_equal(dana__next_word(view, &at, word), 0);
    assert_int_equal(at, view.length);
}

static void hashes_are_no_words(void **state)
{
    static const struct {
        const char *value;
        bool is_word;
    } values[] = {
        {"share", true},        {"box share2", true},       {"css-1share2", false},
        {"css-share", false},   {"r-1share0x", false},      {"sc-shareButton", true},
        {"sc-navXk", false},    {"sc-share", true},         {"nav", true},
        {"mainNav", true},      {"ad9z0x", false},          {"css-1abc-nav", true},
        {"post-123 nav", true}, {"col2 nav", true},         {"grid2nav", false},
        {"my-css-nav", true},   {"sc-navAk", false},        {"sc-navZk", false},
        {"root__adKqa", false}, {"x root__adKqa b", false}, {"root__adKq", true},
        {"root_adKqa", true},   {"root__adKqa-b", true},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(values) / sizeof(values[0]); i++) {
        dana_view view = {values[i].value, strlen(values[i].value)};

        if ((dana__read_class(view).marks != 0) != values[i].is_word) {
            fail_msg("%s", values[i].value);
        }
    }
}

static void features_are_finite_and_all_filled(void **state)
{
    decided d = decide_by_rules("<body>" SMALL_PAGE "<h1>x</h1><table><td>5</table>");
    dana__page_features page;

    (void)state;
    assert_int_equal(dana__measure_page(d.page, &d.trace.blocks, &d.trace.choice, &page, NULL),
                     DANA_OK);
    for (size_t i = 0; i < d.trace.blocks.block_count; i++) {
        dana__features features;

        for (size_t k = 0; k < DANA__FEATURE_COUNT; k++) {
            features.values[k] = NAN;
        }
        dana__measure_block(&page, i, &features.by_name);
        for (size_t k = 0; k < DANA__FEATURE_COUNT; k++) {
            assert_true(isfinite(features.values[k]));
        }
    }
    dana_page_close(d.page);
}

#define TITLED                                                                                     \
    "<title>Harbour reopens after the storm - Coast News</title><body><nav><a "                    \
    "href=/>Home</a></nav>"                                                                        \
    "<div><div><h1>Harbour reopens after the storm</h1></div><p>" LONG_TEXT                        \
    "</p></div><footer>Imprint</footer>"

/* The headline is the block most like the title; others are measured from it. */
static void features_tell_of_the_headline(void **state)
{
    decided d = decide_by_rules(TITLED);
    dana_scan_options options = {0};
    const dana_scan *scan;
    dana__headline headline;
    dana__headline_group f[4];

    (void)state;
    assert_int_equal(dana_scan_page(d.page, &options, &scan, NULL), DANA_OK);
    assert_int_equal(dana__find_headline_block(d.page, &d.trace.blocks, &headline, NULL), DANA_OK);
    assert_int_equal(d.trace.blocks.block_count, 4);
    for (size_t i = 0; i < 4; i++) {
        f[i] = dana__measure_headline(&headline, i);
        assert_float_equal(f[i].from_blocks, (float)i - 1.0f, 0.0f);
    }
    assert_float_equal(f[1].likeness, 10.0f / 12.0f, 0.01f); /* 5 of 7 tokens */
    assert_float_equal(f[2].likeness, 0.0f, 0.1f);
    assert_float_equal(f[1].common_height, 0.0f, 0.0f);
    assert_float_equal(f[2].common_blocks, 2.0f, 0.0f);
    assert_true(f[2].common_height > 0.0f && f[3].common_height > f[2].common_height);
    assert_float_equal(f[3].common_blocks, 4.0f, 0.0f);
    assert_float_equal(f[2].from_text, 31.0f, 0.0f);
    assert_float_equal(f[0].from_text, -4.0f, 0.0f);
    assert_float_equal(f[0].link_share, 1.0f, 0.0f);
    dana__release_headline(d.page, &headline);
    dana_page_close(d.page);
}

/* Decides by rules and finds the headline's block, as the learned step does. */
static decided find_headline(const char *html, dana__headline *headline)
{
    decided d = decide_by_rules(html);
    dana_scan_options options = {0};
    const dana_scan *scan;

    assert_int_equal(dana_scan_page(d.page, &options, &scan, NULL), DANA_OK);
    assert_int_equal(dana__find_headline_block(d.page, &d.trace.blocks, headline, NULL), DANA_OK);
    return d;
}

/* The trees measure from the block that is most like the title, rules from a heading. */
static void the_heading_most_like_the_title_is_found(void **state)
{
    /* its number among the blocks, from the first */
    static const struct {
        const char *html;
        size_t heading;
    } pages[] = {
        {"<title>Two boys find an anchor</title><p>Two boys find an anchor</p>"
         "<h1><a href=/>Hale Post</a></h1><h2>Two boys find the anchor</h2><h2>An anchor</h2>",
         2},
        /* a link leads to another page; of equals the first; in part a link */
        {"<title>Two boys find an anchor</title><h2><a href=/x>Two boys find an anchor</a></h2>"
         "<h1>Boys find an anchor</h1><h1>Boys find an anchor</h1>",
         1},
        {"<title>Two boys find an anchor</title><h2><a href=/x>Two boys</a> find an anchor</h2>",
         0},
        /* none is like the title */
        {"<title>Two boys find an anchor</title><p>Two boys find an anchor</p><h1>Ropes</h1>", 2},
        {"<h1>Two boys find an anchor</h1>", 1},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(pages) / sizeof(pages[0]); i++) {
        dana__headline headline;
        decided d = find_headline(pages[i].html, &headline);

        assert_int_equal(headline.heading, pages[i].heading);
        dana__release_headline(d.page, &headline);
        dana_page_close(d.page);
    }
}

/* Without a title, and with one that no block is like. */
static void a_page_may_have_no_headline(void **state)
{
    static const char *const pages[] = {"<body><h1>Harbour reopens</h1><p>" LONG_TEXT,
                                        "<title>Coast News</title><body><p>" LONG_TEXT};

    (void)state;
    for (size_t i = 0; i < 2; i++) {
        dana__headline headline;
        decided d = find_headline(pages[i], &headline);

        assert_true(dana__measure_headline(&headline, 0).common_share < 0.0f);
        dana__release_headline(d.page, &headline);
        dana_page_close(d.page);
    }
}

/* A word that the title has more often than the block counts there as often: no more than equal. */
static void a_title_may_have_a_word_more_than_once(void **state)
{
    decided d = decide_by_rules("<title>Rain, rain, rain</title><body><p>" LONG_TEXT
                                "</p><h1>Rain</h1><p>" LONG_TEXT);
    dana_scan_options options = {0};
    const dana_scan *scan;
    dana__headline headline;

    (void)state;
    assert_int_equal(dana_scan_page(d.page, &options, &scan, NULL), DANA_OK);
    assert_int_equal(dana__find_headline_block(d.page, &d.trace.blocks, &headline, NULL), DANA_OK);
    assert_int_equal(d.trace.blocks.block_count, 3);
    assert_float_equal(dana__measure_headline(&headline, 1).likeness, 1.0f, 0.01f);
    assert_float_equal(dana__measure_headline(&headline, 2).from_blocks, 1.0f, 0.0f);
    dana__release_headline(d.page, &headline);
    dana_page_close(d.page);
}

#define LISTED                                                                                     \
    "<li>a <a href=x>b</a><li>c<h3>d</h3><div class=share>e</div><table><td>f<td>g</table>"
#define MANY LISTED LISTED LISTED LISTED LISTED LISTED LISTED LISTED LISTED LISTED LISTED
/* More blocks than are scored together. */
#define LONG_PAGE                                                                                  \
    "<title>Harbour reopens</title><body>" SMALL_PAGE "<h1>Harbour reopens</h1>" MANY              \
    "<section>" MANY "</section><p>" LONG_TEXT "<p>short text"

static uint16_t feature_of(size_t condition)
{
    size_t k = 0;

    while (asked[k].end <= condition) {
        k++;
    }
    return asked[k].feature;
}

/* The oracle of the scores: floats, one block and one tree after the other. */
static float plain_score(const dana__features *features)
{
    int32_t sum = 0;

    for (size_t t = 0; t < sizeof(trees) / sizeof(trees[0]); t++) {
        unsigned node = 0;

        while (node < DANA__TREE_NODES) {
            uint16_t condition = trees[t].condition[node];
            bool exceeds = features->values[feature_of(condition)] > thresholds[condition];

            node = 2 * node + (exceeds ? 2 : 1);
        }
        sum += trees[t].leaf[node - DANA__TREE_NODES];
    }
    return 1.0f / (1.0f + expf(-(TREE_BASE + (float)sum / LEAF_SCALE)));
}

static void scores_are_those_of_the_plain_walk(void **state)
{
    decided rules = decide(
        LONG_PAGE, (dana__auto_settings){.steps_off = DANA__STEP_LEARNED | DANA__STEP_REPEATED});
    decided all = decide(LONG_PAGE, (dana__auto_settings){.steps_off = DANA__STEP_REPEATED});
    dana__page_features page;
    size_t count = rules.trace.blocks.block_count;

    (void)state;
    assert_true(count > DANA__FOREST_ROWS + 1);
    assert_int_equal(
        dana__measure_page(rules.page, &rules.trace.blocks, &rules.trace.choice, &page, NULL),
        DANA_OK);
    for (size_t i = 0; i < count; i++) {
        dana__features features;

        dana__measure_block(&page, i, &features.by_name);
        float score = plain_score(&features);
        const dana__block *block = &rules.trace.blocks.blocks[i];
        float taken = dana__is_taken(block) ? DANA__RULE_SHARE : 0.0f;
        bool cut = block->decision == DANA__DECISION_CUT;

        score = cut ? 0.0f : (1.0f - DANA__RULE_SHARE) * score + taken;
        assert_float_equal(score, all.trace.blocks.blocks[i].score, 0.0f);
    }
    dana_page_close(rules.page);
    dana_page_close(all.page);
}

/* What a character that is missed counts on a page: the rule of constants.h. */
static float plain_missed(const decided *d, float expected)
{
    const float *types = d->trace.choice.types;
    float share = expected / (float)d->trace.blocks.text;
    float missed = share < DANA__MISSED_LARGE
                       ? DANA__MISSED_LEAST +
                             (DANA__MISSED_MOST - DANA__MISSED_LEAST) * share / DANA__MISSED_LARGE
                       : DANA__MISSED_MOST;
    float things = types[DANA_PAGE_LISTING] + types[DANA_PAGE_SERVICE] +
                   types[DANA_PAGE_COLLECTION] + types[DANA_PAGE_PRODUCT];

    return things < DANA__MISSED_SURE
               ? missed
               : missed + (DANA__MISSED_THINGS - missed) * (things - DANA__MISSED_SURE) /
                              (1.0f - DANA__MISSED_SURE);
}

/* The expected F1 of the blocks from a score on. */
static float plain_f1(const decided *d, float lowest)
{
    const dana__blocks *blocks = &d->trace.blocks;
    float text = 0.0f;
    float content = 0.0f;
    float all = 0.0f;

    for (size_t i = 0; i < blocks->block_count; i++) {
        const dana__block *block = &blocks->blocks[i];
        bool in = block->score > 0.0f && block->score >= lowest;

        all += (float)block->text * block->score;
        text += in ? (float)block->text : 0.0f;
        content += in ? (float)block->text * block->score : 0.0f;
    }
    return 2.0f * content / (text + plain_missed(d, all) * all);
}

/* Decides a page of articles, teasers and prices by the learned step alone. The best F1 of all sets
 * is that of the set that is taken, but for scores that are sorted alike. */
static void check_choice(const char *head, size_t paragraphs, size_t teasers, size_t prices,
                         size_t links)
{
    static char html[40000];
    size_t n = (size_t)snprintf(
        html, sizeof(html), "%s<title>Harbour reopens</title><body><h1>Harbour reopens</h1>", head);

    for (size_t i = 0; i < paragraphs; i++) {
        n += (size_t)snprintf(html + n, sizeof(html) - n, "<p>%.*s", (int)(170 - 12 * i),
                              LONG_TEXT);
    }
    for (size_t i = 0; i < teasers; i++) {
        n += (size_t)snprintf(html + n, sizeof(html) - n,
                              "<div><h3><a href=/%zu>%.*s</a></h3>%.*s</div>", i, (int)(20 + i),
                              LONG_TEXT, (int)(4 * i), LONG_TEXT);
    }
    for (size_t i = 0; i < prices; i++) {
        n += (size_t)snprintf(
            html + n, sizeof(html) - n,
            "<div class=product><span class=price>%zu.99</span><div>%.*s</div></div>", i,
            (int)(10 + 3 * i), LONG_TEXT);
    }
    for (size_t i = 0; i < links; i++) {
        n += (size_t)snprintf(html + n, sizeof(html) - n, "<p><a href=/%zu>%.*s</a> %.*s", i,
                              (int)(40 + i % 9), LONG_TEXT, (int)(i % 40), LONG_TEXT);
    }
    dana__auto_settings settings = {.steps_off = DANA__STEP_REPEATED};
    decided d = decide_by_rules(html);
    dana__blocks *blocks = &d.trace.blocks;
    float best = 0.0f;
    float lowest = 1.0f;

    assert_int_equal(dana__learned_step(d.page, blocks, &d.trace.choice, &settings, NULL), DANA_OK);
    for (size_t i = 0; i < blocks->block_count; i++) {
        const dana__block *block = &blocks->blocks[i];

        best = fmaxf(best, plain_f1(&d, block->score));
        lowest = dana__is_taken(block) ? fminf(lowest, block->score) : lowest;
    }
    assert_float_equal(plain_f1(&d, lowest), best, .0001f);
    dana_page_close(d.page);
}

static void the_set_of_greatest_expected_f1_is_taken(void **state)
{
    (void)state;
    for (size_t k = 0; k < 8; k++) {
        check_choice("", 1 + k, 5 * k, 0, 0);
        check_choice("", k / 4, 3 * k, 6 * k, 0);
        check_choice("", 1, 40, 2 * k, 0);
        for (size_t links = 20; links < 150; links += 5) {
            check_choice("<meta property=og:type content=article>", 1 + k, k % 3, 2 * k, links);
        }
    }
}

/* Columns hold what the trees ask and what is measured of a block alone, and nothing else. */
static void only_what_is_asked_is_measured(void **state)
{
    decided d = decide_by_rules(LONG_PAGE);
    dana__page_features page;
    dana__page_features again;
    static float columns[(DANA__FEATURE_COUNT - DANA__SHARED_FEATURES) * DANA__FOREST_STRIDE];

    (void)state;
    assert_int_equal(dana__measure_page(d.page, &d.trace.blocks, &d.trace.choice, &page, NULL),
                     DANA_OK);
    again = page;
    for (size_t i = 0; i < sizeof(columns) / sizeof(*columns); i++) {
        columns[i] = -7.5f;
    }
    dana__clear_columns(columns);
    for (size_t r = 0; r < DANA__FOREST_ROWS; r++) {
        dana__features all;

        dana__measure_row(&page, r, columns, r);
        dana__measure_block(&again, r, &all.by_name);
        for (size_t f = DANA__SHARED_FEATURES; f < DANA__FEATURE_COUNT; f++) {
            assert_float_equal(columns[dana__column(f, DANA__SHARED_FEATURES) + r],
                               is_asked[f] ? all.values[f] : -7.5f, 0.0f);
        }
    }
    dana_page_close(d.page);
}

/* The table is as forest.h wants it, and what it says of features agrees with itself. */
static void the_table_is_in_order(void **state)
{
    size_t count = sizeof(asked) / sizeof(*asked);
    size_t conditions = sizeof(thresholds) / sizeof(*thresholds);
    size_t first = 0;
    bool in_asked[DANA__FEATURE_COUNT] = {false};

    (void)state;
    assert_int_equal(asked[count - 1].end, conditions);
    for (size_t k = 0; k < count; first = asked[k++].end) {
        assert_true(k == 0 || asked[k].feature > asked[k - 1].feature);
        assert_true(asked[k].end > first);
        in_asked[asked[k].feature] = true;
        for (size_t i = first + 1; i < asked[k].end; i++) {
            assert_true(thresholds[i] > thresholds[i - 1]);
        }
    }
    assert_memory_equal(in_asked, is_asked, sizeof(in_asked));
    for (size_t t = 0; t < sizeof(trees) / sizeof(*trees); t++) {
        for (size_t k = 0; k < DANA__TREE_NODES; k++) {
            assert_true(trees[t].condition[k] < conditions);
        }
        for (size_t k = 0; k < DANA__TREE_LEAFS; k++) {
            assert_true(abs(trees[t].leaf[k]) <= LEAF_MOST);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sections_begin_at_headings),
        cmocka_unit_test(sections_nest_as_their_levels_say),
        cmocka_unit_test(a_page_without_text_is_one_section),
        cmocka_unit_test(features_tell_of_the_section_around_a_block),
        cmocka_unit_test(words_are_found_in_class_values),
        cmocka_unit_test(hashes_are_no_words),
        cmocka_unit_test(features_are_finite_and_all_filled),
        cmocka_unit_test(features_tell_of_the_headline),
        cmocka_unit_test(the_heading_most_like_the_title_is_found),
        cmocka_unit_test(a_page_may_have_no_headline),
        cmocka_unit_test(a_title_may_have_a_word_more_than_once),
        cmocka_unit_test(scores_are_those_of_the_plain_walk),
        cmocka_unit_test(the_set_of_greatest_expected_f1_is_taken),
        cmocka_unit_test(only_what_is_asked_is_measured),
        cmocka_unit_test(the_table_is_in_order),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
